import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BLACK, type Color, WHITE } from '../../src/pieces/army.ts';
import type { ValueCode } from '../../src/table/value.ts';
import { python3 } from '../python3.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const answers = path('answers.py');
const MOST_OUTPUT = 2 ** 30;

/** What test/python/answers.py writes, which says what its commands are. `lines` go to its stdin. */
function ask(args: readonly string[], lines: readonly string[] = []): Buffer {
  const input = lines.map((line) => `${line}\n`).join('');
  const ran = spawnSync(python3, [answers, ...args], { input, maxBuffer: MOST_OUTPUT });
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

/**
 * Calls `take` with the squares, the side to move and the value of each position of a table that Python's `values()`
 * yields. The squares are overwritten by the next call.
 */
export async function recordsInPython(
  file: string,
  slots: number,
  take: (squares: Uint8Array, turn: Color, value: ValueCode) => void,
): Promise<void> {
  const child = spawn(python3, [answers, 'values', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const length = slots + 3;
  let bytes: Buffer = Buffer.alloc(0);
  for await (const chunk of child.stdout) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    let at = 0;
    for (; at + length <= bytes.length; at += length) {
      const turn = bytes[at + slots] === 0 ? WHITE : BLACK;
      take(bytes.subarray(at, at + slots), turn, bytes.readInt16LE(at + slots + 1));
    }
    bytes = bytes.subarray(at);
  }
  const [status] = await ended;
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${file}`);
  if (bytes.length > 0) throw new Error(`python3 wrote half a record: ${file}`);
}

/** Runs python/metatb.py as a command. */
export function command(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    python3,
    ['-B', path('../../python/metatb.py'), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}
