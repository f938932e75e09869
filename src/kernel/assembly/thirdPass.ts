// Moves of the third piece into a frontier in all slabs of a pair of kings at once, before a window goes over them one by one:
// plane by plane, so that what it slides over is read once. One by one (thirdMoves.ts), each slab reads the planes of all others
// that it leads to.
import { OPEN } from '../layout';
import {
  ALL_RANKS, backwardOf, colorOf, FIXED, movementOf, pieceCount, planeFlags, roleOf, setAt, slabBytes, slabFlag, slabPlanes,
  squareIn, THIRD,
} from './frame';
import { movePlanes, setPlane, tableWanted, wantReached } from './planeLine';

const PLANE: usize = 512;
const RANK: usize = 64;
const SQUARES: usize = 64;

/**
 * Writes to `found` the moves from open planes into a frontier: a set for each of the 64 slabs from `first` on, and then for each
 * of these a byte a plane, the ranks that may have moves; other ranks are not written. Returns false, and writes nothing, if there
 * can be none.
 */
export function findThirdMoves(name: i32, first: i32, found: usize): bool {
  let piece = 0;
  while (roleOf(piece) != THIRD) piece++;
  const color = colorOf(piece);
  const side = 1 - color;
  if (!isAny(OPEN, color, first) || !isAny(name, side, first)) return false;
  const kings = squaresOfKings(first);
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  const flags = found + SQUARES * slabBytes();
  for (let plane = 0; plane < planes; plane++) {
    const base = (<usize>plane) * bytes;
    let ranks = 0;
    for (let square = 0; square < <i32>SQUARES; square++) ranks |= ranksOf(name, side, first + square, plane);
    if (!ranks) {
      for (let square = 0; square < <i32>SQUARES; square++) store<u8>(flags + <usize>(square * planes + plane), 0);
      continue;
    }
    for (let square = 0; square < <i32>SQUARES; square++) {
      const slab = first + square;
      const target = found + (<usize>square) * slabBytes() + base;
      setPlane(square, setAt(name, side, slab) + base, ranksOf(name, side, slab, plane), target, ranksOf(OPEN, color, slab, plane));
    }
    const blocked = planes > 1 ? kings | ((<u64>1) << (<u64>plane)) : kings;
    wantReached(backwardOf(piece), blocked);
    for (let square = 0; square < <i32>SQUARES; square++) {
      const reached = tableWanted(square);
      store<u8>(flags + <usize>(square * planes + plane), <u8>reached);
      clearRanks(found + (<usize>square) * slabBytes() + base, reached, bytes);
    }
    movePlanes(movementOf(piece), blocked, slabBytes() < PLANE);
  }
  return true;
}

/** The ranks of a plane of a flagged set that may have bits. */
@inline function ranksOf(name: i32, side: i32, slab: i32, plane: i32): i32 {
  return load<u8>(slabFlag(name, side, slab)) ? <i32>load<u8>(planeFlags(name, side, slab) + <usize>plane) : 0;
}

function clearRanks(set: usize, ranks: i32, bytes: usize): void {
  if (bytes < PLANE || ranks == ALL_RANKS) memory.fill(set, 0, bytes);
  else for (; ranks; ranks &= ranks - 1) memory.fill(set + (<usize>ctz(ranks)) * RANK, 0, RANK);
}

/** The ranks of a slab's planes that may have moves: u8 a plane. */
@inline export function thirdRanks(found: usize, slab: i32): usize {
  return found + SQUARES * slabBytes() + <usize>((slab & (<i32>SQUARES - 1)) * slabPlanes());
}

/** Adds to the wanted planes of `out` what was found for a slab. */
export function addThirdMoves(found: usize, slab: i32, out: usize, wanted: usize): void {
  const planes = slabPlanes();
  const square = <usize>(slab & (<i32>SQUARES - 1));
  const flags = thirdRanks(found, slab);
  const set = found + square * slabBytes();
  for (let plane = 0; plane < planes; plane++) {
    const wantedRanks = <i32>load<u8>(wanted + <usize>plane);
    if (!wantedRanks) continue;
    const base = (<usize>plane) * PLANE;
    if (slabBytes() < PLANE) v128.store(out, v128.or(v128.load(out), v128.load(set)));
    else for (let ranks = wantedRanks & <i32>load<u8>(flags + <usize>plane); ranks; ranks &= ranks - 1) {
      addRank(set + base + (<usize>ctz(ranks)) * RANK, out + base + (<usize>ctz(ranks)) * RANK);
    }
  }
}

@inline function addRank(from: usize, to: usize): void {
  for (let at: usize = 0; at < RANK; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)));
}

function isAny(name: i32, color: i32, first: i32): bool {
  for (let square = 0; square < <i32>SQUARES; square++) if (load<u8>(slabFlag(name, color, first + square))) return true;
  return false;
}

function squaresOfKings(slab: i32): u64 {
  let squares: u64 = 0;
  for (let piece = pieceCount() - 1; piece >= 0; piece--) {
    if (roleOf(piece) == FIXED) squares |= (<u64>1) << (<u64>squareIn(piece, slab));
  }
  return squares;
}
