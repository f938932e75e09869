import { describe, expect, test } from 'vitest';
import { allSymmetries } from '../../../src/board/board.ts';
import type { Leg } from '../../../src/pieces/legs.ts';
import type { Variant } from '../../../src/rules/variant.ts';
import { gameLine } from '../../../tools/gameLine.ts';
import { randomGame } from '../../../tools/randomGame.ts';
import { features } from './forgetful.ts';
import { fuzzedGames } from './fuzzedGames.ts';

const COUNT = 200;
const games = Array.from({ length: COUNT }, (_, seed) => randomGame(seed));

const legs = (is: (leg: Leg) => boolean) => (variant: Variant) =>
  variant.equipment.army.some(({ movement }) => movement.some(is));

const others: readonly (readonly [name: string, is: (variant: Variant) => boolean])[] = [
  ['no royal piece', ({ equipment }) => equipment.royals.length === 0],
  ['a king of other moves', ({ equipment }) => equipment.army[0]!.royal === 'only'],
  ['a board that is not square', ({ equipment: { board } }) => board.files !== board.ranks],
  ['a goal that the other side may answer', ({ goal }) => goal?.answer === true],
  ['a goal that must be safe', ({ goal }) => goal?.safe === true],
  ['a goal for several pieces', ({ goal }) => (goal?.count ?? 1) > 1],
  ['two royal kinds', ({ equipment }) => equipment.royals.length > 1],
  ['colours that differ', ({ equipment }) => [...equipment.exchanges()].length === 0],
  ['a triple step', legs(({ step: [, y], initial }) => y === 3 && initial === true)],
  [
    'no symmetry of the board',
    (variant) => randomSymmetries(variant) < allSymmetries(variant.equipment.board).length,
  ],
];

function randomSymmetries({ equipment, name }: Variant): number {
  const rules = games.find((game) => game.name === name)!;
  const men = [...equipment.army.keys()].map((kind) => ({ kind, color: 0 as const }));
  return rules.symmetries(men).length;
}

describe('random games', () => {
  test('are the same for the same seed, and others for another one', () => {
    const again = games.slice(0, 10).map((_, seed) => gameLine(randomGame(seed).variant));
    expect(again).toEqual(games.slice(0, 10).map(({ variant }) => gameLine(variant)));
    const bodies = games.map(({ variant }) => gameLine(variant).replace(variant.name, ''));
    expect(new Set(bodies).size).toBe(COUNT);
  });

  test('are described in one line that begins with the seed', () => {
    for (const [seed, { variant, board }] of games.entries()) {
      expect(gameLine(variant)).toMatch(
        new RegExp(`^random-${seed}: ${board.files}x${board.ranks}; [^\n]*$`),
      );
    }
  });

  test.each(features)('have $name in one game of fifty', ({ isIn }) => {
    expect(games.filter(({ variant }) => isIn(variant)).length).toBeGreaterThan(COUNT / 50);
  });

  test.each(others)('have %s', (_, is) => {
    expect(games.filter(({ variant }) => is(variant)).length).toBeGreaterThan(1);
  });

  test('mostly have tables of the least extent', () => {
    const fuzzed = fuzzedGames(0, 40, { materials: 1, positions: 20_000 });
    expect(fuzzed.at(-1)!.seed).toBeLessThan(80);
  });
});
