import { describe, expect, test } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import {
  fewestPlies,
  type LongestOptions,
  longestKnown,
  longestWins,
} from '../../src/study/longest.ts';
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
  ['KRvkr', {}],
  ['KQvk', {}],
  ['KRvkr', { winner: 1 }],
  ['KQvk', { winner: 1 }],
] as const)('what statistics tell of the wins of %s is so (%j)', async (name, winner) => {
  const table = await solved(chess, name);
  const statistics = countTable(table);
  const of = (count: number): LongestOptions => ({ count, ...winner });
  expect(longestKnown(statistics, of(1))).toEqual(longestWins(table, of(1)));
  const isWon = longestWins(table, of(1)).length > 0;
  expect(longestKnown(statistics, of(2))).toEqual(isWon ? undefined : []);
  for (const count of [1, 2, 30, 10_000_000]) {
    const wins = longestWins(table, of(count));
    const fewest = wins.length < count ? 0 : wins.at(-1)!.plies;
    expect(fewestPlies(statistics, of(count))).toBe(fewest);
  }
});
