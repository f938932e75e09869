// Moves of the third piece that a slab fixes. It goes from slab to slab beside it; where it slides, no piece of a dimension may
// stand on its way.
import {
  colorOf, fixedSquares, front, movementOf, neighbours, pieceCount, planeFlags, roleOf, setAt, slabBytes, slabFlag, slabPlanes,
  squareIn, THIRD, thirdSources,
} from './frame';
import { attacks, leapCount, next, slideCount, stepAt } from './movement';

const PLANE: usize = 512;

/** Can a move of the third piece from this slab reach the flagged set? */
export function thirdReaches(piece: i32, name: i32, side: i32, slab: i32): bool {
  return findThird(piece, name, side, true, slab) > 0;
}

export function thirdMoves(
  piece: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize,
): void {
  const count = findThird(piece, name, side, flagged, slab);
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  for (let i = 0; i < count; i++) {
    const at = thirdSources() + ((<usize>i) << 4);
    const x = <usize>load<u32>(at);
    const source = <usize>load<u32>(at, 4);
    const passed = load<u64>(at, 8);
    if (passed) writePassable(passed, bytes);
    for (let plane = 0; plane < planes; plane++) {
      if (!load<u8>(wanted + <usize>plane)) continue;
      if (source && !load<u8>(source + <usize>plane)) continue;
      if (planes > 1 && (passed >> (<u64>plane)) & 1) continue;
      const base = (<usize>plane) * bytes;
      if (passed) addPassing(x + base, out + base, bytes);
      else addWords(x + base, out + base, bytes);
    }
  }
}

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
        const at = thirdSources() + ((<usize>count) << 4);
        count++;
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

/** Leaves in `front` what neither stands on these squares with the row piece nor with the lane piece. */
function writePassable(squares: u64, bytes: usize): void {
  const rows = bytes >> 3;
  for (let row: usize = 0; row < rows; row++) {
    const open = rows < 64 || !((squares >> (<u64>row)) & 1);
    store<u64>(front() + (row << 3), open ? ~squares : 0);
  }
}

function addPassing(from: usize, to: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const passing = v128.and(v128.load(from + at), v128.load(front() + at));
    v128.store(to + at, v128.or(v128.load(to + at), passing));
  }
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
