// Moves of the third piece that a slab fixes. It goes from slab to slab beside it; where it slides, no piece of a dimension may
// stand on its way.
import {
  colorOf, fixedSquares, movementOf, neighbours, pieceCount, planeFlags, roleOf, setAt, slabBytes, slabFlag, slabPlanes,
  squareIn, THIRD, thirdMasks, thirdPlanes, thirdSources,
} from './frame';
import { attacks, leapCount, next, slideCount, stepAt } from './movement';

const PLANE: usize = 512;
const RANK: usize = 64;

/** Can a move of the third piece from this slab reach the flagged set? */
export function thirdReaches(piece: i32, name: i32, side: i32, slab: i32): bool {
  return findThird(piece, name, side, true, slab) > 0;
}

/** Words that are empty in `goal` may be skipped. */
export function thirdMoves(
  piece: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize, goal: usize,
): void {
  const count = findThird(piece, name, side, flagged, slab);
  if (count == 0) return;
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  for (let i = 0; i < count; i++) writePassing(thirdPassed(i), thirdMask(i), bytes);
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    const base = (<usize>plane) * bytes;
    let end = thirdPlanes();
    for (let i = 0; i < count; i++) {
      const flags = thirdFlags(i);
      if (flags && !load<u8>(flags + <usize>plane)) continue;
      if (planes > 1 && (thirdPassed(i) >> (<u64>plane)) & 1) continue;
      store<u32>(end, <u32>(thirdSet(i) + base));
      store<u32>(end, <u32>thirdMask(i), 4);
      end += 8;
    }
    if (end > thirdPlanes()) addThird(end, out + base, goal + base, bytes);
  }
}

// Of each slab that the third piece comes from: its set, its flags, and the squares that must be empty.
@inline function thirdSource(i: i32): usize { return thirdSources() + ((<usize>i) << 4); }
@inline function thirdSet(i: i32): usize { return <usize>load<u32>(thirdSource(i)); }
@inline function thirdFlags(i: i32): usize { return <usize>load<u32>(thirdSource(i), 4); }
@inline function thirdPassed(i: i32): u64 { return load<u64>(thirdSource(i), 8); }
/** The placements of a plane in which these squares are empty: see {@link writePassing}. */
@inline function thirdMask(i: i32): usize { return thirdMasks() + (<usize>i) * PLANE; }

/** Lists where the third piece leads: the set, its flags, and the squares that must be empty. Returns their number. */
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
    let passed: u64 = 0;
    let to = next(step, from);
    while (to >= 0 && !((fixed >> (<u64>to)) & 1)) {
      if (!flagged || load<u8>(slabFlag(name, side, first + to))) {
        const at = thirdSource(count++);
        store<u32>(at, <u32>setAt(name, side, first + to));
        store<u32>(at, flagged ? <u32>planeFlags(name, side, first + to) : 0, 4);
        store<u64>(at, passed, 8);
      }
      if (i < leaps) break;
      passed |= (<u64>1) << (<u64>to);
      to = next(step, to);
    }
  }
  return count;
}

/** Writes the placements of a plane in which neither the row piece nor the lane piece stands on these squares. */
function writePassing(squares: u64, mask: usize, bytes: usize): void {
  const rows = bytes >> 3;
  for (let row: usize = 0; row < rows; row++) {
    const open = rows < 64 || !((squares >> (<u64>row)) & 1);
    store<u64>(mask + (row << 3), open ? ~squares : 0);
  }
}

/** Adds the listed planes, each by its mask, a rank of words at a time: a slab of one word is 16 bytes. */
function addThird(end: usize, out: usize, goal: usize, bytes: usize): void {
  if (bytes < RANK) {
    let found = v128.load(out);
    for (let i = thirdPlanes(); i < end; i += 8) {
      const mask = v128.load(<usize>load<u32>(i, 4));
      found = v128.or(found, v128.and(v128.load(<usize>load<u32>(i)), mask));
    }
    v128.store(out, found);
    return;
  }
  for (let at: usize = 0; at < bytes; at += RANK) {
    if (!hasRank(goal + at)) continue;
    let a = v128.load(out + at);
    let b = v128.load(out + at, 16);
    let c = v128.load(out + at, 32);
    let d = v128.load(out + at, 48);
    for (let i = thirdPlanes(); i < end; i += 8) {
      const x = <usize>load<u32>(i) + at;
      const mask = <usize>load<u32>(i, 4) + at;
      a = v128.or(a, v128.and(v128.load(x), v128.load(mask)));
      b = v128.or(b, v128.and(v128.load(x, 16), v128.load(mask, 16)));
      c = v128.or(c, v128.and(v128.load(x, 32), v128.load(mask, 32)));
      d = v128.or(d, v128.and(v128.load(x, 48), v128.load(mask, 48)));
    }
    v128.store(out + at, a);
    v128.store(out + at, b, 16);
    v128.store(out + at, c, 32);
    v128.store(out + at, d, 48);
  }
}

@inline function hasRank(at: usize): bool {
  const first = v128.or(v128.load(at), v128.load(at, 16));
  return v128.any_true(v128.or(first, v128.or(v128.load(at, 32), v128.load(at, 48))));
}

@inline export function addWords(from: usize, to: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)));
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
  const from = squareIn(piece, slab);
  let count = 0;
  const fixed = fixedSquares(slab);
  for (let squares = attacks(movementOf(piece), from, fixed) & ~fixed; squares; squares &= squares - 1) {
    store<i32>(out + ((<usize>count) << 2), slab - from + <i32>ctz(squares));
    count++;
  }
  return count;
}
