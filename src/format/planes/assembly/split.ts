// Finds the split of a set of samples that saves most bits. Entropies are counted in parts of a bit, as whole numbers, so that
// sums are the same in any order.
import { BLOCK, turnBlock } from './turn';

/** A split is chosen on at most so many samples of a node, evenly spread. */
const ENOUGH: i32 = 4096;
const SYMBOLS: i32 = 24;
const FEATURES: i32 = 48;
const VALUES: i32 = 256;
/** Parts of a bit: n log2 n of 4,096 is 49,152 bits, which take 31 binary digits of them. */
const PARTS: f64 = 32768;
/** A sample is a cache line of its own, since nodes ask for all features of few samples: its features, then its symbol. */
export const SAMPLE_BYTES: usize = 64;
export const SYMBOL_AT: usize = FEATURES;

// The room that the caller gives.
/** i32 by n: n log2 n. */
const LOG_BYTES: i32 = (ENOUGH + 16) * 4;
/** u8 by feature and chosen sample. Not a power of two apart, which a cache would keep in the same few lines. */
const COLUMN_BYTES: i32 = ENOUGH + 64;
/** u16 by value and kind of symbol: how many samples. */
const TALLY_BYTES: i32 = VALUES * SYMBOLS * 2;
/** i32 by kind. */
const KIND_BYTES: i32 = SYMBOLS * 4;
/** The room that finding splits takes. */
export const SPLIT_BYTES: i32 = LOG_BYTES + (FEATURES + 1) * COLUMN_BYTES + 2 * TALLY_BYTES + 4 * KIND_BYTES;
let logs: usize = 0;
let chosen: usize = 0;
/** u8 by chosen sample: the kind of its symbol, doubled. */
let kinds: usize = 0;
let tally: usize = 0;
/** How many samples have symbols of a kind: in all, not above the threshold, and above it. */
let totals: usize = 0;
let below: usize = 0;
let above: usize = 0;
/** The logarithms of the last two. */
let parts: usize = 0;

let samples: usize = 0;
let features: u64 = 0;
let feature: i32 = 0;
let threshold: i32 = 0;

export function splitFeature(): i32 { return feature; }
export function splitThreshold(): i32 { return threshold; }

/** Prepares for samples as {@link growTree} has them. */
export function beginSplits(samplesAt: usize, asked: u64, room: usize): void {
  samples = samplesAt;
  features = asked;
  logs = room;
  chosen = logs + LOG_BYTES;
  kinds = chosen + FEATURES * COLUMN_BYTES;
  tally = kinds + COLUMN_BYTES;
  totals = tally + 2 * TALLY_BYTES;
  below = totals + KIND_BYTES;
  above = below + KIND_BYTES;
  parts = above + KIND_BYTES;
  store<i32>(logs, 0);
  for (let n = 1; n <= ENOUGH; n++) store<i32>(logs + (n << 2), <i32>nearest(<f64>n * NativeMath.log2(<f64>n) * PARTS));
}

/** Bits that the best split of the samples saves whose numbers (u32) are at `list`. 0 if none saves any. */
export function findSplit(list: usize, count: i32): f64 {
  const step = (count + ENOUGH - 1) / ENOUGH, some = (count + step - 1) / step;
  const kindCount = nameKinds(list, some, step);
  if (kindCount < 2) return 0;
  choose(list, some, step);
  let whole = logOf(some);
  for (let kind = 0; kind < kindCount; kind++) whole -= logOf(load<i32>(totals + (kind << 2)));
  let least = whole;
  for (let each = 0; each < FEATURES; each++) {
    if (features >> each & 1) least = tryFeature(each, some, kindCount, least);
  }
  return <f64>(whole - least) / PARTS * (<f64>count / <f64>some);
}

@inline function logOf(n: i32): i32 { return load<i32>(logs + (<usize>n << 2)); }

/** Numbers the symbols that occur in every `step`-th sample, and counts them. Returns how many they are. */
function nameKinds(list: usize, some: i32, step: i32): i32 {
  memory.fill(parts, 0, KIND_BYTES);
  for (let i = 0; i < some; i++) {
    const symbol = load<u8>(samples + <usize>load<u32>(list + (<usize>(i * step) << 2)) * SAMPLE_BYTES, SYMBOL_AT), at = parts + (<usize>symbol << 2);
    store<u8>(kinds + i, symbol);
    store<i32>(at, load<i32>(at) + 1);
  }
  let count = 0;
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    const at = parts + (symbol << 2), occurs = load<i32>(at);
    if (!occurs) continue;
    store<i32>(totals + (count << 2), occurs);
    store<i32>(at, count++ << 1);
  }
  for (let i = 0; i < some; i++) store<u8>(kinds + i, load<u8>(parts + (<usize>load<u8>(kinds + i) << 2)));
  return count;
}

/** Gathers every `step`-th sample into columns by feature; what is left of the last 16 repeats the last one. */
function choose(list: usize, some: i32, step: i32): void {
  for (let i = 0; i < some; i += 16) {
    for (let group = 0; group < FEATURES; group += 16) {
      for (let j = 0; j < 16; j++) {
        const sample = <usize>load<u32>(list + (<usize>(min(i + j, some - 1) * step) << 2));
        v128.store(BLOCK + (j << 4), v128.load(samples + sample * SAMPLE_BYTES + <usize>group));
      }
      turnBlock();
      for (let j = 0; j < 16; j++) v128.store(chosen + (group + j) * COLUMN_BYTES + i, v128.load(BLOCK + (j << 4)));
    }
  }
}

/** The bits after the best split so far, which may become one by this feature. */
function tryFeature(each: i32, some: i32, kindCount: i32, least: i32): i32 {
  const values = chosen + each * COLUMN_BYTES;
  let lows = v128.load(values), highs = lows;
  for (let i = 16; i < some; i += 16) {
    const more = v128.load(values + i);
    lows = i8x16.min_u(lows, more);
    highs = i8x16.max_u(highs, more);
  }
  const low = leastOf(lows), high = 255 - leastOf(v128.not(highs));
  if (low == high) return least;
  const rowBytes = <usize>kindCount << 1, even = some & ~1;
  memory.fill(tally, 0, (high - low + 1) * <i32>rowBytes);
  memory.fill(tally + TALLY_BYTES, 0, (high - low + 1) * <i32>rowBytes);
  const zero = tally - <usize>low * rowBytes;
  // Two tallies, since what was stored just now is slow to load.
  for (let i = 0; i < even; i += 2) {
    const at = zero + <usize>load<u8>(values + i) * rowBytes + <usize>load<u8>(kinds + i);
    store<u16>(at, load<u16>(at) + 1);
    const next = zero + <usize>load<u8>(values + i, 1) * rowBytes + <usize>load<u8>(kinds + i, 1);
    store<u16>(next, load<u16>(next, TALLY_BYTES) + 1, TALLY_BYTES);
  }
  if (even < some) {
    const at = zero + <usize>load<u8>(values + even) * rowBytes + <usize>load<u8>(kinds + even);
    store<u16>(at, load<u16>(at) + 1);
  }
  let sum = 0;
  for (let kind = 0; kind < kindCount; kind++) {
    const total = load<i32>(totals + (kind << 2));
    store<i32>(below + (kind << 2), 0);
    store<i32>(above + (kind << 2), total);
    store<i32>(parts + (kind << 2), logOf(total));
    sum += logOf(total);
  }
  let under = 0, row = tally;
  for (let value = low; value < high; value++, row += rowBytes) {
    let moved = 0;
    for (let kind = 0; kind < kindCount; kind++) {
      const count = <i32>load<u16>(row + (kind << 1)) + <i32>load<u16>(row + (kind << 1), TALLY_BYTES);
      if (!count) continue;
      moved += count;
      const at = kind << 2;
      const less = load<i32>(below + at) + count, more = load<i32>(above + at) - count;
      store<i32>(below + at, less);
      store<i32>(above + at, more);
      const part = logOf(less) + logOf(more);
      sum += part - load<i32>(parts + at);
      store<i32>(parts + at, part);
    }
    if (!moved) continue;
    under += moved;
    const bits = logOf(under) + logOf(some - under) - sum;
    if (bits < least) {
      least = bits;
      feature = each;
      threshold = value;
    }
  }
  return least;
}

/** The least of 16 bytes. */
@inline function leastOf(bytes: v128): i32 {
  let some = i8x16.min_u(bytes, i8x16.shuffle(bytes, bytes, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  some = i8x16.min_u(some, i8x16.shuffle(some, some, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3));
  some = i8x16.min_u(some, i8x16.shuffle(some, some, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1));
  some = i8x16.min_u(some, i8x16.shuffle(some, some, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0));
  return <i32>i8x16.extract_lane_u(some, 0);
}
