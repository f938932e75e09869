import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeTables } from '../../src/queue/makeTables.ts';
import { Scratch } from '../../src/queue/scratch.ts';
import { FolderStore } from '../../src/queue/stores/folderStore.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { generateInFolder } from '../../src/solve/inFolder.ts';
import { type Material, parseMaterial } from '../../src/table/material.ts';
import { makeFolder } from './running.ts';

const folder = makeFolder();
const [wanted, ...below] = ['KPvk', 'KQvk', 'KRvk', 'KBvk', 'KNvk'].map(
  (name) => unwrap(parseMaterial(name, metachess)).material,
) as [Material, ...Material[]];

/** Makes the wanted table while a disk damages one that it needs after it was checked, the first so many times. */
async function makeWithDamage(times: number) {
  const store = join(folder, `store-${times}`);
  unwrap(await generateInFolder(metachess, below, { dir: store, threads: 1 }));
  const scratch = unwrap(
    await Scratch.open(join(folder, `scratch-${times}`), Number.POSITIVE_INFINITY),
  );
  const stored: string[] = [];
  let left = times;
  const made = await makeTables(
    { rules: metachess, solver: undefined, together: true, materials: [wanted] },
    new Map(),
    { store: new FolderStore(store), scratch, threads: 1, memory: 2 ** 31, patience: 1 },
    {
      signal: new AbortController().signal,
      onStored: async ({ name }) => {
        stored.push(name);
      },
      onEvent: ({ kind }) => {
        if (kind !== 'plan' || left-- <= 0) return;
        const path = join(scratch.dir, 'metachess/KQvk.mtb');
        const bytes = readFileSync(path);
        bytes[bytes.length - 5]! ^= 1;
        writeFileSync(path, bytes);
      },
      onWait: () => {},
      onSmallDisk: () => {},
    },
  );
  await scratch.close();
  return { made, stored, store };
}

test('a subtable that was damaged after it was fetched is fetched again', async () => {
  const { made, stored, store } = await makeWithDamage(1);
  expect(made).toEqual({ ok: true, value: undefined });
  expect(stored).toEqual([wanted.name]);
  const alone = join(folder, 'alone');
  unwrap(await generateInFolder(metachess, [wanted], { dir: alone, threads: 1 }));
  const bytes = (dir: string) => readFileSync(join(dir, `metachess/${wanted.name}.mtb`));
  expect(bytes(store)).toEqual(bytes(alone));
});

test('a disk that damages it again is a problem', async () => {
  const { made, stored } = await makeWithDamage(2);
  expect(made).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
  expect(stored).toEqual([]);
});
