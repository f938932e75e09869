import { describe, expect, test } from 'vitest';
import { ok, unwrap } from '../../src/board/result.ts';
import type { SlabPlacements } from '../../src/index/slabPlacements.ts';
import { type Slices, sliced, storeCodes } from '../../src/index/slices.ts';
import { squareClasses } from '../../src/index/squareClasses.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { compareResults } from '../../src/study/changes.ts';
import { compareInParts, comparePart, type SlicedTable } from '../../src/study/changesInParts.ts';
import { SlabValues } from '../../src/table/values.ts';
import { type SetTable, solveBySets } from '../solve/setTables.ts';

/** Counts the slices that are read. */
function inSlices(table: SetTable, standing: readonly number[], read: Slices[]): SlicedTable {
  const cut = (slices: Slices, side: 0 | 1) => {
    const { codes } = table.values[side];
    const Codes = codes instanceof Int8Array ? Int8Array : Int16Array;
    const room = new Codes(sliced(slices));
    const sides = side === 0 ? ([room, undefined] as const) : ([undefined, room] as const);
    storeCodes({ sides, slices }, side, 0, codes);
    return new SlabValues(room);
  };
  return {
    endgame: table,
    standing,
    width: 1,
    readSlices: async (slices) => {
      read.push(slices);
      return { ok: true, value: [cut(slices, 0), cut(slices, 1)] };
    },
  };
}

describe.each([
  ['KQvk', 0],
  ['KNNvk', 4],
  ['KQRvk', 64],
  ['KBNvk', 12],
  ['KRPvk', 0],
  ['KPvkp', 8],
])('%s in parts', (name, squares) => {
  test('has the same changes, and the same examples', async () => {
    const [ours, theirs] = await Promise.all(
      [metachess, chess].map(async (rules) => (await solveBySets(rules, [name], 256)).get(name)!),
    );
    const { placements, material } = ours!;
    const read: Slices[] = [];
    const standing = material.men.map((_, slot) => slot).slice(1, 3);
    const done: number[] = [];
    const most = (4 * placements.size * squares) / 64;
    const found = await compareInParts(
      inSlices(ours!, standing, read),
      inSlices(theirs!, standing, read),
      { examples: 5, most, onPart: (part, total) => done.push(part / total) },
    );
    expect(unwrap(found)).toEqual(unwrap(compareResults(ours!, theirs!, { examples: 5 })));
    const byThree = await compareInParts(
      inSlices(ours!, standing, []),
      inSlices(theirs!, standing, []),
      {
        examples: 5,
        most,
        compare: async (part) =>
          ok([0, 1, 2].map((number) => comparePart(ours!, part, { number, of: 3 }))),
      },
    );
    expect(unwrap(byThree)).toEqual(unwrap(found));
    const { kingPairs, groups } = placements as SlabPlacements;
    const all = kingPairs.length > 0 ? 64 : groups.length;
    const fitting = Math.max(1, Math.floor((all * squares) / 64));
    const parts = Math.ceil(
      all / (kingPairs.length > 0 ? 2 ** Math.floor(Math.log2(fitting)) : fitting),
    );
    expect(read).toHaveLength(2 * parts);
    if (kingPairs.length > 0) {
      // No part has some squares of several classes: each plane would be read for all of them.
      for (const slices of read) {
        const of = squareClasses.filter((own) => own.some((each) => slices.squares.includes(each)));
        const whole = of.every((own) => own.every((each) => slices.squares.includes(each)));
        expect(of.length === 1 || whole).toBe(true);
      }
    }
    expect(done).toHaveLength(parts + 1);
    expect(done.at(-1)).toBe(1);
  });
});
