// The stream of a plane's bytes, decoded symbol by symbol: see coding.ts.
import { BYTES, ESCAPES, LEAF_BYTES, LEAVES, MOST_LEAVES, SYMBOLS } from './memory';

const LEAST: u32 = 1 << 15;
let state: u32 = 0;
/** The address of the next word, and the end of the last. */
let next: usize = 0, end: usize = 0;
let sound: bool = true;

export function beginStream(length: i32): void {
  sound = length >= 4;
  state = load<u32>(BYTES);
  next = BYTES + 4;
  end = BYTES + length;
}

/** Has all that was decoded been possible so far? */
@inline export function isSound(): bool { return sound; }
/** Were all bytes read, and did they end as they should? */
export function endedWell(): bool { return sound && next == end && state == LEAST; }

/** For what cannot be. */
export function nothing(): i32 {
  sound = false;
  return 0;
}

/** Is the next symbol the last of 4096 that are equally likely? */
@inline export function isRare(): bool { return (state & 4095) == 4095; }

/** Goes on behind a symbol. */
@inline export function advance(frequency: u32, before: u32): void {
  state = frequency * (state >> 12) + (state & 4095) - before;
  if (state >= LEAST) return;
  if (next + 2 > end) {
    sound = false;
    state = LEAST;
    return;
  }
  state = state << 16 | <u32>load<u16>(next);
  next += 2;
}

@inline export function decodeSymbol(set: i32, leaf: i32): i32 {
  const at = LEAVES + (set * MOST_LEAVES + leaf) * LEAF_BYTES, slot = state & 4095;
  let place: usize = 0;
  // The sums rise to 4096, which no slot reaches.
  while (slot >= <u32>load<u16>(at + place, SYMBOLS * 2) + <u32>load<u16>(at + place)) place += 2;
  advance(load<u16>(at + place), load<u16>(at + place, SYMBOLS * 2));
  return load<u8>(at + (place >> 1), SYMBOLS * 4);
}

export function decodeEscape(set: i32): i32 {
  const slot = state & 4095;
  for (let rank = 1; rank < 256; rank++) {
    const at = ESCAPES + (set << 10) + (rank << 2), frequency = <u32>load<u16>(at), before = <u32>load<u16>(at, 2);
    if (slot - before >= frequency) continue;
    advance(frequency, before);
    return rank;
  }
  return nothing();
}

/** A value of 1 to 12 bits that is equally likely to be any. */
export function decodeBits(bits: i32): i32 {
  const frequency = <u32>1 << (12 - bits), value = (state & 4095) >> (12 - bits);
  advance(frequency, value << (12 - bits));
  return value;
}
