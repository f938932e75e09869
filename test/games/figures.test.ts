import { describe, expect, test } from 'vitest';
import { onBoards, oneOnBoard, reachOfThree } from '../../figures/otherGames.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { countTable } from '../../src/table/statistics.ts';
import { few } from '../thorough.ts';
import { figures, solved } from './solved.ts';

// Figures of the whole board, without symmetry, by a brute-force program that shares nothing with this one. Those of
// tables that take longer are in test/proofs/games.proof.ts.

describe('Reach Chess', () => {
  const reach = unwrap(findRuleSet('reach'));

  // The bare kings are below all others; of these tables, only the queen's has positions after a pass.
  const QUICK = 2;

  const rows = few(reachOfThree, QUICK).map(([, table, ...expected]) => ({ table, expected }));
  describe.each(rows)('$table', ({ table, expected }) => {
    test('has these figures, with what only a pass leads to counted apart', () => {
      expect(figures(reach, table)).toEqual(expected);
    });

    test('is won in an odd number of plies, and lost in an even one from two on', () => {
      for (const { histogram, losses } of Object.values(countTable(solved(reach, table)))) {
        expect(Object.keys(histogram.win).filter((plies) => Number(plies) % 2 === 0)).toEqual([]);
        expect(Object.keys(histogram.loss).filter((plies) => Number(plies) % 2 === 1)).toEqual([]);
        expect(histogram.loss[0]).toBeUndefined();
        if (losses > 0) expect(histogram.loss[2]).toBeGreaterThan(0);
      }
    });
  });
});

describe('one piece against a bare king, on boards of files x ranks', () => {
  const QUICK = 5;

  test.each(few(onBoards, QUICK))('%s, %s (%s)', (size, movement, _, white, black) => {
    const rules = unwrap(parseVariants(oneOnBoard(size, movement)))[0]!;
    expect(figures(rules, 'KXvk')).toEqual([white, black]);
  });
});
