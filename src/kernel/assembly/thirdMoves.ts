// Moves of the third piece that a slab fixes. It goes from slab to slab beside it; where it slides, no piece of a dimension may
// stand on its way.
import {
  ALL_RANKS, colorOf, fixedSquares, line, movementOf, neighbours, pieceCount, planeFlags, roleOf, setAt, slabBytes, slabFlag,
  slabPlanes, squareIn, THIRD, thirdSources,
} from './frame';
import { attacks, leapCount, next, previous, slideCount, stepAt } from './movement';
import { appendPlane, slideOver, slideOverWords } from './planeLine';

const PLANE: usize = 512;

/** Can a move of the third piece from this slab reach the flagged set? */
export function thirdReaches(piece: i32, name: i32, side: i32, slab: i32): bool {
  const first = slab - squareIn(piece, slab);
  for (let squares = thirdSquares(piece, slab); squares; squares &= squares - 1) {
    if (load<u8>(slabFlag(name, side, first + <i32>ctz(squares)))) return true;
  }
  return false;
}

export function thirdMoves(
  piece: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize,
): void {
  const count = findThird(piece, name, side, flagged, slab);
  if (count == 0) return;
  const planes = slabPlanes();
  const isWord = slabBytes() < PLANE;
  for (let plane = 0; plane < planes; plane++) {
    const wantedRanks = <i32>load<u8>(wanted + <usize>plane);
    if (!wantedRanks) continue;
    const base = (<usize>plane) * PLANE;
    let end = line();
    for (let i = 0; i < count; i++) {
      const square = thirdSquare(i);
      // The outer piece stands on the way.
      if (planes > 1 && square == plane) end = line();
      else {
        const flags = thirdFlags(i);
        const ranks = thirdSet(i) == 0 ? 0 : flags ? <i32>load<u8>(flags + <usize>plane) : ALL_RANKS;
        if (ranks || end != line()) {
          end = appendPlane(end, thirdSet(i) + base, ranks, out + base, isNearest(i) ? wantedRanks : 0, square);
        }
      }
      if (!isNearest(i)) continue;
      if (isWord) slideOverWords(end);
      else slideOver(end);
      end = line();
    }
  }
}

// The slabs that the third piece comes from, line by line, from the far end to the near one: the set, 0 if it has nothing; its
// flags; the third piece's square; is it the last of its line?
@inline function thirdSource(i: i32): usize { return thirdSources() + ((<usize>i) << 4); }
@inline function thirdSet(i: i32): usize { return <usize>load<u32>(thirdSource(i)); }
@inline function thirdFlags(i: i32): usize { return <usize>load<u32>(thirdSource(i), 4); }
@inline function thirdSquare(i: i32): i32 { return load<i32>(thirdSource(i), 8); }
@inline function isNearest(i: i32): bool { return load<i32>(thirdSource(i), 12) != 0; }

/** Lists them. Returns their number. */
function findThird(piece: i32, name: i32, side: i32, flagged: bool, slab: i32): i32 {
  const movement = movementOf(piece);
  const from = squareIn(piece, slab);
  const fixed = fixedSquares(slab);
  const first = slab - from;
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  let count = 0;
  for (let i = 0; i < steps; i++) {
    const step = stepAt(movement, i);
    let far = from;
    for (let to = next(step, from); to >= 0 && !((fixed >> (<u64>to)) & 1); to = next(step, to)) {
      far = to;
      if (i < leaps) break;
    }
    const begun = count;
    for (let to = far; to != from; to = previous(step, to)) {
      const has = !flagged || load<u8>(slabFlag(name, side, first + to)) != 0;
      if (!has && count == begun) continue;
      const at = thirdSource(count++);
      store<u32>(at, has ? <u32>setAt(name, side, first + to) : 0);
      store<u32>(at, flagged ? <u32>planeFlags(name, side, first + to) : 0, 4);
      store<i32>(at, to, 8);
      store<i32>(at, previous(step, to) == from ? 1 : 0, 12);
    }
  }
  return count;
}

/** The squares of other slabs that the third piece of a slab comes from. */
export function thirdSquares(piece: i32, slab: i32): u64 {
  const fixed = fixedSquares(slab);
  return attacks(movementOf(piece), squareIn(piece, slab), fixed) & ~fixed;
}

/**
 * Writes to `out` the slabs, i32 each, that the unmoves of a side read when they are found in this one: itself, and where its
 * pieces lead that the slab fixes. Returns their number, at most 8 + 64.
 */
export function listSources(color: i32, slab: i32, out: usize): i32 {
  store<i32>(out, slab);
  let count = 1;
  const list = neighbours(color, slab);
  for (let i: usize = 0; i < 8; i++) {
    const entry = load<i32>(list + (i << 2));
    if (entry < 0) break;
    store<i32>(out + ((<usize>count) << 2), entry >> 3);
    count++;
  }
  const pieces = pieceCount();
  for (let piece = 0; piece < pieces; piece++) {
    if (roleOf(piece) != THIRD || colorOf(piece) != color) continue;
    count += listThird(piece, slab, out + ((<usize>count) << 2));
  }
  return count;
}

function listThird(piece: i32, slab: i32, out: usize): i32 {
  const first = slab - squareIn(piece, slab);
  let count = 0;
  for (let squares = thirdSquares(piece, slab); squares; squares &= squares - 1) {
    store<i32>(out + ((<usize>count) << 2), first + <i32>ctz(squares));
    count++;
  }
  return count;
}
