// Moves within the table, taken back: the placements from which a side has a move into a set X that changes no material.
import { FIXED, LANE, LEAPS, MOVES, PASSING_CHAINS, PASSING_MOVES, ROW } from '../layout';
import { GIVES_PASSANT } from '../sets';
import { goal, isGoal, isWanted, touch } from './aim';
import { addFixedUnmoves } from './fixedUnmoves';
import {
  anyFlag, boardWord, carriedPlane, chainsOf, colorOf, firstWord, fixedWord, flagsAt, men, occupiedWord, pathsOf,
  planeBytes, planeCount, roleOf, rowCount, secondWord, setAt, setBase, slabBytes, slabScratch, slidesOf, squareCount,
} from './frame';
import { WORDS } from './lane';
import { addLaneMoves, addLongChains, addNarrowPair, hasLongChains } from './laneMoves';
import { emptiesOf, isHop, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { after, before, departures, shiftOf, slideAt, slideCount } from './slides';
import { addBytes, andInto, clear, copy, drop, has, isEmpty, LANE_BYTES, meet, orInto, put } from './words';

/** Adds to the wanted planes of `out` (0: all) what all pieces of `color` have into the set `x`. */
export function addUnmoves(color: i32, x: i32, slab: i32, out: usize, wanted: usize): void {
  const pieces = men();
  for (let i = 0; i < pieces; i++) if (colorOf(i) == color) addPieceUnmoves(i, x, slab, out, wanted);
}

export function addPieceUnmoves(piece: i32, x: i32, slab: i32, out: usize, wanted: usize): void {
  addKind(piece, x, slab, out, wanted, MOVES, LEAPS, slidesOf(piece), chainsOf(piece));
  if (pathsOf(piece, PASSING_MOVES) == 0) return;
  const paths = PASSING_MOVES;
  const chains = pathsOf(piece, PASSING_CHAINS);
  if (setBase(2 * (GIVES_PASSANT + piece)) == 0) return addKind(piece, x, slab, out, wanted, paths, paths, 0, chains);
  // Moves that some placements have as edges of their own are left out there.
  const found = slabScratch(2);
  memory.fill(found, 0, slabBytes());
  addKind(piece, x, slab, found, wanted, paths, paths, 0, chains);
  const edges = setAt(2 * (GIVES_PASSANT + piece), slab);
  const bytes = slabBytes();
  for (let at: usize = 0; at < bytes; at += 16) {
    const kept = v128.andnot(v128.load(found + at), v128.load(edges + at));
    v128.store(out + at, v128.or(v128.load(out + at), kept));
  }
}

/** `moves` and `leaps`: the paths of the piece if a slab fixes it, and if it does not. */
function addKind(
  piece: i32, x: i32, slab: i32, out: usize, wanted: usize, moves: usize, leaps: usize, slides: usize, chains: usize,
): void {
  const role = roleOf(piece);
  if (role == FIXED) addFixedUnmoves(pathsOf(piece, moves), piece, x, slab, out, wanted);
  else {
    const flags = flagsAt(x, slab);
    if (flags && !anyFlag(flags)) return;
    if (role == LANE) addLaneUnmoves(slides, chains, setAt(x, slab), flags, slab, out, wanted);
    else if (role == ROW) addRowUnmoves(pathsOf(piece, leaps), slides, setAt(x, slab), flags, slab, out, wanted);
    else addOuterUnmoves(pathsOf(piece, leaps), slides, setAt(x, slab), flags, slab, out, wanted);
  }
}

// The lane piece: words of X are shifted.

function addLaneUnmoves(slides: usize, chains: usize, x: usize, flags: usize, slab: i32, out: usize, wanted: usize): void {
  const planes = planeCount();
  const rows = rowCount();
  for (let plane = 0; plane < planes; plane++) {
    if (!isWanted(wanted, plane) || (flags && !load<u8>(flags + <usize>plane))) continue;
    const base = <usize>plane * planeBytes();
    if (WORDS == 1) {
      addNarrowPlane(slides, chains, x + base, slab, plane, base, out + base);
      continue;
    }
    for (let row = 0; row < rows; row++) {
      const at = base + <usize>row * LANE_BYTES;
      if (isEmpty(x + at) || !isGoal(at)) continue;
      if (!occupiedBy(slab, plane, row, occupiedWord())) continue;
      addLaneMoves(slides, chains, x + at, out + at);
      touch(plane);
    }
  }
}

/** The same for a plane of lanes of one word, two rows at once. Where two other pieces coincide, X has nothing. */
function addNarrowPlane(slides: usize, chains: usize, x: usize, slab: i32, plane: i32, base: usize, out: usize): void {
  const rows = rowCount();
  let taken = load<u64>(fixedWord(slab));
  if (planeCount() > 1) taken |= (<u64>1) << (<u64>plane);
  const free = load<u64>(boardWord()) & ~taken;
  const isLong = hasLongChains(chains);
  let any = false;
  for (let row = 0; row < rows; row += 2) {
    const at = <usize>row << 3;
    if (!v128.any_true(v128.load(x + at))) continue;
    if (goal && !v128.any_true(v128.load(goal + base + at))) continue;
    const bit = rows > 1 ? (<u64>1) << (<u64>row) : 0;
    const own = i64x2(free & ~bit, free & ~(bit << 1));
    addNarrowPair(slides, chains, x + at, own, out + at);
    any = true;
    if (!isLong) continue;
    for (let next = row; next < min(row + 2, rows); next++) {
      const there = <usize>next << 3;
      if (isEmpty(x + there) || !occupiedBy(slab, plane, next, occupiedWord())) continue;
      addLongChains(chains, x + there, out + there);
    }
  }
  if (any) touch(plane);
}

// The row piece: words of X are other rows.

function addRowUnmoves(leaps: usize, slides: usize, x: usize, flags: usize, slab: i32, out: usize, wanted: usize): void {
  const planes = planeCount();
  const squares = squareCount();
  const count = slideCount(slides);
  const lanes = firstWord();
  const carried = secondWord();
  const occupied = occupiedWord();
  for (let plane = 0; plane < planes; plane++) {
    if (!isWanted(wanted, plane) || (flags && !load<u8>(flags + <usize>plane))) continue;
    copy(occupied, fixedWord(slab));
    if (planes > 1) put(occupied, plane);
    const from = x + <usize>plane * planeBytes();
    const to = out + <usize>plane * planeBytes();
    touch(plane);
    for (let row = 0; row < squares; row++) {
      const end = pathsEnd(leaps, row);
      if (!isGoal(<usize>plane * planeBytes() + <usize>row * LANE_BYTES)) continue;
      const at = to + <usize>row * LANE_BYTES;
      for (let path = pathsFrom(leaps, row); path < end; path = nextPath(path)) {
        const source = from + <usize>targetOf(path) * LANE_BYTES;
        if (isEmpty(source) || !openLanes(path, occupied, lanes)) continue;
        andInto(lanes, source);
        orInto(at, lanes);
      }
    }
    for (let i = 0; i < count; i++) {
      const slide = slideAt(slides, i);
      if (WORDS == 1 && squares == 64 && slideRanks(slide, load<u64>(occupied), from, to)) continue;
      for (let far = 0; far < squares; far++) {
        if (after(slide, far) >= 0) continue;
        if (WORDS == 1) slideNarrowRow(slide, far, load<u64>(occupied), from, to);
        else slideRow(slide, far, occupied, from, to, carried);
      }
    }
  }
}

/**
 * A slide of the row piece on 8x8 by ranks of eight rows at once, from its far end backwards: a bit on a square, or sliding through it,
 * reaches the square one step back unless a piece blocks it. False, and nothing done, if it does not lead from each rank to the next.
 */
function slideRanks(slide: usize, occupied: u64, from: usize, to: usize): bool {
  const by = shiftOf(slide);
  const up = by > 0;
  const files = up ? by - 8 : by + 8;
  // A step of one rank, and at most one file to either side.
  if (files < -1 || files > 1) return false;
  const stays = departures(slide);
  const carried = carriedPlane() + 64;
  let rank = up ? 7 : 0;
  for (let i = 0; i < 8; i++) {
    const first = <usize>rank << 3;
    const source = carried + <usize>((<i32>first + by) << 3);
    for (let pair: usize = 0; pair < 8; pair += 2) {
      const row = first + pair;
      const at = row << 3;
      let through = v128.load(from + at);
      if (i > 0) {
        const mask = i64x2(bitMask(load<u64>(stays), row), bitMask(load<u64>(stays), row + 1));
        const reached = v128.and(v128.load(source + (pair << 3)), mask);
        v128.store(to + at, v128.or(v128.load(to + at), reached));
        through = v128.or(through, reached);
      }
      // Blocked where another piece stands on this square, the lane piece too.
      const own = i64x2(
        bitMask(~occupied, row) & ~((<u64>1) << <u64>row), bitMask(~occupied, row + 1) & ~((<u64>1) << <u64>(row + 1)),
      );
      v128.store(carried + at, v128.and(through, own));
    }
    rank += up ? -1 : 1;
  }
  return true;
}

/** All bits if a square is in a word, or none. */
@inline function bitMask(word: u64, square: usize): u64 { return 0 - ((word >> <u64>square) & 1); }

function slideNarrowRow(slide: usize, far: i32, occupied: u64, from: usize, to: usize): void {
  let carried: u64 = 0;
  let square = far;
  for (let next = before(slide, square); next >= 0; square = next, next = before(slide, next)) {
    const bit = (<u64>1) << (<u64>square);
    carried = occupied & bit ? 0 : (carried | load<u64>(from + ((<usize>square) << 3))) & ~bit;
    if (carried) {
      const at = to + ((<usize>next) << 3);
      store<u64>(at, load<u64>(at) | carried);
    }
  }
}

function slideRow(slide: usize, far: i32, occupied: usize, from: usize, to: usize, carried: usize): void {
  clear(carried);
  let square = far;
  for (let next = before(slide, square); next >= 0; square = next, next = before(slide, next)) {
    if (has(occupied, square)) {
      clear(carried);
      continue;
    }
    orInto(carried, from + <usize>square * LANE_BYTES);
    drop(carried, square);
    orInto(to + <usize>next * LANE_BYTES, carried);
  }
}

// The outer piece: planes of X.

function addOuterUnmoves(leaps: usize, slides: usize, x: usize, flags: usize, slab: i32, out: usize, wanted: usize): void {
  const squares = squareCount();
  const fixed = fixedWord(slab);
  for (let plane = 0; plane < squares; plane++) {
    if (!isWanted(wanted, plane)) continue;
    const end = pathsEnd(leaps, plane);
    for (let path = pathsFrom(leaps, plane); path < end; path = nextPath(path)) {
      const target = targetOf(path);
      if (flags && !load<u8>(flags + <usize>target)) continue;
      addPlane(path, fixed, x + <usize>target * planeBytes(), out + <usize>plane * planeBytes());
      touch(plane);
    }
  }
  const count = slideCount(slides);
  for (let i = 0; i < count; i++) {
    const slide = slideAt(slides, i);
    for (let far = 0; far < squares; far++) {
      if (after(slide, far) < 0) slidePlanes(slide, far, x, flags, fixed, out, wanted);
    }
  }
}

/** Adds the rows and lanes of a plane for which a path is open. */
function addPlane(path: usize, fixed: usize, from: usize, to: usize): void {
  if (meet(emptiesOf(path), fixed)) return;
  if (!isHop(path) && isEmpty(emptiesOf(path))) {
    addBytes(from, to, planeBytes());
    return;
  }
  const rows = rowCount();
  const lanes = firstWord();
  const occupied = secondWord();
  copy(occupied, fixed);
  for (let row = 0; row < rows; row++) {
    const at = <usize>row * LANE_BYTES;
    if (isEmpty(from + at)) continue;
    const again = has(occupied, row);
    if (!again) put(occupied, row);
    if (openLanes(path, occupied, lanes)) {
      andInto(lanes, from + at);
      orInto(to + at, lanes);
    }
    if (!again) drop(occupied, row);
  }
}

/** One line of planes, from its far end backwards. */
function slidePlanes(slide: usize, far: i32, x: usize, flags: usize, fixed: usize, out: usize, wanted: usize): void {
  const bytes = planeBytes();
  const carried = carriedPlane();
  const rows = rowCount();
  let flowing = false;
  let square = far;
  for (let next = before(slide, square); next >= 0; square = next, next = before(slide, next)) {
    if (has(fixed, square)) {
      flowing = false;
      continue;
    }
    const any = !flags || load<u8>(flags + <usize>square) != 0;
    if (!any && !flowing) continue;
    const from = x + <usize>square * bytes;
    if (!flowing) memory.copy(carried, from, bytes);
    else if (any) addBytes(from, carried, bytes);
    flowing = true;
    // Blocked where the row or the lane piece stands on this square.
    dropLane(carried, square, bytes);
    clear(carried + <usize>square * LANE_BYTES);
    if (!isWanted(wanted, next)) continue;
    addBytes(carried, out + <usize>next * bytes, bytes);
    touch(next);
  }
}

/** Clears a lane square in all rows of a plane. */
function dropLane(plane: usize, square: i32, bytes: usize): void {
  if (WORDS == 1) {
    const keep = i64x2.splat(~((<u64>1) << (<u64>square)));
    for (let at: usize = 0; at < bytes; at += 16) v128.store(plane + at, v128.and(v128.load(plane + at), keep));
    return;
  }
  const first = plane + ((<usize>square >> 6) << 3);
  const keep = ~((<u64>1) << (<u64>(square & 63)));
  for (let at: usize = 0; at < bytes; at += LANE_BYTES) store<u64>(first + at, load<u64>(first + at) & keep);
}
