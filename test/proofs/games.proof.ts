import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { piece } from '../../src/pieces/kinds.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { chessWith } from '../games/madeGames.ts';
import { figures } from '../games/solved.ts';
import { sample } from '../thorough.ts';

// The figures that take longer than those of test/games/figures.test.ts, from 4 to 40 seconds each.

const chess11x11 = chessWith(11, 11, piece('Q', 'queen', 'Q'));
const gameOf = (name: string) => (name === '11x11' ? chess11x11 : unwrap(findRuleSet(name)));

/** Wins / draws / losses, longest win, longest loss, and for Reach Chess what only a pass leads to. */
type Row = readonly [game: string, table: string, white: string, black: string, afterPass?: string];

/** By a brute-force program that shares nothing with this one. */
const confirmed: readonly Row[] = [
  ['metamachy', 'KQvk', '2090220 / 0 / 0, 29, -', '0 / 135592 / 2644768, -, 30'],
  ['metamachy', 'KRvk', '2360160 / 0 / 0, 49, -', '0 / 133860 / 2646500, -, 50'],
  ['metamachy', 'KGvk', '2076840 / 0 / 0, 27, -', '0 / 135092 / 2645268, -, 28'],
  ['metamachy', 'KCvk', '0 / 2772440 / 0, -, -', '0 / 2780360 / 0, -, -'],
  ['metamachy', 'KMvk', '0 / 2673760 / 0, -, -', '0 / 2780360 / 0, -, -'],
  ['11x11', 'KQvk', '1191120 / 0 / 0, 27, -', '0 / 93368 / 1534552, -, 28'],
  ['shatranj', 'KNvkn', ...both('2101380 / 10389632 / 44244, 21, 20')],
  ['shatranj', 'KRvkn', '5211020 / 5521268 / 48440, 53, 4', '2154212 / 9016092 / 1364952, 5, 54'],
  ['shatranj', 'KFvkf', ...both('3756844 / 8025284 / 1210872, 63, 62')],
  ['reach', 'KRvkr', ...both('5449470 / 9656 / 816264, 31, 30'), '1236 / 0 / 2; 1236 / 0 / 2'],
  ['reach', 'KNvkn', ...both('4967914 / 14530 / 2212076, 27, 28'), '4 / 0 / 0; 4 / 0 / 0'],
  [
    'reach',
    'KQvkp',
    '4406514 / 0 / 16288, 11, 4',
    '1847166 / 25566 / 4654446, 25, 24',
    '6214 / 0 / 0; 0 / 0 / 0',
  ],
];

/** By the reference solver alone: a change of these needs a reason. */
const unconfirmed: readonly Row[] = [
  ['metamachy', 'KLvk', '2406132 / 0 / 0, 17, -', '0 / 133808 / 2646552, -, 18'],
  ['metamachy', 'KPvk', '1994914 / 292342 / 0, 67, -', '0 / 556424 / 1760656, -, 66'],
];

/** The figures of a table whose sides have the same men. */
function both(side: string): [white: string, black: string] {
  return [side, side];
}

const AT_LEAST = 3;

describe('the figures of the whole board', () => {
  for (const [game, table, ...expected] of sample([...confirmed, ...unconfirmed], AT_LEAST)) {
    test(`${game}: ${table}`, () => {
      const { white, black, afterPass } = figures(gameOf(game), table);
      expect([white, black, ...(afterPass ? [afterPass] : [])]).toEqual(expected);
    });
  }
});
