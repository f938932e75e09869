import { describe, expect, test } from 'vitest';
import { allSymmetries, boardOf, type Symmetry } from '../../src/board/board.ts';
import { SymmetricPlacements } from '../../src/index/symmetricPlacements.ts';
import { BLACK, parsePiece, WHITE } from '../../src/pieces/army.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { countSide, countTable } from '../../src/table/statistics.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { DRAWN, lostIn, UNCOVERED, type ValueCode, wonIn } from '../../src/table/value.ts';
import { PlyValues } from '../../src/table/values.ts';

/** A table on 3x3 in which every position is uncovered except those filled in. */
function tableOf(letters: string, symmetries: readonly Symmetry[]) {
  const men = [...letters].map((letter) => parsePiece(chessArmy, letter)!);
  const placements = new SymmetricPlacements(men, symmetries);
  const empty = () => new PlyValues(new Int16Array(placements.size).fill(UNCOVERED));
  const values = [empty(), empty()] as const;
  const material = { name: letters, men };
  const table: Table = { rules: 'chess', material, placements, values };
  const fill = (turn: 0 | 1, squares: readonly number[], value: ValueCode) => {
    values[turn].plies[placements.index(squares)] = value;
  };
  return { table, fill, plies: values.map(({ plies }) => plies) };
}

const board = allSymmetries(boardOf(3, 3));
// Squares of 3x3: 0 1 2 the first rank, 4 the centre.

describe('a hand-made table of two kings on 3x3', () => {
  const { table, fill } = tableOf('Kk', board);
  fill(WHITE, [0, 8], wonIn(1)); // opposite corners: 4 placements
  fill(WHITE, [0, 5], wonIn(3)); // a knight's move apart: 8
  fill(WHITE, [1, 8], wonIn(3)); // the same from an edge: 8
  fill(WHITE, [0, 2], DRAWN); // corners of one side: 8
  fill(WHITE, [1, 7], lostIn(2)); // opposite edges: 4
  fill(BLACK, [4, 0], lostIn(0)); // centre and corner: 4

  test('`board` counts every placement, `unique` one of each orbit', () => {
    const white = countSide(table, WHITE);
    expect([white.wins, white.draws, white.losses]).toEqual([20, 8, 4]);
    expect([white.unique.wins, white.unique.draws, white.unique.losses]).toEqual([3, 1, 1]);
  });

  test('the histograms count positions by plies', () => {
    const white = countSide(table, WHITE);
    expect(white.histogram).toEqual({ win: { 1: 4, 3: 16 }, loss: { 2: 4 } });
    expect(white.unique.histogram).toEqual({ win: { 1: 1, 3: 2 }, loss: { 2: 1 } });
    expect(Object.keys(white.histogram.win)).toEqual(['1', '3']);
  });

  test('the longest win and loss, each with a placement', () => {
    const white = countSide(table, WHITE);
    expect(white.longestWin).toBe(3);
    expect(white.longestLoss).toBe(2);
    expect(readTable(table, WHITE, white.longestWinSquares!)).toBe(wonIn(3));
    expect(readTable(table, WHITE, white.longestLossSquares!)).toBe(lostIn(2));
  });

  test('the longest win with the lowest index is named', () => {
    const indices = [table.placements.index([0, 5]), table.placements.index([1, 8])];
    const named = countSide(table, WHITE).longestWinSquares!;
    expect(table.placements.index(named)).toBe(Math.min(...indices));
  });

  test('a side without wins has no longest win; a game that is over is a loss in 0', () => {
    const black = countSide(table, BLACK);
    expect(black.longestWin).toBeNull();
    expect(black.longestWinSquares).toBeNull();
    expect(black.longestLoss).toBe(0);
    expect(black.histogram).toEqual({ win: {}, loss: { 0: 4 } });
    expect([black.wins, black.draws, black.losses]).toEqual([0, 0, 4]);
  });

  test('the sides are counted separately', () => {
    expect(countTable(table)).toEqual({
      white: countSide(table, WHITE),
      black: countSide(table, BLACK),
    });
  });

  test('a value is read from any image of its placement; a position without one is UNCOVERED', () => {
    for (const symmetry of board) {
      expect(readTable(table, WHITE, [symmetry[0]!, symmetry[5]!])).toBe(wonIn(3));
    }
    expect(readTable(table, BLACK, [0, 5])).toBe(UNCOVERED);
    expect(readTable(table, BLACK, [4, 8])).toBe(lostIn(0));
  });
});

describe('identical pieces', () => {
  const { table, fill } = tableOf('KNNk', [board[0]!]);
  fill(WHITE, [0, 1, 2, 8], wonIn(5));
  fill(WHITE, [0, 2, 3, 8], DRAWN);

  test('are counted in every order on the board, and once as unique', () => {
    const white = countSide(table, WHITE);
    expect([white.wins, white.draws]).toEqual([2, 2]);
    expect([white.unique.wins, white.unique.draws]).toEqual([1, 1]);
    expect(white.histogram.win).toEqual({ 5: 2 });
  });

  test('read the same value in either order', () => {
    expect(readTable(table, WHITE, [0, 2, 1, 8])).toBe(wonIn(5));
  });
});

test('a value at a number that is no index is a copy, and not counted', () => {
  const { table, fill, plies } = tableOf('Kk', board);
  fill(WHITE, [0, 8], wonIn(1));
  fill(WHITE, [1, 7], lostIn(2));
  const before = countTable(table);
  const { placements } = table;
  const squares = [0, 0];
  for (let number = 0; number < placements.size; number++) {
    placements.squares(number, squares);
    if (placements.index(squares) !== number) plies[WHITE]![number] = wonIn(7);
  }
  expect(plies[WHITE]).toContain(wonIn(7));
  expect(countTable(table)).toEqual(before);
});

test('an empty table has no positions', () => {
  const { table } = tableOf('Kk', board);
  const nothing = { wins: 0, draws: 0, losses: 0, histogram: { win: {}, loss: {} } };
  expect(countSide(table, WHITE)).toEqual({
    ...nothing,
    longestWin: null,
    longestLoss: null,
    longestWinSquares: null,
    longestLossSquares: null,
    unique: nothing,
  });
});
