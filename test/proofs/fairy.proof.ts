import { expect, it } from 'vitest';
import { board8x8 } from '../../src/board/board.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { countTable } from '../../src/table/statistics.ts';
import { kindWith, leaper, slider } from '../pieces/movements.ts';
import { boxChess } from '../rules/boxChess.ts';
import { Solved } from '../solve/solved.ts';

const [king, , rook] = chessArmy;

function chessWith(movement: Movement): RuleSet {
  return boxChess(board8x8, [king!, kindWith('X', 'other', movement)]);
}

// Found by the reference solver with the identity as its only symmetry; the indices are those of the remaining symmetries.
it.each<[string, Movement, number, [wins: number, longest: number]]>([
  ['a rook', rook!.movement, 10, [175168, 31]],
  ['a gold general', leaper([1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1]), 32, [189792, 73]],
  ['a silver general', leaper([-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]), 32, [162, 7]],
  ['a rook that cannot go back', slider([1, 0], [-1, 0], [0, 1]), 32, [87370, 47]],
  [
    'a queen that cannot slide back',
    slider([1, 0], [-1, 0], [0, 1], [1, 1], [-1, 1]),
    32,
    [72042, 21],
  ],
])('with %s White wins as often as without folding', (_, movement, places, figures) => {
  const rules = chessWith(movement);
  const tables = new Solved(rules);
  const table = tables.get('KXvk');
  const { white } = countTable(table);
  expect([white.wins, white.longestWin]).toEqual(figures);
  expect(table.placements.size).toBe(places * 64 ** 2);
  expect(verifyTable(rules, table, tables.get, { sample: 10_000 }).differences).toBe(0);
});
