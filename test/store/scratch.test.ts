import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { removeParts } from '../../src/store/folder.ts';
import { Scratch } from '../../src/store/scratch.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-scratch-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** More than eight blocks a side, the last of them short. */
const LENGTH = 10 * 2 ** 18 + 77;
const codes = [3, 5].map((seed) =>
  new Int8Array(new SharedArrayBuffer(LENGTH)).map((_, i) => ((i * seed) >> 7) % 100),
) as [Int8Array, Int8Array];

test.each<[string, [boolean, boolean]]>([
  ['both sides', [true, true]],
  ['White', [true, false]],
  ['Black', [false, true]],
])('codes come back: %s', async (_, sides) => {
  const scratch = new Scratch(dir, 'KQvkr');
  unwrap(await scratch.write(codes));
  const found = codes.map(() => new Int8Array(LENGTH));
  const there = await scratch.read(sides, (side, from, bytes) => found[side]!.set(bytes, from));
  expect(there).toBe(true);
  for (const side of [0, 1] as const) {
    const wanted = sides[side] ? Int8Array.from(codes[side]) : new Int8Array(LENGTH);
    expect(Buffer.from(found[side]!).equals(Buffer.from(wanted))).toBe(true);
  }
});

test('there are none of another table, nor when the run is over', async () => {
  unwrap(await new Scratch(dir, 'KQvkr').write(codes));
  const read = (name: string) => new Scratch(dir, name).read([true, true], () => {});
  expect(await read('KQvkb')).toBe(false);
  expect(await readdir(dir)).toHaveLength(1);
  await removeParts(dir);
  expect(await readdir(dir)).toEqual([]);
  expect(await read('KQvkr')).toBe(false);
});
