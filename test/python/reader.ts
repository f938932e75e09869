import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { need } from '../need.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const answers = path('answers.py');
const MOST_OUTPUT = 2 ** 30;

const found = spawnSync('python3', ['--version']).status === 0;

export function needPython(context: TestContext): void {
  need(context, found, 'python3');
}

/** What test/python/answers.py writes, which says what its commands are. `lines` go to its stdin. */
export function ask(args: readonly string[], lines: readonly string[] = []): Buffer {
  const input = lines.map((line) => `${line}\n`).join('');
  const ran = spawnSync('python3', [answers, ...args], { input, maxBuffer: MOST_OUTPUT });
  if (ran.status !== 0) throw new Error(`python3: ${ran.stderr}`);
  return ran.stdout;
}

/** The same, line by line. */
export function askLines(args: readonly string[], lines: readonly string[] = []): string[] {
  return ask(args, lines).toString().split('\n').slice(0, -1);
}

/** The values of a table without like pieces, in the order of `boardOf` in test/format/board.ts. */
export function boardInPython(file: string): Int16Array {
  const bytes = ask(['board', file]);
  return Int16Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));
}

/** Runs python/metatb.py as a command. */
export function command(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    ['-B', path('../../python/metatb.py'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}
