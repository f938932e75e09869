// The tree of a model, for all cells of a batch at once: dense nodes as masks of rows, sparse ones by a stable partition of lists,
// whose loops have no branch that depends on data.
import {
  APART, apartFromOf, BATCH, CELL_FEATURES, columnOf, endsOf, LANE_COLUMNS, LEAF, LIST, masksOf, MOST_NODES, MOST_ROWS, NODES,
  rowColumnOf, ROWS, SPARE, SYMBOLS, symbolsOf,
} from './memory';
import { APART_ROW, ROW_FILE } from './features';

/** A node is dense while it has as many cells a row. Measured with 384 leaves: below, lists are faster. */
const DENSE: i32 = 6;

@inline function nodeAt(set: i32, node: i32): usize { return NODES + ((set * MOST_NODES + node) << 3); }
@inline function rowMask(row: i32): usize { return ROWS + (row << 4); }

/** Takes the coded cells of `planes` planes to their leaves: {@link endsOf} has 24 times the leaf, plus the symbol. */
export function walkTree(set: i32, planes: i32): void {
  let rows = 0, cells = 0;
  for (let row = 0; row < planes * 64; row++) {
    const mask = load<u64>(masksOf(set) + (row << 3));
    if (!mask) continue;
    store<u64>(rowMask(rows), mask);
    store<u32>(rowMask(rows++), row, 8);
    cells += <i32>popcnt(mask);
  }
  dense(set, 0, rows, cells, 0, rows);
}

/** The bytes of a row of cells that a feature has. */
@inline function rowValues(set: i32, feature: i32, row: i32): usize {
  if (feature < CELL_FEATURES) return columnOf(set, feature) + (row << 6);
  if (feature == APART_ROW) return APART + (<usize>load<u8>(apartFromOf(set) + row) << 6);
  return LANE_COLUMNS + feature * (BATCH * 64) + ((row >> 6) << 6);
}

/** The squares of a row whose value is not above. */
@inline function notAbove(values: usize, threshold: v128): u64 {
  return <u64>i8x16.bitmask(i8x16.eq(i8x16.max_u(v128.load(values), threshold), threshold))
    | <u64>i8x16.bitmask(i8x16.eq(i8x16.max_u(v128.load(values, 16), threshold), threshold)) << 16
    | <u64>i8x16.bitmask(i8x16.eq(i8x16.max_u(v128.load(values, 32), threshold), threshold)) << 32
    | <u64>i8x16.bitmask(i8x16.eq(i8x16.max_u(v128.load(values, 48), threshold), threshold)) << 48;
}

/** `count` rows from `from` on are at the node; rows from `free` on may be written. */
function dense(set: i32, from: i32, count: i32, cells: i32, node: i32, free: i32): void {
  for (;;) {
    if (!count) return;
    const at = nodeAt(set, node), feature = <i32>load<u8>(at);
    if (feature == LEAF || cells < DENSE * count || free + 2 * count > MOST_ROWS) {
      let listed = 0;
      for (let i = from; i < from + count; i++) {
        const first = load<u32>(rowMask(i), 8) << 6;
        for (let mask = load<u64>(rowMask(i)); mask; mask &= mask - 1) store<u16>(LIST + (listed++ << 1), <u16>(first + <u32>ctz(mask)));
      }
      flow(set, LIST, listed, node);
      return;
    }
    const threshold = <i32>load<u8>(at, 1);
    let lows = free, highs = free + count, lowCells = 0;
    if (feature >= ROW_FILE) {
      const values = rowColumnOf(set, feature);
      for (let i = from; i < from + count; i++) {
        const mask = load<u64>(rowMask(i)), row = load<u32>(rowMask(i), 8);
        const above = <i32>load<u8>(values + row) > threshold;
        const to = rowMask(above ? highs : lows);
        store<u64>(to, mask);
        store<u32>(to, row, 8);
        if (above) highs++;
        else {
          lows++;
          lowCells += <i32>popcnt(mask);
        }
      }
    } else {
      const splat = i8x16.splat(<i8>threshold);
      for (let i = from; i < from + count; i++) {
        const mask = load<u64>(rowMask(i)), row = load<u32>(rowMask(i), 8);
        const set0 = notAbove(rowValues(set, feature, row), splat), low = mask & set0, high = mask & ~set0;
        store<u64>(rowMask(lows), low);
        store<u32>(rowMask(lows), row, 8);
        lows += <i32>(low != 0);
        store<u64>(rowMask(highs), high);
        store<u32>(rowMask(highs), row, 8);
        highs += <i32>(high != 0);
        lowCells += <i32>popcnt(low);
      }
    }
    dense(set, free, lows - free, lowCells, node + 1, highs);
    from = free + count;
    count = highs - from;
    free = highs;
    cells -= lowCells;
    node = <i32>load<u16>(at, 2);
  }
}

/** `count` cells of a list are at the node. Lists of several nodes share SPARE, each only while it is divided. */
function flow(set: i32, list: usize, count: i32, node: i32): void {
  for (;;) {
    if (!count) return;
    const at = nodeAt(set, node), feature = <i32>load<u8>(at), threshold = <i32>load<u8>(at, 1);
    if (feature == LEAF) {
      const first = <i32>load<u16>(at, 4) * SYMBOLS, ends = endsOf(set), symbols = symbolsOf(set);
      for (let i = 0; i < count; i++) {
        const cell = <usize>load<u16>(list + (i << 1));
        store<u16>(ends + (cell << 1), <u16>(first + <i32>load<u8>(symbols + cell)));
      }
      return;
    }
    let low: i32;
    if (feature < CELL_FEATURES) low = divideByCell(list, count, columnOf(set, feature), threshold);
    else if (feature == APART_ROW) low = divideByApart(list, count, apartFromOf(set), threshold);
    else if (feature < ROW_FILE) low = divideByLane(list, count, LANE_COLUMNS + feature * (BATCH * 64), threshold);
    else low = divideByRow(list, count, rowColumnOf(set, feature), threshold);
    flow(set, list, low, node + 1);
    list += low << 1;
    count -= low;
    node = <i32>load<u16>(at, 2);
  }
}

/** Stores a cell at the end of both parts; only the right one's end moves on. */
@inline function place(list: usize, low: usize, high: usize, cell: u32): void {
  store<u16>(list + (low << 1), <u16>cell);
  store<u16>(SPARE + (high << 1), <u16>cell);
}

@inline function join(list: usize, low: usize, high: usize): i32 {
  memory.copy(list + (low << 1), SPARE, high << 1);
  return <i32>low;
}

function divideByCell(list: usize, count: i32, values: usize, threshold: i32): i32 {
  let low: usize = 0, high: usize = 0;
  for (let at = list, end = list + (count << 1); at < end; at += 2) {
    const cell = <u32>load<u16>(at), above = <usize>(<i32>load<u8>(values + cell) > threshold);
    place(list, low, high, cell);
    low += 1 - above;
    high += above;
  }
  return join(list, low, high);
}

function divideByApart(list: usize, count: i32, from: usize, threshold: i32): i32 {
  let low: usize = 0, high: usize = 0;
  for (let at = list, end = list + (count << 1); at < end; at += 2) {
    const cell = <u32>load<u16>(at), row = <usize>load<u8>(from + (cell >> 6));
    const above = <usize>(<i32>load<u8>(APART + (row << 6 | cell & 63)) > threshold);
    place(list, low, high, cell);
    low += 1 - above;
    high += above;
  }
  return join(list, low, high);
}

function divideByLane(list: usize, count: i32, values: usize, threshold: i32): i32 {
  let low: usize = 0, high: usize = 0;
  for (let at = list, end = list + (count << 1); at < end; at += 2) {
    const cell = <u32>load<u16>(at);
    const above = <usize>(<i32>load<u8>(values + (cell >> 12 << 6 | cell & 63)) > threshold);
    place(list, low, high, cell);
    low += 1 - above;
    high += above;
  }
  return join(list, low, high);
}

function divideByRow(list: usize, count: i32, values: usize, threshold: i32): i32 {
  let low: usize = 0, high: usize = 0;
  for (let at = list, end = list + (count << 1); at < end; at += 2) {
    const cell = <u32>load<u16>(at), above = <usize>(<i32>load<u8>(values + (cell >> 6)) > threshold);
    place(list, low, high, cell);
    low += 1 - above;
    high += above;
  }
  return join(list, low, high);
}
