import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Scratch } from '../../src/queue/scratch.ts';
import { processMark } from '../../src/store/parts.ts';
import { makeFolder } from './running.ts';

const folder = makeFolder();
/** Of a process of this machine that is gone. */
const dead = `${processMark.split('.')[0]}.${2 ** 30}`;

test('machines that start at once beside what killed ones have left have a place each', async () => {
  const shared = join(folder, 'shared');
  for (let i = 1; i <= 3; i++) {
    mkdirSync(join(shared, `work-${i}`), { recursive: true });
    writeFileSync(join(shared, `work-${i}`, 'in-use'), dead);
  }
  const opened = await Promise.all(Array.from({ length: 8 }, () => Scratch.open(shared, 0)));
  const places = opened.map((each) => unwrap(each));
  expect(new Set(places.map(({ dir }) => dir)).size).toBe(8);
  await Promise.all(places.map((place) => place.close()));
  const again = unwrap(await Scratch.open(shared, 0));
  expect(again.dir).toBe(join(shared, 'work-1'));
  await again.close();
  expect(readdirSync(join(shared, 'work-1'))).toEqual([]);
});

test('a place whose next owner was killed while it took it is free in the end', async () => {
  const shared = join(folder, 'killed');
  const place = join(shared, 'work-1');
  mkdirSync(place, { recursive: true });
  for (const name of ['in-use', 'in-use.claim']) writeFileSync(join(place, name), dead);
  const found = [];
  for (let i = 0; i < 2; i++) found.push(unwrap(await Scratch.open(shared, 0)).dir);
  expect(found.sort()).toEqual([place, join(shared, 'work-2')]);
});

test('a folder that cannot be written to is a problem', async () => {
  writeFileSync(join(folder, 'file'), '');
  const opened = await Scratch.open(join(folder, 'file'), 0);
  expect(opened).toMatchObject({ problem: { code: 'write', text: join(folder, 'file') } });
});

test('what was used last stays, up to the limit', async () => {
  const scratch = unwrap(await Scratch.open(join(folder, 'trimmed'), 25));
  const game = join(scratch.dir, 'metachess');
  mkdirSync(game);
  for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) {
    writeFileSync(join(game, name), 'x'.repeat(10));
    utimesSync(join(game, name), i, i);
  }
  await scratch.touch(join(game, 'a'));
  await scratch.trim();
  expect(readdirSync(game)).toEqual(['a', 'd']);
  await scratch.close();
});

test('what a process that is gone has written half is removed from its place', async () => {
  const shared = join(folder, 'half');
  const game = join(shared, 'work-1', 'chess');
  mkdirSync(game, { recursive: true });
  writeFileSync(join(shared, 'work-1', 'in-use'), dead);
  for (const name of [`.pages.${dead}.00000000.part`, '.chess.KQRvkqr.log']) {
    writeFileSync(join(game, name), '');
  }
  const place = unwrap(await Scratch.open(shared, 0));
  expect(readdirSync(game)).toEqual(['.chess.KQRvkqr.log']);
  await place.close();
});
