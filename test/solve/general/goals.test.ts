import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { onRanks } from '../../../src/board/regions.ts';
import { Equipment } from '../../../src/pieces/equipment.ts';
import { piece, royal } from '../../../src/pieces/kinds.ts';
import type { Blast } from '../../../src/pieces/laws.ts';
import { rulesOf } from '../../../src/rules/rules.ts';
import { checkmateOrStalemate, type Goal } from '../../../src/rules/variant.ts';
import { materialOf } from '../solved.ts';
import { BothSolvers } from './bothSolvers.ts';

/** Pieces without a king, some of which have a goal. */
function gameWith(goal: Partial<Goal>, blast?: Blast) {
  const army = [piece('R', 'rook', 'R'), piece('B', 'bishop', 'B'), piece('W', 'wazir', 'W')];
  const laws = blast ? { blast } : {};
  return rulesOf({
    name: 'goals',
    title: 'Goals',
    about: 'A side wins by reaching its goal.',
    source: 'This test.',
    equipment: new Equipment(boardOf(4, 4), army, [], false, laws),
    stuck: checkmateOrStalemate,
    goal: {
      region: {
        squares: [
          [2, 9, 15],
          [4, 7, 13],
        ],
      },
      name: 'reached',
      ...goal,
    },
  });
}

// Who takes the last enemy may reach a goal by that, not only with the piece that takes: another one is no longer attacked there.
describe('a capture of the last enemy counts for a goal as the rules say', () => {
  const blast: Blast = { sheltered: [2], immune: [1] };
  test.each<[string, Partial<Goal>, Blast?]>([
    ['of any piece', {}],
    ['of a piece that is not attacked there', { safe: true }],
    ['of a wazir that is not attacked there', { safe: true, kinds: [2] }],
    ['of two pieces', { count: 2 }],
    ['of two pieces that are not attacked there', { count: 2, safe: true }],
    ['with an answer', { answer: true }],
    ['with an answer, of pieces that are not attacked there', { answer: true, safe: true }],
    ['where captures explode', { safe: true }, blast],
    ['of two pieces, where captures explode', { count: 2, safe: true }, blast],
  ])('%s', (_, goal, exploding) => {
    const rules = gameWith(goal, exploding);
    const solvers = new BothSolvers(rules);
    const compared = ['RWvb', 'WWvr', 'BWvw'].flatMap((name) =>
      solvers.compare(materialOf(rules, name)),
    );
    expect(compared.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
    expect(compared.find(({ table }) => table === 'RWvb')!.decided).toBeGreaterThan(100);
  });
});

test('where a side that can capture must, a king that has to arrive may answer only by what is legal', () => {
  const army = [royal('K', 'king', 'K'), piece('R', 'rook', 'R'), piece('W', 'wazir', 'W')];
  const rules = rulesOf({
    name: 'race',
    title: 'Race',
    about: 'A king that arrives wins, unless the other one can answer.',
    source: 'This test.',
    equipment: new Equipment(boardOf(4, 4), army, [], false, { mustCapture: true }),
    stuck: checkmateOrStalemate,
    goal: { region: onRanks(-1), name: 'reached', kinds: [0], answer: true },
  });
  const solvers = new BothSolvers(rules);
  const compared = ['KRvk', 'KWvkr'].flatMap((name) => solvers.compare(materialOf(rules, name)));
  expect(compared.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
  expect(compared.find(({ table }) => table === 'KRvk')!.decided).toBeGreaterThan(100);
});
