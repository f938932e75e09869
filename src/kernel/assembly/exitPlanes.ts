// The best exit of every placement, as sets: EXIT_WINS, EXIT_LOSES, and the distance in binary, a set a bit. The bits
// mean something only where one of the two has the placement.
import { depthBits, EXIT_DEPTH, EXIT_WINS, exitRanges, OPEN, setAt, slabBytes, slabPlanes } from './frame';

// Of each plane four bytes: the least and greatest distance of exits that win, then of those that lose.
const RANGE_BYTES = 4;

@inline function rangeOf(name: i32, color: i32, slab: i32): usize {
  return exitRanges(color, slab) + (name == EXIT_WINS ? 0 : 2);
}

@inline function inRange(range: usize, distance: i32): bool {
  return distance >= <i32>load<u8>(range) && distance <= <i32>load<u8>(range, 1);
}

/**
 * Writes to the wanted planes of `out` where the best exit of an open placement wins (or loses) in this distance.
 * False, and nothing written, where none can.
 */
export function exitAt(name: i32, color: i32, slab: i32, distance: i32, out: usize, wanted: usize): bool {
  const planes = slabPlanes();
  const ranges = rangeOf(name, color, slab);
  let any = false;
  for (let plane = 0; plane < planes; plane++) {
    if (load<u8>(wanted + <usize>plane) && inRange(ranges + <usize>plane * RANGE_BYTES, distance)) {
      any = true;
      break;
    }
  }
  if (!any) return false;
  const bytes: usize = planes > 1 ? 512 : slabBytes();
  const kind = setAt(name, color, slab);
  const open = setAt(OPEN, color, slab);
  const depth = setAt(EXIT_DEPTH, color, slab);
  const toNext = setAt(EXIT_DEPTH + 1, color, slab) - depth;
  const top = depthBits() - 1;
  const highest = depth + toNext * <usize>top;
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wanted + <usize>plane)) continue;
    const base = (<usize>plane) * bytes;
    if (!inRange(ranges + <usize>plane * RANGE_BYTES, distance)) {
      memory.fill(out + base, 0, bytes);
      continue;
    }
    for (let at = base; at < base + bytes; at += 16) {
      let match = v128.and(v128.load(kind + at), v128.load(open + at));
      // Where the distance has a one bit the plane's ones stay, else its zeros. Few distances are long, so that the
      // highest bits leave nothing soonest.
      let bits = highest + at;
      for (let bit = top; bit >= 0 && v128.any_true(match); bit--, bits -= toNext) {
        const ones = v128.load(bits);
        match = (distance >> bit) & 1 ? v128.and(match, ones) : v128.andnot(match, ones);
      }
      v128.store(out + at, match);
    }
  }
  return true;
}

/** Makes the ranges of a plane those of no exits. */
export function clearRange(color: i32, slab: i32, plane: i32): void {
  store<u32>(exitRanges(color, slab) + <usize>plane * RANGE_BYTES, 0x00ff00ff);
}

/** Widens the ranges of a plane by the distances of a word: `decided` bytes of 255 where one counts. */
export function widenRange(name: i32, color: i32, slab: i32, plane: i32, distances: usize, counted: usize): void {
  const range = rangeOf(name, color, slab) + <usize>plane * RANGE_BYTES;
  let least = i8x16.splat(-1);
  let greatest = i8x16.splat(0);
  for (let part: usize = 0; part < 64; part += 16) {
    const mask = v128.load(counted + part);
    const distance = v128.load(distances + part);
    least = i8x16.min_u(least, v128.or(distance, v128.not(mask)));
    greatest = i8x16.max_u(greatest, v128.and(distance, mask));
  }
  // Eight, four, two, one: the least and the greatest of sixteen.
  for (let by = 8; by > 0; by >>= 1) {
    const from = by == 8 ? i8x16(8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0, 0, 0, 0)
      : by == 4 ? i8x16(4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      : by == 2 ? i8x16(2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      : i8x16(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    least = i8x16.min_u(least, i8x16.swizzle(least, from));
    greatest = i8x16.max_u(greatest, i8x16.swizzle(greatest, from));
  }
  const low = i8x16.extract_lane_u(least, 0);
  const high = i8x16.extract_lane_u(greatest, 0);
  if (low < load<u8>(range)) store<u8>(range, low);
  if (high > load<u8>(range, 1)) store<u8>(range, high, 1);
}
