import { describe, expect, it } from 'vitest';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { makeBuffers } from '../../../src/solve/window/pages.ts';
import { allMaterials } from '../../../src/table/material.ts';
import { thorough } from '../../thorough.ts';
import { fileOfSets, type SetTable, solveBySets } from '../setTables.ts';
import { HeapStore } from './heapStore.ts';

const few = ['KQvk', 'KRvk', 'KPvk', 'KNvkn'];
const every = [...allMaterials(3, chess), ...allMaterials(4, chess)].map(({ name }) => name);

/** Hardly more than one page needs. */
const WINDOW = 2 << 20;

async function expectSameFiles(
  tables: ReadonlyMap<string, SetTable>,
  plain: ReadonlyMap<string, SetTable>,
): Promise<void> {
  expect([...tables.keys()]).toEqual([...plain.keys()]);
  for (const [name, table] of tables) {
    expect(table.statistics, name).toEqual(plain.get(name)!.statistics);
    const files = [await fileOfSets(table), await fileOfSets(plain.get(name)!)];
    expect(Buffer.compare(files[0]!, files[1]!), name).toBe(0);
  }
}

describe.each([chess, metachess])('$name through a small window', (rules) => {
  const names = thorough ? every : few;
  const plain = solveBySets(rules, names, 512);

  it('makes the same files with pages in a file', async () => {
    const [pages, log] = [new HeapStore(), new HeapStore()];
    const window = { bytes: WINDOW, buffers: [], pages, log };
    await expectSameFiles(await solveBySets(rules, names, 512, new Map(), { window }), await plain);
    expect(pages.written).toBeGreaterThan(0);
    expect(log.written).toBeGreaterThan(0);
  });

  it('makes the same files with pages in memory, and those in a file for which that is too little', async () => {
    const [pages, log] = [new HeapStore(), new HeapStore()];
    const window = { bytes: WINDOW, buffers: makeBuffers(1 << 16), pages, log };
    await expectSameFiles(await solveBySets(rules, names, 512, new Map(), { window }), await plain);
    expect(pages.written).toBeGreaterThan(0);
  });

  it('makes the same files of codes of two bytes', async () => {
    const far = new Map([['KQvk', 200]]);
    const window = { bytes: WINDOW, buffers: [], pages: new HeapStore(), log: new HeapStore() };
    const wide = await solveBySets(rules, ['KPvk'], 512, far);
    expect(wide.get('KPvk')!.values[0].codes).toBeInstanceOf(Int16Array);
    await expectSameFiles(await solveBySets(rules, ['KPvk'], 512, far, { window }), wide);
  });

  it('leaves nothing behind for tables that are solved in memory', async () => {
    const window = { bytes: WINDOW, buffers: [], pages: new HeapStore(), log: new HeapStore() };
    await expectSameFiles(
      await solveBySets(rules, ['KPvk'], 512, new Map(), { window, only: 'KQvk' }),
      await solveBySets(rules, ['KPvk'], 512),
    );
  });

  it('makes the same files of slabs that fix a third piece', async () => {
    const window = { bytes: WINDOW, buffers: [], pages: new HeapStore(), log: new HeapStore() };
    const pawnless = ['KQvk', 'KRvk'];
    await expectSameFiles(
      await solveBySets(rules, pawnless, 512, new Map(), { window, still: 3 }),
      await solveBySets(rules, pawnless, 512),
    );
  });
});
