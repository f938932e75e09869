import { type Color, WHITE } from '../pieces/army.ts';

/** A packed position of a table; see {@link makePositionCode}. */
export type PositionCode = number;

/** Bits that hold a square: 6 on 8x8. */
export function squareBits(squareCount: number): number {
  return Math.ceil(Math.log2(squareCount));
}

/**
 * Side to move in the highest bit (1: White), then each piece's square in slot order:
 * `stm << 6n | sq[0] << 6(n-1) | ... | sq[n-1]` on 8x8. (The format of the Metachess page.)
 */
export function makePositionCode(turn: Color, squares: ArrayLike<number>, bits = 6): PositionCode {
  // Products, not shifts: from 6 men on the code does not fit in 32 bits.
  const base = 2 ** bits;
  let code = turn === WHITE ? 1 : 0;
  for (let slot = 0; slot < squares.length; slot++) code = code * base + squares[slot]!;
  return code;
}

/** The side to move and the squares of `men` men, or undefined if the number is not such a code. */
export function parsePositionCode(
  code: PositionCode,
  men: number,
  bits = 6,
): { turn: Color; squares: number[] } | undefined {
  const base = 2 ** bits;
  if (!Number.isSafeInteger(code) || code < 0 || code >= 2 * base ** men) return undefined;
  const squares: number[] = new Array(men);
  let rest = code;
  for (let slot = men - 1; slot >= 0; slot--) {
    squares[slot] = rest % base;
    rest = Math.floor(rest / base);
  }
  return { turn: rest === 1 ? 0 : 1, squares };
}
