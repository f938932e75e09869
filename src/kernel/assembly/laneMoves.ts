// Moves of the lane piece, taken back. A word of X holds squares that it may reach; taking its slide back fills over empty
// squares, in three doubling steps per direction (Kogge-Stone).
import { ALL_RANKS, others, slabPlanes, slabWords } from './frame';
import {
  departures, directionsOf, EAST, isLong, leapCount, NORTH, NORTH_EAST, NORTH_WEST, shiftOf, slideCount, SOUTH, SOUTH_EAST,
  SOUTH_WEST, stepAt, WEST,
} from './movement';

const PLANE: usize = 512;
const PAIRS = 32;
/** Squares that have one to their right, and to their left. */
const HAS_RIGHT: u64 = 0x7f7f7f7f7f7f7f7f;
const HAS_LEFT: u64 = 0xfefefefefefefefe;

@inline function shifted(v: v128, by: i32): v128 {
  return by >= 0 ? i64x2.shl(v, by) : i64x2.shr_u(v, -by);
}

/** From where a slide reaches `set` that passes the squares `pass` and comes `by` squares forward at each step. */
@inline function slidBack(set: v128, pass: v128, by: i32): v128 {
  const back = -by;
  let reached = v128.and(pass, shifted(set, back));
  reached = v128.or(reached, v128.and(pass, shifted(reached, back)));
  let through = v128.and(pass, shifted(pass, back));
  reached = v128.or(reached, v128.and(through, shifted(reached, back * 2)));
  through = v128.and(through, shifted(through, back * 2));
  return v128.or(reached, v128.and(through, shifted(reached, back * 4)));
}

/** The next pair of words, from this one on, in one of these ranks; past the last if there is none. */
@inline function nextPair(pair: i32, ranks: i32): i32 {
  const rest = ranks >> (pair >> 2);
  return rest & 1 ? pair : rest ? ((pair >> 2) + ctz(rest)) << 2 : PAIRS;
}

/** Words that are empty in `goal` may be skipped. */
export function laneMoves(
  movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize, goal: usize,
): void {
  const planes = slabPlanes();
  const pairs = min(slabWords(), 64) >> 1;
  const directions = directionsOf(movement);
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  let slidesFar = false;
  for (let i = leaps; i < steps; i++) if (isLong(stepAt(movement, i))) slidesFar = true;
  for (let plane = 0; plane < planes; plane++) {
    const ranks = <i32>load<u8>(wanted + <usize>plane) & (source ? <i32>load<u8>(source + <usize>plane) : ALL_RANKS);
    if (!ranks) continue;
    let occupied = fixed;
    if (planes > 1) occupied |= (<u64>1) << (<u64>plane);
    const free = i64x2.splat(~occupied);
    const base = (<usize>plane) * PLANE;
    for (let pair = nextPair(0, ranks); pair < pairs; pair = nextPair(pair + 1, ranks)) {
      const at = base + ((<usize>pair) << 4);
      const set = v128.load(x + at);
      if (!v128.any_true(set)) continue;
      if (!v128.any_true(v128.load(goal + at))) continue;
      const empty = pairs > 1 ? v128.and(free, v128.load(others() + ((<usize>pair) << 4))) : free;
      const right = v128.and(empty, i64x2.splat(HAS_RIGHT));
      const left = v128.and(empty, i64x2.splat(HAS_LEFT));
      let found = v128.load(out + at);
      if (directions & NORTH) found = v128.or(found, slidBack(set, empty, 8));
      if (directions & SOUTH) found = v128.or(found, slidBack(set, empty, -8));
      if (directions & EAST) found = v128.or(found, slidBack(set, right, 1));
      if (directions & WEST) found = v128.or(found, slidBack(set, left, -1));
      if (directions & NORTH_EAST) found = v128.or(found, slidBack(set, right, 9));
      if (directions & SOUTH_WEST) found = v128.or(found, slidBack(set, left, -9));
      if (directions & NORTH_WEST) found = v128.or(found, slidBack(set, left, 7));
      if (directions & SOUTH_EAST) found = v128.or(found, slidBack(set, right, -7));
      for (let i = 0; i < leaps; i++) {
        const step = stepAt(movement, i);
        found = v128.or(found, v128.and(passing(step, empty), shifted(set, -shiftOf(step))));
      }
      for (let i = leaps; slidesFar && i < steps; i++) {
        const step = stepAt(movement, i);
        if (isLong(step)) found = v128.or(found, slidBack(set, passing(step, empty), shiftOf(step)));
      }
      v128.store(out + at, found);
    }
  }
}

/** Of these squares, those that a step leads from. */
@inline function passing(step: usize, squares: v128): v128 {
  return v128.and(squares, i64x2.splat(departures(step)));
}
