import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '../../src/board/result.ts';
import type { Game } from '../../src/play/game.ts';
import { reason } from '../../src/store/folder.ts';
import { fairyEngine } from '../../tools/fairyGames.ts';
import type { Mover } from './mover.ts';
import type { FairyPlayer } from './player.ts';

/** Of its transposition table, in MiB: as much as ours has. */
const HASH = 16;

/** Fairy-Stockfish as a program that speaks UCI, in a process of its own. */
export class FairyMover implements Mover {
  private readonly uci: UciProgram;
  private readonly player: FairyPlayer;

  constructor(command: Command, rules: string, player: FairyPlayer) {
    this.player = player;
    this.uci = new UciProgram(command);
    const options = { UCI_Variant: rules, 'Skill Level': player.skill, Hash: HASH, Threads: 1 };
    for (const [name, value] of Object.entries(options)) {
      this.uci.send(`setoption name ${name} value ${value}`);
    }
  }

  async begin(): Promise<void> {
    this.uci.send('ucinewgame');
    await this.uci.ask('isready', 'readyok');
  }

  async move(game: Game): Promise<string> {
    const start = game.rules.makeFen(game.start);
    const moves = game.plies.map(({ uci }) => uci).join(' ');
    this.uci.send(`position fen ${start}${moves && ` moves ${moves}`}`);
    const answer = await this.uci.ask(`go movetime ${this.player.milliseconds}`, 'bestmove');
    return answer.split(' ')[1]!;
  }

  end(): void {
    this.uci.end();
  }
}

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** Fairy-Stockfish and what it calls itself. `named`: by default npm's, which is WebAssembly. Errors: `fairy`. */
export async function findFairy(
  named: string | undefined,
): Promise<Result<{ readonly command: Command; readonly name: string }>> {
  const command: Command = named === undefined ? [process.execPath, fairyEngine] : [named];
  const program = new UciProgram(command);
  try {
    const id = await program.ask('uci', 'id name');
    return ok({ command, name: id.slice('id name '.length).trim() });
  } catch (error) {
    const path = command.join(' ');
    return fail('fairy', `cannot run ${path}: ${reason(error)}`, path);
  } finally {
    program.end();
  }
}

/** A program that takes commands and answers line by line. */
class UciProgram {
  private readonly process: ChildProcessWithoutNullStreams;
  private awaited: { readonly start: string; readonly resolve: (line: string) => void } | undefined;
  private readonly died: Promise<never>;

  constructor([path, ...args]: Command) {
    this.process = spawn(path, args, { stdio: 'pipe' });
    this.process.stdin.on('error', () => {});
    this.died = new Promise((_, reject) => {
      this.process.on('error', reject);
      this.process.on('exit', (code) => reject(new Error(`${path} ended (${code})`)));
    });
    // Its end matters only to those who wait for an answer.
    this.died.catch(() => {});
    createInterface({ input: this.process.stdout }).on('line', (line) => this.receive(line));
  }

  send(command: string): void {
    this.process.stdin.write(`${command}\n`);
  }

  /** The first line of the answer that begins so. Rejects if the program ends. */
  ask(command: string, start: string): Promise<string> {
    const answer = new Promise<string>((resolve) => {
      this.awaited = { start, resolve };
    });
    this.send(command);
    return Promise.race([answer, this.died]);
  }

  end(): void {
    this.process.kill();
  }

  private receive(line: string): void {
    const { awaited } = this;
    if (!awaited || !line.startsWith(awaited.start)) return;
    this.awaited = undefined;
    awaited.resolve(line);
  }
}
