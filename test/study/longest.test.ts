import { describe, expect, test } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { longestOfSides, longestWins } from '../../src/study/longest.ts';
import { countTable } from '../../src/table/statistics.ts';
import { readTable } from '../../src/table/table.ts';
import { wonIn } from '../../src/table/value.ts';
import { solved } from './solvedTables.ts';

describe.each([
  ['KQvk', metachess],
  ['KPvk', chess],
] as const)('the longest wins of %s', (name, rules) => {
  test(`are all those of the most plies, then of the next fewer (${rules.name})`, async () => {
    const table = await solved(rules, name);
    const { white } = countTable(table);
    const plies = Object.entries(white.unique.histogram.win).reverse();
    const longest = plies.flatMap(([ply, count]) => new Array<number>(count).fill(Number(ply)));
    const found = longestWins(table, { count: 100 });
    expect(found.map((win) => win.plies)).toEqual(longest.slice(0, 100));
    for (const { turn, squares, plies: each } of found) {
      expect(readTable(table, turn, squares)).toBe(wonIn(each));
    }
    const different = new Set(found.map(({ squares }) => table.placements.index(squares)));
    expect(different.size).toBe(100);
    expect(found[0]!.squares).toEqual(white.longestWinSquares);
  });
});

test('the longest wins may be limited to one side', async () => {
  const table = await solved(chess, 'KRvkr');
  const { white, black } = countTable(table);
  const ofBlack = longestWins(table, { count: 7, winner: 1 });
  expect(ofBlack.map(({ turn }) => turn)).toEqual(new Array(7).fill(1));
  expect(ofBlack[0]!.plies).toBe(black.longestWin);
  // This endgame is symmetric in the colours: White's longest come first, then as many of Black's.
  expect(white.longestWin).toBe(black.longestWin);
  const ofWhite = white.unique.histogram.win[white.longestWin!]!;
  const ofBoth = longestWins(table, { count: 2 * ofWhite });
  expect(ofBoth.map(({ plies }) => plies)).toEqual(new Array(2 * ofWhite).fill(white.longestWin));
  expect(ofBoth.map(({ turn }) => turn)).toEqual(ofBoth.map((_, i) => (i < ofWhite ? 0 : 1)));
});

test('there are no longest wins of a side that cannot win', async () => {
  expect(longestWins(await solved(chess, 'KQvk'), { count: 5, winner: 1 })).toEqual([]);
});

test.each([
  ['KRvkr', undefined],
  ['KQvk', undefined],
  ['KRvkr', 1],
] as const)(
  'the longest win of each side of %s is known from counts (winner %s)',
  async (name, winner) => {
    const table = await solved(chess, name);
    const found = longestOfSides(countTable(table), winner);
    const sides = winner === undefined ? ([0, 1] as const) : [winner];
    const expected = sides.flatMap((winner) => longestWins(table, { count: 1, winner }));
    expect(found).toEqual(expected);
    expect(found.length).toBe(name === 'KRvkr' ? sides.length : 1);
  },
);
