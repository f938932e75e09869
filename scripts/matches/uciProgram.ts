import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Failure, fail, ok, type Result } from '../../src/board/result.ts';
import { reason } from '../../src/store/folder.ts';

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** Milliseconds: more than any answer takes, on a machine that is busy with other things. */
const PATIENCE = 60_000;

interface Awaited {
  /** How the line begins. */
  readonly start: string;
  readonly settle: (answer: Result<string>) => void;
}

/** A program that takes commands and answers line by line, in a process of its own. */
export class UciProgram {
  private readonly command: Command;
  private readonly process: ChildProcessWithoutNullStreams;
  private awaited: Awaited | undefined;
  private death: Failure | undefined;

  constructor(command: Command) {
    this.command = command;
    const [path, ...args] = command;
    // Apart from the terminal's Ctrl-C: it ends with its input, when we do.
    this.process = spawn(path, args, { stdio: 'pipe', detached: true });
    this.process.stdin.on('error', () => {});
    this.process.stderr.resume();
    this.process.on('error', (error) => this.die(reason(error)));
    this.process.on('close', (code) => this.die(`it ended (${code})`));
    createInterface({ input: this.process.stdout }).on('line', (line) => this.receive(line));
  }

  send(command: string): void {
    this.process.stdin.write(`${command}\n`);
  }

  /** The first line of the answer that begins so. Errors: `crash` (the program has ended, or does not answer). */
  async ask(command: string, start: string, patience = PATIENCE): Promise<Result<string>> {
    if (this.death) return this.death;
    const answer = new Promise<Result<string>>((settle) => {
      this.awaited = { start, settle };
    });
    const timer = setTimeout(() => this.die(`no answer to '${command}'`), patience);
    this.send(command);
    const line = await answer;
    clearTimeout(timer);
    return line;
  }

  end(): void {
    this.process.kill();
  }

  private receive(line: string): void {
    if (this.awaited && line.startsWith(this.awaited.start)) this.settle(ok(line));
  }

  private die(why: string): void {
    const path = this.command.join(' ');
    this.death ??= fail('crash', `cannot play with ${path}: ${why}`, path);
    this.settle(this.death);
  }

  private settle(answer: Result<string>): void {
    this.awaited?.settle(answer);
    this.awaited = undefined;
  }
}
