// Range coding by asymmetric numeral systems (rANS): a state of 32 bits, frequencies that sum up to 4096, words of 16
// bits. What is decoded first is coded last, so coding first keeps records.
import {
  BYTES, ESCAPE_COUNT, ESCAPES, IO_BYTES, LEAF_BYTES, LEAVES, MOST_RANKS, RECORDS, SYMBOLS,
} from './memory';

const BITS: i32 = 12;
const TOTAL: u32 = 1 << BITS;
/** The least state, and the one that decoding ends in. */
const LEAST: u32 = 1 << 16;
const ESCAPE: i32 = 23;

let state: u32 = 0;
/** In decoding: the address of the next word, and the end of the last. */
let next: usize = 0, end: usize = 0;
let sound: bool = true;
let records: i32 = 0;
/** Ranks that there are. */
let ranks: i32 = 0;

@inline function frequency(leaf: usize, place: i32): u32 { return load<u16>(leaf + (place << 1)); }
@inline function before(leaf: usize, place: i32): u32 { return load<u16>(leaf + (place << 1), SYMBOLS * 2); }
@inline function symbolAt(leaf: usize, place: i32): i32 { return load<u8>(leaf + place, SYMBOLS * 4); }
@inline function leafAt(leaf: i32): usize { return LEAVES + leaf * LEAF_BYTES; }
@inline function escapeAt(second: i32, place: i32): usize { return ESCAPES + (second * MOST_RANKS + place) * 6; }

export function beginDecoding(length: i32, most: i32): void {
  ranks = most;
  sound = length >= 4 && length <= IO_BYTES;
  next = BYTES + 4;
  end = BYTES + length;
  state = load<u32>(BYTES);
}

/** Were all bytes read, no more than there were, and did they end as they should? */
export function endedWell(): bool {
  return sound && next == end && state == LEAST;
}

@inline export function isSound(rank: i32): bool {
  return sound && rank > 0 && rank <= ranks;
}

@inline function advance(frequency: u32, before: u32): void {
  state = frequency * (state >> BITS) + (state & (TOTAL - 1)) - before;
  if (state >= LEAST) return;
  if (next + 2 > end) {
    sound = false;
    state = LEAST;
    return;
  }
  state = state << 16 | load<u16>(next);
  next += 2;
}

@inline export function decodeSymbol(number: i32): i32 {
  const leaf = leafAt(number);
  const slot = state & (TOTAL - 1);
  let place = 0;
  // The sums rise to TOTAL, which no slot reaches.
  while (slot >= before(leaf, place) + frequency(leaf, place)) place++;
  advance(frequency(leaf, place), before(leaf, place));
  return symbolAt(leaf, place);
}

export function decodeEscape(second: i32): i32 {
  const slot = state & (TOTAL - 1);
  let at = escapeAt(second, 0);
  while (slot >= <u32>load<u16>(at, 4) + <u32>load<u16>(at, 2)) at += 6;
  advance(load<u16>(at, 2), load<u16>(at, 4));
  return load<u16>(at);
}

export function beginCoding(): void {
  records = 0;
}

@inline function note(frequency: u32, before: u32): void {
  store<u32>(RECORDS + (records++ << 2), frequency << 16 | before);
}

/** True if the leaf does not have this symbol, or it is the escape: then an escape was noted. */
export function record(number: i32, symbol: i32): bool {
  const leaf = leafAt(number);
  let escape = 0;
  for (let place = 0; place < SYMBOLS && frequency(leaf, place); place++) {
    const found = symbolAt(leaf, place);
    if (found == ESCAPE) escape = place;
    else if (found == symbol) {
      note(frequency(leaf, place), before(leaf, place));
      return false;
    }
  }
  note(frequency(leaf, escape), before(leaf, escape));
  return true;
}

/** False if the table has no such rank. */
export function recordEscape(second: i32, rank: i32): bool {
  const count = load<i32>(ESCAPE_COUNT + (second << 2));
  for (let place = 0; place < count; place++) {
    const at = escapeAt(second, place);
    if (<i32>load<u16>(at) != rank) continue;
    note(load<u16>(at, 2), load<u16>(at, 4));
    return true;
  }
  return false;
}

/** Codes the records. Returns the number of bytes, 0 if they are too many; they end where BYTES does. */
export function codeRecords(): i32 {
  let at = BYTES + IO_BYTES;
  state = LEAST;
  for (let i = records - 1; i >= 0; i--) {
    const each = load<u32>(RECORDS + (i << 2));
    const frequency = each >> 16, before = each & 0xffff;
    if (<u64>state >= <u64>frequency << 20) {
      if (at < BYTES + 8) return 0;
      at -= 2;
      store<u16>(at, <u16>state);
      state >>= 16;
    }
    state = (state / frequency) << BITS | state % frequency + before;
  }
  at -= 4;
  store<u32>(at, state);
  const length = <i32>(BYTES + IO_BYTES - at);
  memory.copy(BYTES, at, length);
  return length;
}
