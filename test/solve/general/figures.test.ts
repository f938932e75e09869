import { describe, expect, test } from 'vitest';
import { figureTexts } from '../../../figures/figureTexts.ts';
import {
  metamachyOfThree,
  ofFour,
  onBoards,
  oneOnBoard,
  onLargestBoard,
  reachOfThree,
} from '../../../figures/otherGames.ts';
import { unwrap } from '../../../src/board/result.ts';
import { parseVariants } from '../../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { countTable } from '../../../src/table/statistics.ts';
import { few, whole } from '../../thorough.ts';
import { materialOf, Solved } from '../solved.ts';

/** The figures of a table that the general solver makes with all below it. */
function figures(rules: RuleSet, name: string) {
  expect(checkGeneral(rules, materialOf(rules, name))).toMatchObject({ ok: true });
  return figureTexts(countTable(new Solved(rules, solveGeneral).get(name)));
}

describe('the general solver has the published figures', () => {
  const boards = [...onBoards, ...(whole ? [onLargestBoard] : [])];

  test.each(boards)('of %s, %s (%s) against a bare king', (size, movement, _, white, black) => {
    const rules = unwrap(parseVariants(oneOnBoard(size, movement)))[0]!;
    expect(figures(rules, 'KXvk')).toEqual([white, black]);
  });

  // The other two of Metamachy are all draws.
  const games = [
    ...few(reachOfThree, 2),
    ...few(metamachyOfThree.slice(0, 3), 1),
    ...(whole ? ofFour : ofFour.filter(([game]) => game === 'shatranj').slice(0, 1)),
  ].map(([game, table, ...expected]) => ({ game, table, expected }));

  test.each(games)('of $game $table', ({ game, table, expected }) => {
    expect(figures(unwrap(findRuleSet(game)), table)).toEqual(expected);
  });
});
