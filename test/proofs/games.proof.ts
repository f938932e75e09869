import { describe, expect, test } from 'vitest';
import {
  metamachyOfThree,
  type OfGame,
  ofFour,
  oneOnBoard,
  onLargestBoard,
} from '../../figures/otherGames.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { figures } from '../games/solved.ts';
import { sample } from '../thorough.ts';

// The figures that take longer than those of test/games/figures.test.ts, from 4 to 40 seconds each.

const chess11x11 = unwrap(parseVariants(oneOnBoard('11x11', 'Q')))[0]!;
const gameOf = (name: string) => (name === '11x11' ? chess11x11 : unwrap(findRuleSet(name)));

const [, , , ...ofQueen] = onLargestBoard;
const confirmed: readonly OfGame[] = [
  ...metamachyOfThree,
  ['11x11', 'KXvk', ...ofQueen],
  ...ofFour,
];

/** By the reference solver alone: a change of these needs a reason. */
const unconfirmed: readonly OfGame[] = [
  ['metamachy', 'KLvk', '2406132 / 0 / 0, 17, -', '0 / 133808 / 2646552, -, 18'],
  ['metamachy', 'KPvk', '1994914 / 292342 / 0, 67, -', '0 / 556424 / 1760656, -, 66'],
];

const AT_LEAST = 3;

describe('the figures of the whole board', () => {
  for (const [game, table, ...expected] of sample([...confirmed, ...unconfirmed], AT_LEAST)) {
    test(`${game}: ${table}`, () => {
      expect(figures(gameOf(game), table)).toEqual(expected);
    });
  }
});
