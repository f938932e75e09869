import { BLACK, type Color, WHITE } from '../../src/pieces/army.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { UNCOVERED, type ValueCode } from '../../src/table/value.ts';

/**
 * The values of all squares of a table's pieces, the first piece's the highest digit, White to move first. What is no
 * position has {@link UNCOVERED}.
 */
export function boardOf(rules: RuleSet, table: Table): Int16Array {
  const slots = table.material.men.length;
  const { size } = rules.board;
  const count = size ** slots;
  const squares = new Array<number>(slots).fill(0);
  const board = new Int16Array(2 * count);
  for (const turn of [WHITE, BLACK]) {
    for (let number = 0; number < count; number++) {
      for (let slot = slots - 1, rest = number; slot >= 0; slot--) {
        squares[slot] = rest % size;
        rest = Math.floor(rest / size);
      }
      board[turn * count + number] = valueOn(rules, table, squares, turn);
    }
  }
  return board;
}

/** The value of pieces on these squares, {@link UNCOVERED} if that is no position. */
export function valueOn(
  { place }: RuleSet,
  table: Table,
  squares: readonly number[],
  turn: Color,
): ValueCode {
  const isPosition = place(table.material.men, squares, turn).ok;
  return isPosition ? readTable(table, turn, squares) : UNCOVERED;
}
