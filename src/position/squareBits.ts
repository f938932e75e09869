import type { Square } from '../board/board.ts';
import type { Way } from '../pieces/mover.ts';

/** A set of squares: bits of words, the square's number divided by 32. */
export type SquareBits = number[];

export function noSquares(): SquareBits {
  return [0, 0, 0, 0, 0, 0, 0, 0];
}

export function addSquare(bits: SquareBits, square: Square): void {
  bits[square >> 5]! |= 1 << (square & 31);
}

export function hasSquare(bits: SquareBits, square: Square): boolean {
  return ((bits[square >> 5]! >> (square & 31)) & 1) === 1;
}

/** Adds the squares before the target of a way. */
export function addPassed(bits: SquareBits, { line, passes }: Way): void {
  for (let i = 0; i < passes; i++) addSquare(bits, line.squares[i]!);
}

/** Adds the squares on which a piece can open or close a way: those before its target, and those that must be empty besides. */
export function addWay(bits: SquareBits, way: Way): void {
  addPassed(bits, way);
  for (const square of way.line.lame) addSquare(bits, square);
}
