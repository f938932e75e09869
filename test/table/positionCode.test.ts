import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { makePositionCode, parsePositionCode, squareBits } from '../../src/table/positionCode.ts';

const turn = fc.constantFrom(WHITE, BLACK);

describe('position_code', () => {
  test('KQvk: stm << 18 | wK << 12 | wQ << 6 | bK, stm 1 for White', () => {
    const square = fc.nat(63);
    fc.assert(
      fc.property(turn, square, square, square, (color, wK, wQ, bK) => {
        const stm = color === WHITE ? 1 : 0;
        expect(makePositionCode(color, [wK, wQ, bK])).toBe(
          (stm << 18) | (wK << 12) | (wQ << 6) | bK,
        );
      }),
    );
  });

  test.each([
    [WHITE, [0, 1, 63], 262144 + 64 + 63],
    [BLACK, [0, 1, 63], 64 + 63],
    [WHITE, [4, 60], 4096 + 256 + 60],
    [BLACK, [0, 0, 0], 0],
    [WHITE, [63, 63, 63, 63, 63, 63], 2 ** 37 - 1],
  ])('turn %i, squares %j: %i', (color, squares, code) => {
    expect(makePositionCode(color, squares)).toBe(code);
    expect(parsePositionCode(code, squares.length)).toEqual({ turn: color, squares });
  });

  test('round trip for up to six men, beyond 32 bits', () => {
    const squares = fc.array(fc.nat(63), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(turn, squares, (color, men) => {
        const code = makePositionCode(color, men);
        expect(parsePositionCode(code, men.length)).toEqual({ turn: color, squares: men });
      }),
    );
    expect(makePositionCode(WHITE, [0, 0, 0, 0, 0, 0])).toBe(2 ** 36);
  });

  test('it equals the shifts of the documentation in arbitrary precision', () => {
    const squares = fc.array(fc.nat(63), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(turn, squares, (color, men) => {
        const n = BigInt(men.length);
        let code = BigInt(color === WHITE ? 1 : 0) << (6n * n);
        for (const [i, square] of men.entries()) {
          code |= BigInt(square) << (6n * (n - 1n - BigInt(i)));
        }
        expect(BigInt(makePositionCode(color, men))).toBe(code);
      }),
    );
  });

  test('typed arrays are read like arrays', () => {
    expect(makePositionCode(WHITE, Int16Array.of(4, 5, 60))).toBe(
      makePositionCode(WHITE, [4, 5, 60]),
    );
  });
});

describe('bits of a square', () => {
  test.each([
    [16, 4],
    [20, 5],
    [32, 5],
    [33, 6],
    [64, 6],
    [65, 7],
    [100, 7],
    [144, 8],
  ])('%i squares: %i', (squares, bits) => {
    expect(squareBits(squares)).toBe(bits);
  });

  test('round trip on a 12x12 board, with six men and 49 bits', () => {
    const bits = squareBits(144);
    const squares = fc.array(fc.nat(143), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(turn, squares, (color, men) => {
        const code = makePositionCode(color, men, bits);
        expect(parsePositionCode(code, men.length, bits)).toEqual({ turn: color, squares: men });
      }),
    );
    expect(makePositionCode(WHITE, [143, 143, 143, 143, 143, 143], bits)).toBeGreaterThan(2 ** 48);
  });
});

test.each([
  ['negative', -1, 3],
  ['not a whole number', 1.5, 3],
  ['not a number', Number.NaN, 3],
  ['infinite', Number.POSITIVE_INFINITY, 3],
  ['beyond the highest bit', 2 ** 19, 3],
  ['of another table', makePositionCode(WHITE, [1, 2, 3, 4]), 3],
  ['beyond exact integers', 2 ** 53, 8],
])('a code that is %s is none', (_, code, men) => {
  expect(parsePositionCode(code, men)).toBeUndefined();
});

test('the last code of a table is valid, the next is not', () => {
  expect(parsePositionCode(2 ** 19 - 1, 3)).toEqual({ turn: WHITE, squares: [63, 63, 63] });
  expect(parsePositionCode(2 ** 19, 3)).toBeUndefined();
});
