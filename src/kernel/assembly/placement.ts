// The squares of a word's pieces, which are the same for all its placements except for the lane piece.
import {
  backwardOf, colorOf, dimensions, fixedSquares, isRoyal, LANE, pieceCount, movementOf, OUTER, roleOf, ROW, squareIn,
} from './frame';
import { attackPast, attacks } from './movement';

/** The square of any piece but the lane piece. */
export function squareOf(piece: i32, slab: i32, outer: i32, row: i32): i32 {
  const role = roleOf(piece);
  return role == ROW ? row : role == OUTER ? outer : squareIn(piece, slab);
}

/** The squares of all pieces but the lane piece; 0 if two of them coincide. */
export function occupiedBy(slab: i32, outer: i32, row: i32): u64 {
  const fixed = fixedSquares(slab);
  let occupied = fixed;
  const size = dimensions();
  if (size > 1) {
    const square = (<u64>1) << (<u64>row);
    if (occupied & square) return 0;
    occupied |= square;
  }
  if (size > 2) {
    const square = (<u64>1) << (<u64>outer);
    if (occupied & square) return 0;
    occupied |= square;
  }
  return occupied;
}

/** The lane squares for which piece `x` attacks piece `y`. */
export function attackWord(x: i32, y: i32, slab: i32, outer: i32, row: i32, occupied: u64): u64 {
  if (roleOf(x) == LANE) return attacks(backwardOf(x), squareOf(y, slab, outer, row), occupied);
  const from = squareOf(x, slab, outer, row);
  if (roleOf(y) == LANE) return attacks(movementOf(x), from, occupied);
  return attackPast(movementOf(x), from, squareOf(y, slab, outer, row), occupied);
}

/** The lane squares for which the royal piece of `color` is attacked. */
export function checkWord(color: i32, slab: i32, outer: i32, row: i32, occupied: u64): u64 {
  const pieces = pieceCount();
  let king = 0;
  while (!isRoyal(king) || colorOf(king) != color) king++;
  let attacked: u64 = 0;
  for (let x = 0; x < pieces; x++) {
    if (colorOf(x) != color) attacked |= attackWord(x, king, slab, outer, row, occupied);
  }
  return attacked;
}
