// Moves within the table, taken back ("unmoves"): the placements from which a side has a move into a set X that is neither
// a capture nor a pawn move. They are found by moving the pieces of X backwards, one function per role of the moving piece.
// Each adds to the wanted planes of `out` what comes from planes of X that have bits.
import {
  edges, fixedSquares, front, LANE, movementOf, neighbours, origins, others, OUTER, passable, planeFlags, roleOf, ROW, setAt,
  slabBytes, slabFlag, slabPlanes, slabWords, sources, squareMap, stream, THIRD,
} from './frame';
import { departures, filesOf, leapCount, next, previous, ranksOf, shiftOf, slideCount, stepAt } from './movement';
import { mirrorWords } from './symmetry';
import { addWords, thirdMoves } from './thirdMoves';

const PLANE: usize = 512;
const ALL: u64 = ~(<u64>0);

/** Fills the tables of the thread's block. */
export function initMoves(): void {
  for (let square = 0; square < 64; square++) {
    store<u64>(others() + ((<usize>square) << 3), ~((<u64>1) << (<u64>square)));
  }
  for (let files = -8; files <= 8; files++) {
    for (let file = 0; file < 8; file++) {
      const source = file + files;
      store<u64>(edges(files) + ((<usize>file) << 3), source >= 0 && source < 8 ? ALL : 0);
    }
  }
}

/**
 * Adds the moves of a piece that is a dimension, or the third that the slab fixes. `name`: the set X; `flagged`: whether it has
 * flags. Words that are empty in `goal` may be skipped.
 */
export function pieceMoves(
  piece: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize, goal: usize,
): void {
  const role = roleOf(piece);
  if (role == THIRD) {
    thirdMoves(piece, name, side, flagged, slab, out, wanted, goal);
    return;
  }
  if (flagged && !load<u8>(slabFlag(name, side, slab))) return;
  const x = setAt(name, side, slab);
  const source = flagged ? planeFlags(name, side, slab) : 0;
  const movement = movementOf(piece);
  if (role == LANE) laneMoves(movement, x, source, fixedSquares(slab), out, wanted, goal);
  else if (role == ROW) rowMoves(movement, x, source, fixedSquares(slab), out, wanted);
  else if (role == OUTER) outerMoves(movement, x, source, fixedSquares(slab), out, wanted);
}

@inline function shifted(v: v128, by: i32): v128 {
  return by >= 0 ? i64x2.shl(v, by) : i64x2.shr_u(v, -by);
}

// A word of X holds squares that the lane piece may reach; taking its slide back fills over empty squares, in three
// doubling steps per direction (Kogge-Stone).
function laneMoves(
  movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize, goal: usize,
): void {
  const planes = slabPlanes();
  const pairs = min(slabWords(), 64) >> 1;
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    if (source && !load<u8>(source + <usize>plane)) continue;
    let occupied = fixed;
    if (planes > 1) occupied |= (<u64>1) << (<u64>plane);
    const free = i64x2.splat(~occupied);
    const base = (<usize>plane) * PLANE;
    for (let pair = 0; pair < pairs; pair++) {
      const at = base + ((<usize>pair) << 4);
      const set = v128.load(x + at);
      if (!v128.any_true(set)) continue;
      if (!v128.any_true(v128.load(goal + at))) continue;
      const empty = pairs > 1 ? v128.and(free, v128.load(others() + ((<usize>pair) << 4))) : free;
      let found = v128.load(out + at);
      for (let i = 0; i < steps; i++) {
        const step = stepAt(movement, i);
        const shift = -shiftOf(step);
        let pass = v128.and(empty, i64x2.splat(departures(step)));
        let reached = v128.and(pass, shifted(set, shift));
        if (i >= leaps) {
          reached = v128.or(reached, v128.and(pass, shifted(reached, shift)));
          pass = v128.and(pass, shifted(pass, shift));
          reached = v128.or(reached, v128.and(pass, shifted(reached, shift << 1)));
          pass = v128.and(pass, shifted(pass, shift << 1));
          reached = v128.or(reached, v128.and(pass, shifted(reached, shift << 2)));
        }
        found = v128.or(found, reached);
      }
      v128.store(out + at, found);
    }
  }
}

function rowMoves(movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize): void {
  for (let square = 0; square < 64; square++) {
    const open = !((fixed >> (<u64>square)) & 1);
    store<u64>(passable() + ((<usize>square) << 3), open ? ~((<u64>1) << (<u64>square)) : 0);
  }
  const planes = slabPlanes();
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    if (source && !load<u8>(source + <usize>plane)) continue;
    const base = (<usize>plane) * PLANE;
    const own = passable() + ((<usize>plane) << 3);
    const kept = load<u64>(own);
    if (planes > 1) store<u64>(own, 0);
    for (let i = 0; i < steps; i++) {
      const step = stepAt(movement, i);
      if (i < leaps) leapRow(step, x + base, out + base);
      else if (ranksOf(step) != 0) slideRanks(step, x + base, out + base);
      else slideFiles(step, x + base, out + base);
    }
    if (planes > 1) store<u64>(own, kept);
  }
}

function leapRow(step: usize, x: usize, out: usize): void {
  const files = filesOf(step);
  const ranks = ranksOf(step);
  const mask = edges(files);
  const first = max(0, -ranks);
  const last = min(7, 7 - ranks);
  // What is read past the ends of the plane is masked out; it lies inside the sets' padding.
  for (let rank = first; rank <= last; rank++) {
    const from = x + ((<usize>((rank + ranks) * 8 + files)) << 3);
    const to = out + ((<usize>rank) << 6);
    for (let pair: usize = 0; pair < 64; pair += 16) {
      const moved = v128.and(v128.load(from + pair), v128.load(mask + pair));
      v128.store(to + pair, v128.or(v128.load(to + pair), moved));
    }
  }
}

// Rank by rank, from the far end of the slide to the near one: a bit on a square, or sliding through it, reaches the
// square one step back unless a piece blocks it.
function slideRanks(step: usize, x: usize, out: usize): void {
  const files = filesOf(step);
  const ranks = ranksOf(step);
  const mask = edges(files);
  const near = ranks > 0 ? -1 : 1;
  let rank = ranks > 0 ? 7 : 0;
  const buffer = stream();
  for (let i = 0; i < 8; i++, rank += near) {
    const at = (<usize>rank) << 6;
    const before = rank + ranks;
    if (before >= 0 && before < 8) {
      const from = buffer + ((<usize>(before * 8 + files)) << 3);
      for (let pair: usize = 0; pair < 64; pair += 16) {
        const reached = v128.and(v128.load(from + pair), v128.load(mask + pair));
        v128.store(out + at + pair, v128.or(v128.load(out + at + pair), reached));
        const through = v128.or(reached, v128.load(x + at + pair));
        v128.store(buffer + at + pair, v128.and(through, v128.load(passable() + at + pair)));
      }
    } else {
      for (let pair: usize = 0; pair < 64; pair += 16) {
        v128.store(buffer + at + pair, v128.and(v128.load(x + at + pair), v128.load(passable() + at + pair)));
      }
    }
  }
}

function slideFiles(step: usize, x: usize, out: usize): void {
  const files = filesOf(step);
  for (let rank = 0; rank < 8; rank++) {
    for (let lap = 0; lap < abs(files); lap++) {
      let file = files > 0 ? 7 - lap : lap;
      let through: u64 = 0;
      while (file >= 0 && file < 8) {
        const at = (<usize>(rank * 8 + file)) << 3;
        if (through) store<u64>(out + at, load<u64>(out + at) | through);
        through = (through | load<u64>(x + at)) & load<u64>(passable() + at);
        file -= files;
      }
    }
  }
}

function outerMoves(movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize): void {
  const leaps = leapCount(movement);
  for (let i = 0; i < leaps; i++) {
    const step = stepAt(movement, i);
    for (let plane = 0; plane < 64; plane++) {
      const from = next(step, plane);
      if (from < 0 || !load<u8>(wanted + <usize>plane)) continue;
      if (source && !load<u8>(source + <usize>from)) continue;
      addPlane(x + (<usize>from) * PLANE, out + (<usize>plane) * PLANE);
    }
  }
  const steps = leaps + slideCount(movement);
  for (let i = leaps; i < steps; i++) {
    const step = stepAt(movement, i);
    for (let far = 0; far < 64; far++) {
      if (next(step, far) < 0) slideLine(step, far, x, source, fixed, out, wanted);
    }
  }
}

/** One line of planes, from its far end backwards. */
function slideLine(
  step: usize, far: i32, x: usize, source: usize, fixed: u64, out: usize, wanted: usize,
): void {
  // The walk ends at the last wanted plane.
  let end = -1;
  for (let plane = previous(step, far); plane >= 0; plane = previous(step, plane)) {
    if (load<u8>(wanted + <usize>plane)) end = plane;
  }
  if (end < 0) return;
  let flowing = false;
  let plane = far;
  while (plane != end) {
    const square = plane;
    plane = previous(step, plane);
    if ((fixed >> (<u64>square)) & 1) { flowing = false; continue; }
    const has = !source || load<u8>(source + <usize>square) != 0;
    if (!has && !flowing) continue;
    const target = out + (<usize>plane) * PLANE;
    const from = x + (<usize>square) * PLANE;
    const keep = i64x2.splat(~((<u64>1) << (<u64>square)));
    const add = load<u8>(wanted + <usize>plane) != 0;
    if (flowing && has) {
      for (let at: usize = 0; at < PLANE; at += 16) {
        v128.store(front() + at, v128.and(v128.or(v128.load(front() + at), v128.load(from + at)), keep));
      }
    } else if (has) {
      for (let at: usize = 0; at < PLANE; at += 16) v128.store(front() + at, v128.and(v128.load(from + at), keep));
    } else {
      for (let at: usize = 0; at < PLANE; at += 16) v128.store(front() + at, v128.and(v128.load(front() + at), keep));
    }
    // The row piece on this square blocks.
    store<u64>(front() + ((<usize>square) << 3), 0);
    flowing = true;
    if (add) addPlane(front(), target);
  }
}

@inline function addPlane(from: usize, to: usize): void { addWords(from, to, PLANE); }

/**
 * Adds the moves of the fixed piece, which lead to other slabs. `name`: the set X; `flagged`: whether it has flags. Words
 * that are empty in `goal` may be skipped.
 */
export function slabMoves(
  color: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize, goal: usize,
): void {
  const count = findSources(color, name, side, flagged, slab);
  if (count == 0) return;
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    const base = (<usize>plane) * bytes;
    // Planes that come by the same symmetry are collected first, so that they are added in one pass.
    let waiting: usize = 0;
    let symmetry = 0;
    for (let i = 0; i < count; i++) {
      const next = sourceSymmetry(i);
      const image = planes > 1 ? <usize>load<u8>(squareMap(next) + <usize>plane) : 0;
      if (flagged && !load<u8>(sourceFlags(i) + image)) continue;
      if (waiting && next != symmetry) {
        addOrigins(symmetry, waiting, out + base, goal + base, bytes);
        waiting = 0;
      }
      symmetry = next;
      store<u32>(origins() + (waiting++ << 2), <u32>(sourceSet(i) + image * bytes));
    }
    if (waiting) addOrigins(symmetry, waiting, out + base, goal + base, bytes);
  }
}

// Of each slab that the fixed piece leads to and that may have something in X: its set, its flags, and the symmetry.
@inline function sourceSet(i: i32): usize { return <usize>load<u32>(sources() + ((<usize>i) << 4)); }
@inline function sourceFlags(i: i32): usize { return <usize>load<u32>(sources() + ((<usize>i) << 4), 4); }
@inline function sourceSymmetry(i: i32): i32 { return load<i32>(sources() + ((<usize>i) << 4), 8); }

/** Returns their number. The host has sorted them by symmetry. */
function findSources(color: i32, name: i32, side: i32, flagged: bool, slab: i32): i32 {
  const list = neighbours(color, slab);
  let count = 0;
  for (let i = 0; i < 8; i++) {
    const entry = load<i32>(list + ((<usize>i) << 2));
    if (entry < 0) break;
    const from = entry >> 3;
    if (flagged && !load<u8>(slabFlag(name, side, from))) continue;
    const at = sources() + ((<usize>count) << 4);
    count++;
    store<u32>(at, <u32>setAt(name, side, from));
    store<u32>(at, flagged ? <u32>planeFlags(name, side, from) : 0, 4);
    store<i32>(at, entry & 7, 8);
  }
  return count;
}

/** Adds the collected planes, four at a time; the last one repeatedly if there are fewer. */
function addOrigins(symmetry: i32, count: usize, out: usize, goal: usize, bytes: usize): void {
  const last = count - 1;
  for (let i: usize = 0; i < count; i += 4) {
    const a = origin(i);
    const b = origin(min(i + 1, last));
    const c = origin(min(i + 2, last));
    const d = origin(min(i + 3, last));
    if (symmetry != 0) {
      mirrorWords(symmetry, squareMap(symmetry), a, b, c, d, out, goal, <i32>(bytes >> 3));
      continue;
    }
    for (let at: usize = 0; at < bytes; at += 16) {
      if (!v128.any_true(v128.load(goal + at))) continue;
      const ab = v128.or(v128.load(a + at), v128.load(b + at));
      const cd = v128.or(v128.load(c + at), v128.load(d + at));
      v128.store(out + at, v128.or(v128.load(out + at), v128.or(ab, cd)));
    }
  }
}

@inline function origin(i: usize): usize { return <usize>load<u32>(origins() + (i << 2)); }
