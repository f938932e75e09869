// Moves of the row piece, taken back. Words move to other rows of their plane; where they slide over a row, the lane piece may
// not stand on its square.
import { ALL_RANKS, edges, passable, slabPlanes, stream } from './frame';
import {
  directionsOf, EAST, filesOf, isLong, leapCount, NORTH, NORTH_EAST, NORTH_WEST, ranksOf, slideCount, SOUTH, SOUTH_EAST,
  SOUTH_WEST, stepAt, WEST,
} from './movement';

const PLANE: usize = 512;
const RANK: usize = 64;
const WORD: isize = 8;

export function rowMoves(movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize): void {
  for (let square = 0; square < 64; square++) {
    const open = !((fixed >> (<u64>square)) & 1);
    store<u64>(passable() + ((<usize>square) << 3), open ? ~((<u64>1) << (<u64>square)) : 0);
  }
  const planes = slabPlanes();
  const directions = directionsOf(movement);
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  for (let plane = 0; plane < planes; plane++) {
    const wantedRanks = <i32>load<u8>(wanted + <usize>plane);
    const ranks = source ? <i32>load<u8>(source + <usize>plane) : ALL_RANKS;
    if (!wantedRanks || !ranks) continue;
    const base = (<usize>plane) * PLANE;
    const own = passable() + ((<usize>plane) << 3);
    const kept = load<u64>(own);
    if (planes > 1) store<u64>(own, 0);
    slideBeside(directions, ranks, wantedRanks, x + base, out + base);
    for (let i = 0; i < steps; i++) {
      const step = stepAt(movement, i);
      if (i < leaps) leapRow(step, x + base, out + base);
      else if (!isLong(step)) continue;
      else if (ranksOf(step) != 0) slideRanks(step, x + base, out + base);
      else slideFiles(step, x + base, out + base);
    }
    if (planes > 1) store<u64>(own, kept);
  }
}

/** `ranks`: that may have bits in X. */
function slideBeside(directions: i32, ranks: i32, wanted: i32, x: usize, out: usize): void {
  const top = 31 - clz(ranks);
  const down = top - ctz(wanted);
  if (down > 0) {
    if (directions & NORTH) sweepRanks(0, top, down, -(<isize>RANK), x, out);
    if (directions & NORTH_EAST) sweepRanks(1, top, down, -(<isize>RANK), x, out);
    if (directions & NORTH_WEST) sweepRanks(-1, top, down, -(<isize>RANK), x, out);
  }
  const bottom = ctz(ranks);
  const up = 31 - clz(wanted) - bottom;
  if (up > 0) {
    if (directions & SOUTH) sweepRanks(0, bottom, up, RANK, x, out);
    if (directions & SOUTH_EAST) sweepRanks(1, bottom, up, RANK, x, out);
    if (directions & SOUTH_WEST) sweepRanks(-1, bottom, up, RANK, x, out);
  }
  if (directions & EAST) sweepFiles(7, ranks & wanted, x, out);
  if (directions & WEST) sweepFiles(0, ranks & wanted, x, out);
}

/**
 * Slides of one rank and `files` files a step, rank by rank from the rank `far` on, the first that has bits, `steps` of them, of
 * which the next is `near` bytes away. What slides stays in registers: the words of a rank in pairs.
 */
@inline function sweepRanks(files: i32, far: i32, steps: i32, near: isize, x: usize, out: usize): void {
  let at: usize = (<usize>far) * RANK;
  let pass = passable() + at;
  let a = v128.and(v128.load(x + at), v128.load(pass));
  let b = v128.and(v128.load(x + at, 16), v128.load(pass, 16));
  let c = v128.and(v128.load(x + at, 32), v128.load(pass, 32));
  let d = v128.and(v128.load(x + at, 48), v128.load(pass, 48));
  for (let i = 0; i < steps; i++) {
    at += near;
    if (files > 0) {
      a = straddling(a, b);
      b = straddling(b, c);
      c = straddling(c, d);
      d = straddling(d, i64x2.splat(0));
    } else if (files < 0) {
      d = straddling(c, d);
      c = straddling(b, c);
      b = straddling(a, b);
      a = straddling(i64x2.splat(0), a);
    }
    const to = out + at;
    const from = x + at;
    pass = passable() + at;
    v128.store(to, v128.or(v128.load(to), a));
    v128.store(to, v128.or(v128.load(to, 16), b), 16);
    v128.store(to, v128.or(v128.load(to, 32), c), 32);
    v128.store(to, v128.or(v128.load(to, 48), d), 48);
    a = v128.and(v128.or(a, v128.load(from)), v128.load(pass));
    b = v128.and(v128.or(b, v128.load(from, 16)), v128.load(pass, 16));
    c = v128.and(v128.or(c, v128.load(from, 32)), v128.load(pass, 32));
    d = v128.and(v128.or(d, v128.load(from, 48)), v128.load(pass, 48));
  }
}

/** The second word of one pair and the first of the next. */
@inline function straddling(low: v128, high: v128): v128 {
  return v128.shuffle<u64>(low, high, 1, 2);
}

/** Slides of one file a step, within each rank, from the file `far`, the far end of the slide, to the near one. */
@inline function sweepFiles(far: i32, ranks: i32, x: usize, out: usize): void {
  const near: isize = far ? -WORD : WORD;
  for (; ranks; ranks &= ranks - 1) {
    let at = (<usize>(8 * ctz(ranks) + far)) << 3;
    let through = load<u64>(x + at) & load<u64>(passable() + at);
    for (let i = 1; i < 8; i++) {
      at += near;
      store<u64>(out + at, load<u64>(out + at) | through);
      through = (through | load<u64>(x + at)) & load<u64>(passable() + at);
    }
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

// Slides of longer steps, rank by rank, from the far end of the slide to the near one: a bit on a square, or sliding through it,
// reaches the square one step back unless a piece blocks it.
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

