import { expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { pickleFormat } from '../../src/format/pickle/pickle.ts';
import { decodePickle } from '../../src/format/pickle/pickleReader.ts';
import { compareTables } from '../../src/table/compare.ts';
import { makePositionCode } from '../../src/table/positionCode.ts';
import { DRAWN, lostIn, UNCOVERED, wonIn } from '../../src/table/value.ts';
import { altered, joined, madeUpTable, smallEndgame, smallTable } from './madeUp.ts';

const ours = smallTable(smallEndgame('KQvk'));
const positions = ours.values.map(({ plies }) => plies.filter((value) => value !== UNCOVERED));
const count = positions[0]!.length + positions[1]!.length;

function indexOf(turn: 0 | 1, wanted: (value: number) => boolean): number {
  const index = ours.values[turn].plies.findIndex(wanted);
  expect(index).toBeGreaterThanOrEqual(0);
  return index;
}

test('a table has no differences from itself', () => {
  expect(compareTables(ours, ours)).toEqual({
    compared: count,
    different: 0,
    differences: [],
    missing: 0,
    firstMissing: null,
    extra: 0,
    firstExtra: null,
  });
});

test('a table read back from a pickle has no differences', async () => {
  const table = madeUpTable('KRvk');
  const theirs = unwrap(decodePickle(await joined(pickleFormat.encode(table)), table));
  expect(compareTables(table, theirs)).toMatchObject({ different: 0, missing: 0, extra: 0 });
});

test('a changed value is a difference, with the position and both values', () => {
  const index = indexOf(1, (value) => value > 1);
  const theirs = altered(ours, (_, black) => {
    black[index] = lostIn(6);
  });
  const found = compareTables(ours, theirs);
  expect(found).toMatchObject({ compared: count, different: 1, missing: 0, extra: 0 });
  const squares = [0, 0, 0];
  ours.placements.squares(index, squares);
  const dtm = ours.values[1].at(index) - 1;
  expect(found.differences).toEqual([
    {
      turn: 1,
      squares,
      code: makePositionCode(1, squares, 4),
      ours: { wdl: 1, dtm },
      theirs: { wdl: -1, dtm: 6 },
    },
  ]);
});

test('a position that only one of the two has is missing or extra, and not compared', () => {
  const gone = indexOf(0, (value) => value !== UNCOVERED);
  const theirs = altered(ours, (white) => {
    white[gone] = UNCOVERED;
  });
  const squares = [0, 0, 0];
  ours.placements.squares(gone, squares);
  const placed = { turn: 0, squares, code: makePositionCode(0, squares, 4) };
  const less = { compared: count - 1, different: 0, differences: [] };
  expect(compareTables(ours, theirs)).toEqual({
    ...less,
    missing: 1,
    firstMissing: placed,
    extra: 0,
    firstExtra: null,
  });
  expect(compareTables(theirs, ours)).toEqual({
    ...less,
    missing: 0,
    firstMissing: null,
    extra: 1,
    firstExtra: placed,
  });
});

test('all differences are counted and the first ones shown', () => {
  const theirs = altered(ours, (white, black) => {
    for (const side of [white, black]) {
      for (const [i, value] of side.entries()) if (value !== UNCOVERED) side[i] = wonIn(100);
    }
  });
  const found = compareTables(ours, theirs, 3);
  expect(found.different).toBe(count);
  expect(found.differences).toHaveLength(3);
  expect(found.differences.every(({ turn }) => turn === 0)).toBe(true);
});

test('a number that is no index is not compared: it may hold a copy of a value or none', () => {
  const { placements } = ours;
  const squares = [0, 0, 0];
  const copies = Array.from({ length: placements.size }, (_, number) => number).filter((number) => {
    placements.squares(number, squares);
    return placements.index(squares) !== number;
  });
  expect(copies.length).toBeGreaterThan(100);
  const theirs = altered(ours, (white, black) => {
    for (const number of copies) [white[number], black[number]] = [DRAWN, wonIn(1)];
  });
  const same = { compared: count, different: 0, missing: 0, extra: 0 };
  expect(compareTables(ours, theirs)).toMatchObject(same);
  expect(compareTables(theirs, ours)).toMatchObject(same);
});

test('tables of different endgames are not compared', () => {
  const other = smallTable(smallEndgame('KRvk'));
  expect(() => compareTables(ours, other)).toThrow('cannot compare KQvk with KRvk');
});
