import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../src/board/result.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { planTables } from '../../src/solve/plan.ts';
import { python3 } from '../python3.ts';
import { materialOf } from '../solve/solved.ts';
import type { Sample } from './page.ts';

export interface SampleRun {
  readonly status: number | null;
  readonly printed: string;
}

const top = fileURLToPath(new URL('../..', import.meta.url));

/** The port that pages name; a server of the test takes a free one instead. */
const SHOWN_PORT = '8080';

/** The environment without the developer's settings. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(METATB_|NO_COLOR$)/.test(name)),
);

/**
 * Runs the samples of one page in one empty folder, in which the package is installed. Tables that a page generates
 * are kept in `made`, another folder: what the next page generates need not be solved and packed once more.
 */
export class SampleRunner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'metatb-docs-'));
  readonly #made: string;
  #server: ChildProcess | undefined;
  #port = SHOWN_PORT;

  constructor(made: string) {
    this.#made = made;
    mkdirSync(join(this.#folder, 'node_modules'));
    symlinkSync(top, join(this.#folder, 'node_modules', 'metatb'), 'dir');
    for (const name of ['examples', 'python']) {
      symlinkSync(join(top, name), join(this.#folder, name), 'dir');
    }
  }

  async run({ kind, source }: Sample): Promise<SampleRun> {
    const ported = source.replaceAll(`:${SHOWN_PORT}`, `:${this.#port}`);
    if (kind === 'js') {
      this.#write('sample.mjs', ported);
      return this.#run(process.execPath, ['sample.mjs']);
    }
    if (kind === 'ini') {
      this.#write(`${/^\[([\w-]+)/m.exec(source)?.[1]}.ini`, source);
      return { status: 0, printed: '' };
    }
    if (kind === 'python') {
      // Python's doctest runs a session and compares its output.
      this.#write('session.txt', `${ported}\n`);
      return this.#run(python3, ['-m', 'doctest', 'session.txt']);
    }
    if (/\bmetatb serve\b/.test(source)) return this.#serve();
    const npx = `npx() { shift; '${process.execPath}' '${top}/bin/metatb.js' "$@"; }`;
    const run = () => this.#run('bash', ['-c', `${npx}\n${ported.replace(/^curl /, 'curl -sS ')}`]);
    const files = generatedBy(source);
    this.#copy(files, this.#made, join(this.#folder, 'tables'));
    const ran = await run();
    this.#copy(files, join(this.#folder, 'tables'), this.#made);
    return ran;
  }

  /** Copies those of the files that exist. */
  #copy(files: readonly string[], from: string, to: string): void {
    for (const file of files) {
      if (existsSync(join(from, file))) cpSync(join(from, file), join(to, file));
    }
  }

  async close(): Promise<void> {
    if (this.#server) {
      const ended = new Promise((resolve) => this.#server?.once('close', resolve));
      this.#server.kill();
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  #run(program: string, args: readonly string[]): Promise<SampleRun> {
    const child = this.#start(program, args);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, printed }));
    });
  }

  /** Starts the server on a free port and returns once it listens. */
  #serve(): Promise<SampleRun> {
    const child = this.#start(process.execPath, [`${top}/bin/metatb.js`, 'serve', '--port', '0']);
    this.#server = child;
    let printed = '';
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, printed }));
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
          if (port === undefined) return;
          this.#port = port;
          resolve({ status: 0, printed: printed.replaceAll(`:${port}`, `:${SHOWN_PORT}`) });
        });
      }
    });
  }

  #start(program: string, args: readonly string[]) {
    return spawn(program, args, {
      cwd: this.#folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** The files of tables that a command generates, in the folder of tables. */
function generatedBy(command: string): string[] {
  const words = command.split(' ');
  if (!command.startsWith('npx metatb generate ') || words.includes('--dry-run')) return [];
  if (words.includes('--variants')) return [];
  const named = words[words.indexOf('--rules') + 1];
  const rules = unwrap(findRuleSet(words.includes('--rules') ? named! : 'metachess'));
  const wanted = words.filter((word) => /^K\w*v\w+$/.test(word));
  const plan = planTables(
    rules,
    wanted.map((name) => materialOf(rules, name)),
  );
  return plan.map(({ material }) => join(rules.name, `${material.name}.mtb`));
}
