import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allSymmetries,
  type Board,
  board8x8,
  boardOf,
  identity,
  makeSquare,
  mirrorFiles,
  mirrorRanks,
  parseSquare,
  type Symmetry,
} from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';

const board12x12: Board = boardOf(12, 12);
const board5x6: Board = boardOf(5, 6);
const board16x16 = boardOf(16, 16);

describe('the name of a square', () => {
  test.each<[Board, number, string]>([
    [board8x8, 0, 'a1'],
    [board8x8, 1, 'b1'],
    [board8x8, 8, 'a2'],
    [board8x8, 63, 'h8'],
    [board12x12, 11, 'l1'],
    [board12x12, 12, 'a2'],
    [board12x12, 108, 'a10'],
    [board12x12, 143, 'l12'],
    [board5x6, 29, 'e6'],
  ])('on %o square %i is %s', (board, square, name) => {
    expect(makeSquare(square, board)).toBe(name);
    expect(parseSquare(name, board)).toEqual({ ok: true, value: square });
  });

  test.each([board8x8, board12x12, board5x6, board16x16])('round trip on %o', (board) => {
    const names = identity(board).map((square) => makeSquare(square, board));
    expect(new Set(names).size).toBe(board.size);
    expect(names.map((name) => unwrap(parseSquare(name, board)))).toEqual(identity(board));
  });

  test.each<[string, Board, string]>([
    ['i1', board8x8, 'h8'],
    ['a9', board8x8, 'h8'],
    ['a0', board8x8, 'h8'],
    ['a01', board8x8, 'h8'],
    ['A1', board8x8, 'h8'],
    ['a', board8x8, 'h8'],
    ['', board8x8, 'h8'],
    ['a1 ', board8x8, 'h8'],
    ['a10', board8x8, 'h8'],
    ['m1', board12x12, 'l12'],
    ['a13', board12x12, 'l12'],
    ['f1', board5x6, 'e6'],
    ['a7', board5x6, 'e6'],
  ])("'%s' is no square of %o, whose last is %s", (text, board, last) => {
    const result = parseSquare(text, board);
    expect(result).toMatchObject({ ok: false, problem: { code: 'square', text } });
    if (!result.ok) expect(result.problem.message).toContain(`'${text}'`);
    if (!result.ok) expect(result.problem.message).toContain(`a1 to ${last}`);
  });
});

/** First one permutation, then the other. */
function then(first: Symmetry, second: Symmetry): Symmetry {
  return first.map((square) => second[square]!);
}

const key = (symmetry: Symmetry) => symmetry.join(' ');

describe.each<[Board, number]>([
  [board8x8, 8],
  [board12x12, 8],
  [board5x6, 4],
  [boardOf(6, 5), 4],
])('the symmetries of %o', (board, order) => {
  const symmetries = allSymmetries(board);
  const keys = new Set(symmetries.map(key));

  test(`are ${order}, all different, the identity first`, () => {
    expect(symmetries).toHaveLength(order);
    expect(keys.size).toBe(order);
    expect(symmetries[0]).toEqual(identity(board));
  });

  test('are permutations of the squares', () => {
    for (const symmetry of symmetries) {
      expect([...symmetry].sort((a, b) => a - b)).toEqual(identity(board));
    }
  });

  test('form a group: products and inverses are among them', () => {
    for (const first of symmetries) {
      for (const second of symmetries) expect(keys).toContain(key(then(first, second)));
      const inverse = symmetries.find((each) => key(then(first, each)) === key(symmetries[0]!));
      expect(inverse).toBeDefined();
    }
  });

  test('keep the distance between squares', () => {
    const { files } = board;
    const distance = (a: number, b: number) =>
      Math.abs((a % files) - (b % files)) ** 2 +
      Math.abs(Math.floor(a / files) - Math.floor(b / files)) ** 2;
    const square = fc.nat({ max: board.size - 1 });
    fc.assert(
      fc.property(fc.constantFrom(...symmetries), square, square, (symmetry, a, b) => {
        expect(distance(symmetry[a]!, symmetry[b]!)).toBe(distance(a, b));
      }),
    );
  });

  test('include both mirrors, each its own inverse', () => {
    for (const mirror of [mirrorFiles(board), mirrorRanks(board)]) {
      expect(keys).toContain(key(mirror));
      expect(mirror).not.toEqual(identity(board));
      expect(then(mirror, mirror)).toEqual(identity(board));
    }
  });
});

test('the mirrors of 8x8: one keeps ranks, the other files', () => {
  for (const square of identity(board8x8)) {
    expect(mirrorFiles(board8x8)[square]).toBe(square ^ 7);
    expect(mirrorRanks(board8x8)[square]).toBe(square ^ 56);
  }
});

test('a symmetry of the square board may exchange files and ranks: b1 goes to a2', () => {
  const [b1, a2, a1] = ['b1', 'a2', 'a1'].map((name) => unwrap(parseSquare(name, board8x8)));
  const found = allSymmetries(board8x8).filter((each) => each[b1!] === a2 && each[a1!] === a1);
  expect(found).toHaveLength(1);
});
