// What the host needs besides plies. Each pass goes over all slabs, which the workers share.
import { barrier, pastLast, takeSlabs } from './barrier';
import { tallySet } from './count';
import { BARRED, ILLEGAL, MATED, MOST_LOST, MOST_WON, spread, STALEMATE, STEP } from './tableCodes';
import { FORBIDDEN, LEGAL, LOST, MATE, OPEN, SAFE, SETS_A_SIDE, STUCK } from '../layout';
import {
  ALL_RANKS, codeBytes, codesAt, colorOf, dimensions, distanceAt, distanceBits, FIXED, forbids, isLogged, pieceCount, planeFlags,
  roleOf, scratch, setAt, slabBytes, slabFlag, slabPlanes,
} from './frame';
import { pieceMoves, slabMoves } from './unmoves';
import { checkWord, occupiedBy } from './placement';

/** LEGAL: squares are distinct, and the king of the side that is not to move is not attacked. */
export function findLegal(): void {
  const rows = dimensions() > 1 ? 64 : 1;
  const planes = slabPlanes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let outer = 0; outer < planes; outer++) {
        for (let row = 0; row < rows; row++) {
          const occupied = occupiedBy(slab, outer, row);
          const at = (<usize>(outer * rows + row)) << 3;
          for (let color = 0; color < 2; color++) {
            if (!occupied) {
              store<u64>(setAt(LEGAL, color, slab) + at, 0);
              continue;
            }
            const attacked = checkWord(1 - color, slab, outer, row, occupied);
            store<u64>(setAt(LEGAL, color, slab) + at, ~occupied & ~attacked);
          }
        }
      }
      // A slab of one word has a second, to fill a vector, which must be empty.
      for (let color = 0; rows == 1 && color < 2; color++) store<u64>(setAt(LEGAL, color, slab) + 8, 0);
    }
  }
  barrier();
}

/** out = moves within the table into `x`. `color` is to move in `out`, its opponent in `x`. */
export function movesWithin(color: i32, x: i32, out: i32): void {
  memory.fill(scratch(), <u8>ALL_RANKS, slabPlanes());
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) slabMovesWithin(color, x, out, slab);
  }
  barrier();
}

/** out = legal & (moves within the table into `x` | conversions). */
export function movesInto(color: i32, x: i32, conversions: i32, out: i32): void {
  const bytes = slabBytes();
  memory.fill(scratch(), <u8>ALL_RANKS, slabPlanes());
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      slabMovesWithin(color, x, out, slab);
      const target = setAt(out, color, slab);
      const more = setAt(conversions, color, slab);
      const legal = setAt(LEGAL, color, slab);
      for (let at: usize = 0; at < bytes; at += 16) {
        const moves = v128.or(v128.load(target + at), v128.load(more + at));
        v128.store(target + at, v128.and(moves, v128.load(legal + at)));
      }
    }
  }
  barrier();
}

/** One slab of movesWithin. Scratch memory begins with the flags of the wanted planes: all of them. */
function slabMovesWithin(color: i32, x: i32, out: i32, slab: i32): void {
  const pieces = pieceCount();
  const wanted = scratch();
  const target = setAt(out, color, slab);
  memory.fill(target, 0, slabBytes());
  const goal = setAt(LEGAL, color, slab);
  for (let piece = 0; piece < pieces; piece++) {
    if (colorOf(piece) == color && roleOf(piece) != FIXED) pieceMoves(piece, x, 1 - color, false, slab, target, wanted, goal);
  }
  slabMoves(color, x, 1 - color, false, slab, target, wanted, goal);
}

const AND = 0;
const OR = 1;

/** out = left op right, where any other `op` is `and not`. Sets are named with their sides: `side * SETS_A_SIDE + name`. */
export function combine(op: i32, left: i32, right: i32, out: i32): void {
  const bytes = slabBytes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      const a = setAt(left % SETS_A_SIDE, left / SETS_A_SIDE, slab);
      const b = setAt(right % SETS_A_SIDE, right / SETS_A_SIDE, slab);
      const to = setAt(out % SETS_A_SIDE, out / SETS_A_SIDE, slab);
      for (let at: usize = 0; at < bytes; at += 16) {
        const x = v128.load(a + at);
        const y = v128.load(b + at);
        v128.store(to + at, op == AND ? v128.and(x, y) : op == OR ? v128.or(x, y) : v128.andnot(x, y));
      }
    }
  }
  barrier();
}

/**
 * Makes these sets of `color` the state before ply 1: lost, stalemate, mated, and forbidden to enter (-1: none). Any sets
 * will do, also those written here.
 */
export function beginPlies(color: i32, lost: i32, stuck: i32, mated: i32, forbidden: i32): void {
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? 512 : slabBytes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      let anyLost: u8 = 0;
      let anyOpen: u8 = 0;
      for (let plane = 0; plane < planes; plane++) {
        const flags = beginPlane(color, slab, (<usize>plane) * bytes, bytes, lost, stuck, mated, forbidden);
        store<u8>(planeFlags(LOST, color, slab) + <usize>plane, flags & 1 ? ALL_RANKS : 0);
        store<u8>(planeFlags(OPEN, color, slab) + <usize>plane, flags >> 1 ? ALL_RANKS : 0);
        anyLost |= flags & 1;
        anyOpen |= flags >> 1;
      }
      if (anyLost) tallySet(color, slab, 0, setAt(LOST, color, slab), planeFlags(LOST, color, slab));
      store<u8>(slabFlag(LOST, color, slab), anyLost);
      store<u8>(slabFlag(OPEN, color, slab), anyOpen);
    }
  }
  barrier();
}

/** Bit 0: something is lost; bit 1: something is open. */
function beginPlane(
  color: i32, slab: i32, base: usize, bytes: usize, lost: i32, stuck: i32, mated: i32, forbidden: i32,
): u8 {
  const legalSet = setAt(LEGAL, color, slab) + base;
  const lostFrom = setAt(lost, color, slab) + base;
  const stuckFrom = setAt(stuck, color, slab) + base;
  const matedFrom = setAt(mated, color, slab) + base;
  const forbiddenFrom: usize = forbidden < 0 ? 0 : setAt(forbidden, color, slab) + base;
  const forbiddenSet = setAt(FORBIDDEN, color, slab) + base;
  const lostSet = setAt(LOST, color, slab) + base;
  const stuckSet = setAt(STUCK, color, slab) + base;
  const mateSet = setAt(MATE, color, slab) + base;
  const safeSet = setAt(SAFE, color, slab) + base;
  const openSet = setAt(OPEN, color, slab) + base;
  const keepsDistances = !isLogged();
  const lowest = distanceAt(color, slab) + base;
  const toNext = slabBytes();
  const highest = lowest + toNext * <usize>(distanceBits() - 1);
  let sumLost = i64x2.splat(0);
  let sumOpen = i64x2.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    // Everything is read before anything is written.
    const legal = v128.load(legalSet + at);
    const lostHere = v128.load(lostFrom + at);
    const stuckHere = v128.load(stuckFrom + at);
    const matedHere = v128.load(matedFrom + at);
    if (forbiddenFrom) v128.store(forbiddenSet + at, v128.load(forbiddenFrom + at));
    const open = v128.andnot(legal, v128.or(lostHere, stuckHere));
    v128.store(scratch() + at, lostHere);
    if (keepsDistances && v128.any_true(lostHere)) {
      for (let bits = lowest + at; bits <= highest + at; bits += toNext) {
        v128.store(bits, v128.andnot(v128.load(bits), lostHere));
      }
    }
    // These are empty so far: memory is touched only where there is something to add.
    if (v128.any_true(stuckHere)) v128.store(stuckSet + at, stuckHere);
    if (v128.any_true(matedHere)) v128.store(mateSet + at, matedHere);
    v128.store(safeSet + at, legal);
    v128.store(openSet + at, open);
    sumLost = v128.or(sumLost, lostHere);
    sumOpen = v128.or(sumOpen, open);
  }
  if (v128.any_true(sumLost)) memory.copy(lostSet, scratch(), bytes);
  return (v128.any_true(sumLost) ? 1 : 0) | (v128.any_true(sumOpen) ? 2 : 0);
}

/** Counts a set as draws, in an entry of the tally: STUCK, and in the end what no ply has decided, OPEN. */
export function tallyDrawn(name: i32, color: i32, entry: i32): void {
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      tallySet(color, slab, entry, setAt(name, color, slab), 0);
    }
  }
  barrier();
}

/** Writes the finished table as codes (tableCodes.ts). `bits`: how many its distances take. */
export function writeCodes(bits: i32): void {
  const words = dimensions() > 1 ? slabPlanes() * 64 : 1;
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let color = 0; color < 2; color++) {
        if (codeBytes() == 1) slabCodes(color, slab, words, bits);
        else wideCodes(color, slab, words, bits);
      }
    }
  }
  barrier();
}

/** Where the bits of a slab's distances can be read while its codes are written, which may take their place. */
function distancesFor(codes: usize, color: i32, slab: i32, bits: i32): usize {
  const distances = distanceAt(color, slab);
  if (codes != distances) return distances;
  memory.copy(scratch(), distances, <usize>bits * slabBytes());
  return scratch();
}

function slabCodes(color: i32, slab: i32, words: i32, bits: i32): void {
  const legalSet = setAt(LEGAL, color, slab);
  const safeSet = setAt(SAFE, color, slab);
  const openSet = setAt(OPEN, color, slab);
  const stuckSet = setAt(STUCK, color, slab);
  const barredSet = setAt(FORBIDDEN, color, slab);
  const matedSet = setAt(MATE, color, slab);
  const hasBarred = forbids();
  const illegal = i8x16.splat(<i8>ILLEGAL);
  let out = codesAt(color, slab);
  const lowest = distancesFor(out, color, slab, bits);
  const toNext = slabBytes();
  for (let i = 0; i < words; i++, out += 64) {
    const at = (<usize>i) << 3;
    const legal = load<u64>(legalSet + at);
    if (!legal) {
      for (let part: usize = 0; part < 64; part += 16) v128.store(out + part, illegal);
      continue;
    }
    const stuck = load<u64>(stuckSet + at);
    const barred = hasBarred ? load<u64>(barredSet + at) : 0;
    const mated = load<u64>(matedSet + at);
    const marked = stuck | barred | mated;
    const drawn = load<u64>(openSet + at) | stuck;
    const lost = load<u64>(safeSet + at) & ~drawn;
    for (let part: usize = 0; part < 64; part += 16) {
      // Lost in d is -1 - d, which is the complement of d.
      let code = spread<i8>(lost, part);
      let plane = lowest + at;
      for (let bit = 0; bit < bits; bit++, plane += toNext) {
        const ones = spread<i8>(load<u64>(plane), part);
        code = v128.xor(code, v128.and(ones, i8x16.splat(<i8>((<i32>1) << bit))));
      }
      code = v128.andnot(code, spread<i8>(drawn, part));
      if (marked) {
        code = v128.bitselect(i8x16.splat(<i8>STALEMATE), code, spread<i8>(stuck, part));
        code = v128.bitselect(i8x16.splat(<i8>BARRED), code, spread<i8>(barred, part));
        code = v128.bitselect(i8x16.splat(<i8>MATED), code, spread<i8>(mated, part));
      }
      v128.store(out + part, v128.bitselect(code, illegal, spread<i8>(legal, part)));
    }
  }
}

/** slabCodes in two bytes a code. */
function wideCodes(color: i32, slab: i32, words: i32, bits: i32): void {
  const hasBarred = forbids();
  let out = codesAt(color, slab);
  const lowest = distancesFor(out, color, slab, bits);
  const toNext = slabBytes();
  for (let i = 0; i < words; i++) {
    const at = (<usize>i) << 3;
    const legal = load<u64>(setAt(LEGAL, color, slab) + at);
    const stuck = load<u64>(setAt(STUCK, color, slab) + at);
    const mated = load<u64>(setAt(MATE, color, slab) + at);
    const barred = hasBarred ? load<u64>(setAt(FORBIDDEN, color, slab) + at) : 0;
    const drawn = load<u64>(setAt(OPEN, color, slab) + at) | stuck;
    const lost = load<u64>(setAt(SAFE, color, slab) + at) & ~drawn;
    for (let part: usize = 0; part < 64; part += 8, out += 16) {
      let code = spread<i16>(lost, part);
      let plane = lowest + at;
      for (let bit = 0; bit < bits; bit++, plane += toNext) {
        const ones = spread<i16>(load<u64>(plane), part);
        code = v128.xor(code, v128.and(ones, i16x8.splat(<i16>((<i32>1) << bit))));
      }
      code = v128.andnot(code, spread<i16>(drawn, part));
      const step = i16x8.splat(<i16>STEP);
      code = i16x8.add(code, v128.and(i16x8.gt_s(code, i16x8.splat(<i16>MOST_WON)), step));
      code = i16x8.sub(code, v128.and(i16x8.lt_s(code, i16x8.splat(<i16>MOST_LOST)), step));
      code = v128.bitselect(i16x8.splat(<i16>STALEMATE), code, spread<i16>(stuck, part));
      code = v128.bitselect(i16x8.splat(<i16>BARRED), code, spread<i16>(barred, part));
      code = v128.bitselect(i16x8.splat(<i16>MATED), code, spread<i16>(mated, part));
      v128.store(out, v128.bitselect(code, i16x8.splat(<i16>ILLEGAL), spread<i16>(legal, part)));
    }
  }
}
