import { describe, expect, it } from 'vitest';
import {
  type IndexPart,
  partOfNumbers,
  partOfPlaces,
  partOfSquares,
  placeSize,
} from '../../../src/index/indexPart.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { makeBuffers } from '../../../src/solve/window/pages.ts';
import type { WindowCodes } from '../../../src/solve/window/windowCodes.ts';
import { allMaterials } from '../../../src/table/material.ts';
import type { SlabCodes } from '../../../src/table/values.ts';
import { thorough } from '../../thorough.ts';
import { fileOfSets, type ReadInParts, type SetTable, solveBySets } from '../setTables.ts';
import { HeapStore } from './heapStore.ts';

const few = ['KQvk', 'KRvk', 'KPvk', 'KNvkn'];
const every = [...allMaterials(3, chess), ...allMaterials(4, chess)].map(({ name }) => name);

const everyAway = every
  .filter((name) => /p/i.test(name))
  .flatMap((name) =>
    [0, 1, 2].flatMap((still) => [0, 200].map((moves) => [name, still, moves] as const)),
  );
const fewAway = [
  ['KPvk', 2, 200],
  ['KRvkp', 1, 0],
  // Promotions that keep a pawn, and captures of pawns, en passant too.
  ['KPvkp', 0, 0],
] as const;

/** Hardly more than one page needs. */
const WINDOW = 2 << 20;

/** Every second pair of kings or group of pawns, and then the others. */
const readPlaces: ReadInParts = (placements, codes, into) => {
  const all = range(placements.size / placeSize(placements));
  for (const rest of [1, 0]) {
    const some = all.filter((place) => place % 2 === rest);
    readPart(codes, partOfPlaces(placements, some), into);
  }
};

/** Squares of the first other piece, backwards; groups of pawns whole. */
const readSquares: ReadInParts = (placements, codes, into) => {
  if (placements.pawnSlots.length > 0) return readPlaces(placements, codes, into);
  for (const squares of [
    [5, 3, 1, 0],
    range(64).filter((square) => ![5, 3, 1, 0].includes(square)),
  ]) {
    readPart(codes, partOfSquares(placements, squares), into);
  }
};

/** Single codes, of an order that does not follow the index. */
const readNumbers: ReadInParts = ({ size }, codes, into) => {
  const step = 64 * 64 + 1;
  const numbers = Array.from({ length: size }, (_, i) => (i * step) % size);
  const half = Math.floor(size / 2);
  for (const some of [numbers.slice(half), numbers.slice(0, half)]) {
    readPart(codes, partOfNumbers([Float64Array.from(some)]), into);
  }
};

function readPart(
  codes: WindowCodes,
  part: IndexPart,
  into: readonly [SlabCodes, SlabCodes],
): void {
  const { unit, units } = part;
  const read = into.map((all) => all.slice(0, unit * units.length)) as [SlabCodes, SlabCodes];
  codes.read(part, read);
  for (const [side, all] of into.entries()) {
    for (const [i, number] of units.entries()) {
      all.set(read[side]!.subarray(i * unit, (i + 1) * unit), number * unit);
    }
  }
}

function inHeap() {
  const [pages, log, codes] = [new HeapStore(), new HeapStore(), new HeapStore()];
  return { bytes: WINDOW, buffers: [], pages, log, codes };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

async function expectSameFiles(
  tables: ReadonlyMap<string, SetTable>,
  plain: ReadonlyMap<string, SetTable>,
): Promise<void> {
  expect([...tables.keys()]).toEqual([...plain.keys()]);
  for (const [name, table] of tables) {
    if (table === plain.get(name)) continue;
    expect(table.statistics, name).toEqual(plain.get(name)!.statistics);
    const files = [await fileOfSets(table), await fileOfSets(plain.get(name)!)];
    expect(Buffer.compare(files[0]!, files[1]!), name).toBe(0);
  }
}

describe.each([chess, metachess])('$name through a small window', (rules) => {
  const names = thorough ? every : few;
  const plain = solveBySets(rules, names, 512);
  const away = thorough ? everyAway : fewAway;
  const known = solveBySets(rules, [...new Set(away.map(([name]) => name))], 512);

  it('makes the same files with pages in a file', async () => {
    const [pages, log] = [new HeapStore(), new HeapStore()];
    const window = { bytes: WINDOW, buffers: [], pages, log, codes: new HeapStore() };
    await expectSameFiles(await solveBySets(rules, names, 512, new Map(), { window }), await plain);
    expect(pages.written).toBeGreaterThan(0);
    expect(log.written).toBeGreaterThan(0);
  });

  it('makes the same files with pages in memory, and those in a file for which that is too little', async () => {
    const [pages, log] = [new HeapStore(), new HeapStore()];
    const window = {
      bytes: WINDOW,
      buffers: makeBuffers(1 << 16),
      pages,
      log,
      codes: new HeapStore(),
    };
    await expectSameFiles(await solveBySets(rules, names, 512, new Map(), { window }), await plain);
    expect(pages.written).toBeGreaterThan(0);
  });

  it('makes the same files of codes of two bytes', async () => {
    const far = new Map([['KQvk', 200]]);
    const window = inHeap();
    const wide = await solveBySets(rules, ['KPvk'], 512, far);
    expect(wide.get('KPvk')!.values[0].codes).toBeInstanceOf(Int16Array);
    await expectSameFiles(await solveBySets(rules, ['KPvk'], 512, far, { window }), wide);
  });

  it.each([
    ['one byte', 'KNvkn', 0],
    ['two bytes', 'KPvk', 200],
  ])('makes codes of %s from its log, part by part', async (_, name, moves) => {
    const far = new Map([['KQvk', moves]]);
    const window = inHeap();
    const expected = await solveBySets(rules, [name], 512, far);
    const { codes } = [...expected.values()][0]!.values[0];
    expect(codes).toBeInstanceOf(moves === 0 ? Int8Array : Int16Array);
    for (const how of [
      { readInParts: readPlaces },
      { readInParts: readSquares },
      { readInParts: readNumbers },
      { readInParts: readPlaces, still: 3 },
      { readInParts: readSquares, still: 3 },
    ]) {
      const found = await solveBySets(rules, [name], 512, far, { window, ...how });
      await expectSameFiles(found, expected);
    }
  });

  it('makes the same files with pages that all workers find in the memory of the kernel, or some of them', async () => {
    for (const homes of [64 << 20, 1 << 20]) {
      const window = { ...inHeap(), bytes: (64 << 20) + homes };
      await expectSameFiles(
        await solveBySets(rules, names, 512, new Map(), { window }),
        await plain,
      );
    }
  });

  // With slabs that fix no king, one, or both, as those of more men do.
  it.each(away)(
    'makes the same file if no table is in memory that it leads to: %s, fixed %i, mates in %i',
    async (name, still, moves) => {
      const far = new Map([['KQvk', moves]]);
      const blocks = new HeapStore();
      const window = { ...inHeap(), buffers: makeBuffers(1 << 24) };
      const only = { only: name, known: await known };
      const expected = await solveBySets(rules, [name], 512, far, only);
      expect(expected.get(name) === only.known.get(name)).toBe(false);
      const found = await solveBySets(rules, [name], 512, far, { ...only, window, blocks, still });
      await expectSameFiles(found, expected);
      expect(blocks.written).toBeGreaterThan(0);
    },
  );

  it('leaves nothing behind for tables that are solved in memory', async () => {
    const window = inHeap();
    await expectSameFiles(
      await solveBySets(rules, ['KPvk'], 512, new Map(), { window, only: 'KQvk' }),
      await solveBySets(rules, ['KPvk'], 512),
    );
  });

  it('makes the same files of slabs that fix a third piece', async () => {
    const window = inHeap();
    // A slider and a leaper: of three men there is none to fix.
    const pawnless = ['KQvkr', 'KNvkn'];
    await expectSameFiles(
      await solveBySets(rules, pawnless, 512, new Map(), { window, still: 3 }),
      await solveBySets(rules, pawnless, 512),
    );
  });
});
