import { expect, test } from 'vitest';
import { onRanks } from '../../src/board/regions.ts';
import { pawn, piece } from '../../src/pieces/kinds.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { chessWith } from './madeGames.ts';
import { played, read, targets } from './moves.ts';
import { solved } from './solved.ts';

/** On 3x5 a pawn becomes a prince on the last rank, and a prince that comes back there becomes a queen. */
const rules = chessWith(
  3,
  5,
  piece('Q', 'queen', 'Q'),
  { ...piece('N', 'prince', 'WF'), promotions: [1] },
  { ...pawn([2]), home: onRanks(2) },
);

test('a piece that promotes stands on its last rank where it was made', () => {
  const made = played(rules, read(rules, 'k2/2P/3/3/K2 w - - 0 1'), 'c4c5n');
  expect(rules.makeFen(made)).toBe('k1N/3/3/3/K2 b - - 0 1');
  expect(targets(rules, played(rules, made, 'a5a4'), 'c5')).toEqual(['b4', 'b5q', 'c4']);
});

test.each(['KNvk', 'KPvk'])(
  'its table %s has the values of the positions one move ahead',
  (name) => {
    const { differences, positions } = verifyTable(rules, solved(rules, name), (each) =>
      solved(rules, each),
    );
    expect(differences).toBe(0);
    expect(positions).toBeGreaterThan(1000);
  },
);
