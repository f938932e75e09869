import { beforeAll, describe, expect, test } from 'vitest';
import { type Compared, compareGames } from '../../tools/fairyCompare.ts';
import { seed, thorough, whole } from '../thorough.ts';
import { twins } from './fairyGames.ts';
import { gameOf } from './moves.ts';

const GAMES = thorough ? 1000 : whole ? 40 : 10;
/** Of a game, at most. */
const PLIES = whole ? 200 : 80;

describe(`${GAMES} random games of Fairy-Stockfish, played again`, () => {
  let compared: ReadonlyMap<string, Compared>;
  beforeAll(async () => {
    const pairs = twins.map((twin) => ({ ...twin, rules: gameOf(twin.name) }));
    const sections = twins.flatMap(({ ini = [] }) => ini);
    const found = await compareGames(
      pairs,
      { games: GAMES, plies: PLIES, seed },
      sections.join('\n'),
    );
    compared = new Map(twins.map(({ name }, i) => [name, found[i]!]));
    if (thorough) for (const [name, { ends }] of compared) console.log(name, ends);
  }, 3_600_000);

  test.each(twins)('of $name have the same moves, checks and ends', ({ name }) => {
    const { differences, games, plies, refused } = compared.get(name)!;
    expect(differences.slice(0, 3)).toEqual([]);
    expect(games + refused).toBe(GAMES);
    expect(plies).toBeGreaterThan(GAMES * 5);
    expect(refused).toBeLessThan(GAMES / 4);
  });
});
