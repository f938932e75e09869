// Lanes as operands: sets of squares, WORDS words of 64 bits in memory.
import { WORDS } from './lane';

export const LANE_BYTES: usize = (<usize>WORDS) << 3;

@inline export function clear(a: usize): void {
  for (let w: usize = 0; w < LANE_BYTES; w += 8) store<u64>(a + w, 0);
}
@inline export function copy(to: usize, from: usize): void {
  for (let w: usize = 0; w < LANE_BYTES; w += 8) store<u64>(to + w, load<u64>(from + w));
}
@inline export function orInto(to: usize, from: usize): void {
  for (let w: usize = 0; w < LANE_BYTES; w += 8) store<u64>(to + w, load<u64>(to + w) | load<u64>(from + w));
}
@inline export function andInto(to: usize, from: usize): void {
  for (let w: usize = 0; w < LANE_BYTES; w += 8) store<u64>(to + w, load<u64>(to + w) & load<u64>(from + w));
}
@inline export function removeFrom(to: usize, from: usize): void {
  for (let w: usize = 0; w < LANE_BYTES; w += 8) store<u64>(to + w, load<u64>(to + w) & ~load<u64>(from + w));
}
@inline export function isEmpty(a: usize): bool {
  let sum: u64 = 0;
  for (let w: usize = 0; w < LANE_BYTES; w += 8) sum |= load<u64>(a + w);
  return sum == 0;
}
@inline export function meet(a: usize, b: usize): bool {
  let sum: u64 = 0;
  for (let w: usize = 0; w < LANE_BYTES; w += 8) sum |= load<u64>(a + w) & load<u64>(b + w);
  return sum != 0;
}
@inline export function has(a: usize, square: i32): bool {
  return ((load<u64>(a + ((<usize>square >> 6) << 3)) >> (<u64>(square & 63))) & 1) != 0;
}
@inline export function put(a: usize, square: i32): void {
  const at = a + ((<usize>square >> 6) << 3);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (<u64>(square & 63))));
}
@inline export function drop(a: usize, square: i32): void {
  const at = a + ((<usize>square >> 6) << 3);
  store<u64>(at, load<u64>(at) & ~((<u64>1) << (<u64>(square & 63))));
}
/** How many squares the two have in common. */
@inline export function common(a: usize, b: usize): i32 {
  let sum: u64 = 0;
  for (let w: usize = 0; w < LANE_BYTES; w += 8) sum += popcnt<u64>(load<u64>(a + w) & load<u64>(b + w));
  return <i32>sum;
}

/** Writes `from`, moved by so many squares: `by` may be negative. They must be different places. */
export function shift(to: usize, from: usize, by: i32): void {
  if (WORDS == 1) {
    store<u64>(to, by >= 0 ? load<u64>(from) << (<u64>by) : load<u64>(from) >> (<u64>-by));
    return;
  }
  if (by >= 0) {
    const whole = by >> 6;
    const part = <u64>(by & 63);
    for (let w = WORDS - 1; w >= 0; w--) {
      let word: u64 = 0;
      if (w >= whole) word = load<u64>(from + ((<usize>(w - whole)) << 3)) << part;
      if (part != 0 && w > whole) word |= load<u64>(from + ((<usize>(w - whole - 1)) << 3)) >> (64 - part);
      store<u64>(to + ((<usize>w) << 3), word);
    }
    return;
  }
  const whole = -by >> 6;
  const part = <u64>(-by & 63);
  for (let w = 0; w < WORDS; w++) {
    let word: u64 = 0;
    if (w + whole < WORDS) word = load<u64>(from + ((<usize>(w + whole)) << 3)) >> part;
    if (part != 0 && w + whole + 1 < WORDS) {
      word |= load<u64>(from + ((<usize>(w + whole + 1)) << 3)) << (64 - part);
    }
    store<u64>(to + ((<usize>w) << 3), word);
  }
}

/** Adds sets of so many bytes, a multiple of 16. */
@inline export function addBytes(from: usize, to: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(from + at)));
}
