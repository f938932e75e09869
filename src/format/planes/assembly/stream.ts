// The stream of a plane's bytes, decoded symbol by symbol: see coding.ts.
import { BYTES, MOST_LEAVES, SYMBOLS } from './memory';
import { distributeEscapes, distributeLeaf, FREQUENCIES, leavesOf, ORDER_OF } from './model';

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

/** By tree and leaf, 80 bytes: 0 and sums of frequencies (u16 x 25), symbols (u8 x 24). Worked out on first use: till then the first sum is 0. */
const LEAF_BYTES: usize = 80, LEAF_SYMBOLS: usize = 2 * (SYMBOLS + 1);
const LEAVES = memory.data(2 * MOST_LEAVES * 80, 16);
/** The same by tree, of ranks. */
const ESCAPE_BYTES: usize = 1024, ESCAPE_RANKS: usize = 514;
const ESCAPES = memory.data(2 * 1024, 16);

@inline function leafAt(set: i32, leaf: i32): usize { return LEAVES + <usize>(set * MOST_LEAVES + leaf) * LEAF_BYTES; }
@inline function escapesAt(set: i32): usize { return ESCAPES + <usize>set * ESCAPE_BYTES; }

/** Forgets the distributions of another model. */
export function forgetDistributions(): void {
  for (let set = 0; set < 2; set++) {
    for (let leaf = 0; leaf < leavesOf(set); leaf++) store<u16>(leafAt(set, leaf), 0, 2);
    store<u16>(escapesAt(set), 0, 2);
  }
}

function keep(at: usize, symbolsAt: usize, count: i32): void {
  let sum: u32 = 0;
  for (let place: usize = 0; place < <usize>count; place++) {
    sum += load<u16>(FREQUENCIES + (place << 1));
    store<u16>(at + (place << 1), <u16>sum, 2);
  }
  memory.copy(at + symbolsAt, ORDER_OF, count);
}

/** The symbol of a distribution that the state has come to. */
@inline function decodeFrom(at: usize, symbolsAt: usize): i32 {
  const slot = state & 4095;
  let place: usize = 0, end: u32;
  // The sums rise to 4096, which no slot reaches.
  while (slot >= (end = load<u16>(at + (place << 1), 2))) place++;
  const before = <u32>load<u16>(at + (place << 1));
  advance(end - before, before);
  return load<u8>(at + symbolsAt + place);
}

@inline export function decodeSymbol(set: i32, leaf: i32): i32 {
  const at = leafAt(set, leaf);
  if (!load<u16>(at, 2)) keep(at, LEAF_SYMBOLS, distributeLeaf(set, leaf));
  return decodeFrom(at, LEAF_SYMBOLS);
}

export function decodeEscape(set: i32): i32 {
  const at = escapesAt(set);
  if (!load<u16>(at, 2)) keep(at, ESCAPE_RANKS, distributeEscapes(set));
  return decodeFrom(at, ESCAPE_RANKS);
}

/** A value of 1 to 12 bits that is equally likely to be any. */
export function decodeBits(bits: i32): i32 {
  const frequency = <u32>1 << (12 - bits), value = (state & 4095) >> (12 - bits);
  advance(frequency, value << (12 - bits));
  return value;
}
