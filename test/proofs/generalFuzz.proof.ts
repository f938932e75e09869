import { afterAll, describe, expect, test } from 'vitest';
import type { Compared } from '../solve/general/bothSolvers.ts';
import { compareGame, describeGame, fuzzedGames } from '../solve/general/fuzzedGames.ts';
import { refusedShare, summaryOf } from '../solve/general/summary.ts';
import { cases, seed } from '../thorough.ts';

// Other games than those of test/solve/general/fuzz.test.ts, and larger tables. METATB_SEED chooses them: that of a
// failure makes its game the first one.

const GAMES = 50;
const AT_LEAST = 12;
const EXTENT = { materials: 4, positions: 200_000 };
/** Of all tables: of more the games would say little. */
const MOST_REFUSED = 0.2;

const first = process.env.METATB_SEED === undefined ? seed + 1000 : seed;
const games = fuzzedGames(first, cases(GAMES, AT_LEAST), EXTENT);

describe('the general solver and the reference solver agree on every position', () => {
  const all: Compared[] = [];
  afterAll(() => console.log(summaryOf(all)));

  test.each(games)('of $rules.name', (game) => {
    const compared = compareGame(game);
    all.push(...compared);
    const differences = compared.flatMap((each) => each.differences);
    expect(differences, describeGame(game)).toEqual([]);
  });

  test('of nearly all tables', () => {
    expect(all.length).toBeGreaterThan(games.length);
    expect(refusedShare(all), summaryOf(all)).toBeLessThanOrEqual(MOST_REFUSED);
  });
});
