import { expect, test } from 'vitest';
import { readTable } from '../../../src/table/table.ts';
import { makeValueCode } from '../../../src/table/value.ts';
import { bruteForce } from '../../rules/bruteForce.ts';
import { seed, whole } from '../../thorough.ts';
import { Solved } from '../solved.ts';
import { describeGame, fuzzedGames } from './fuzzedGames.ts';

// The other solvers are compared with the reference solver: here it is compared with what shares nothing with it.

const games = fuzzedGames(seed, whole ? 30 : 10, { materials: 2, positions: 12_000 });
/** Placements of the men on the whole board. */
const MOST_PLACEMENTS = 20_000;

test.each(games)('brute force finds the values of the reference solver: $rules.name', (game) => {
  const { rules, materials } = game;
  const tables = new Solved(rules);
  const quick = materials.filter(({ men }) => rules.board.size ** men.length <= MOST_PLACEMENTS);
  for (const { name, men } of quick) {
    const table = tables.get(name);
    const wrong = bruteForce(rules, men).placed.filter(
      (placed) => readTable(table, placed.turn, placed.squares) !== makeValueCode(placed),
    );
    expect(wrong.slice(0, 3), `${name} of ${describeGame(game)}`).toEqual([]);
  }
});

test('of some games at least', () => {
  const sizes = games.flatMap(({ rules, materials }) =>
    materials.map(({ men }) => rules.board.size ** men.length),
  );
  expect(sizes.filter((size) => size <= MOST_PLACEMENTS).length).toBeGreaterThan(5);
});
