// Moves of the third piece into a frontier in all slabs of a pair of kings at once, before a window goes over them one by one: plane
// by plane, so that what it slides over is read once. One by one (thirdMoves.ts), each slab reads the planes of all others that
// it leads to.
import { OPEN } from '../layout';
import {
  colorOf, FIXED, movementOf, pieceCount, planeFlags, roleOf, setAt, slabBytes, slabFlag, slabPlanes, squareIn, THIRD,
} from './frame';
import { movePlanes, setPlane } from './planeLine';

const PLANE: usize = 512;
const SQUARES = 64;

/**
 * Writes to `found`, a set for each of the 64 slabs from `first` on, the moves from their open planes into a frontier. Returns
 * false, and writes nothing, if there can be none.
 */
export function findThirdMoves(name: i32, first: i32, found: usize): bool {
  let piece = 0;
  while (roleOf(piece) != THIRD) piece++;
  const color = colorOf(piece);
  if (!isAny(OPEN, color, first) || !isAny(name, 1 - color, first)) return false;
  const kings = squaresOfKings(first);
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  for (let plane = 0; plane < planes; plane++) {
    const base = (<usize>plane) * bytes;
    for (let square = 0; square < SQUARES; square++) {
      const slab = first + square;
      const target = isOpen(color, slab, plane) ? found + (<usize>square) * slabBytes() + base : 0;
      if (target) memory.fill(target, 0, bytes);
      const ranks = load<u8>(slabFlag(name, 1 - color, slab)) ? load<u8>(planeFlags(name, 1 - color, slab) + <usize>plane) : 0;
      setPlane(square, setAt(name, 1 - color, slab) + base, <i32>ranks, target);
    }
    const blocked = planes > 1 ? kings | ((<u64>1) << (<u64>plane)) : kings;
    movePlanes(movementOf(piece), blocked, slabBytes() < PLANE);
  }
  return true;
}

@inline function isOpen(color: i32, slab: i32, plane: i32): bool {
  return load<u8>(slabFlag(OPEN, color, slab)) != 0 && load<u8>(planeFlags(OPEN, color, slab) + <usize>plane) != 0;
}

function isAny(name: i32, color: i32, first: i32): bool {
  for (let square = 0; square < SQUARES; square++) if (load<u8>(slabFlag(name, color, first + square))) return true;
  return false;
}

function squaresOfKings(slab: i32): u64 {
  let squares: u64 = 0;
  for (let piece = pieceCount() - 1; piece >= 0; piece--) {
    if (roleOf(piece) == FIXED) squares |= (<u64>1) << (<u64>squareIn(piece, slab));
  }
  return squares;
}
