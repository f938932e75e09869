// Samples that trees are learnt from: all features of some coded cells.
import {
  APART, apartFromOf, BATCH, CELL_FEATURES, cellRanksOf, COLUMN_APART, columnOf, ESCAPE, ESCAPED_RANKS, FEATURES, LANE_COLUMNS, masksOf, rowColumnOf, symbolsOf,
} from './memory';
import { APART_ROW, ROW_FILE } from './features';
import { SAMPLE_BYTES } from './split';

/** Cells to pass before the next sample, by set. */
const PASSING = memory.data(8);

export function beginSamples(): void {
  memory.fill(ESCAPED_RANKS, 0, 2 * 256 * 4);
  memory.fill(PASSING, 0, 8);
}

/**
 * Adds every `step`-th coded cell of the batch's first plane to the samples of a set, of which there are `count`, with room for
 * `capacity`: rows as learn.ts has them. Returns how many there are then.
 */
export function takeSamples(set: i32, step: i32, samples: usize, capacity: i32, count: i32): i32 {
  let passing = load<i32>(PASSING + (set << 2));
  for (let row = 0; row < 64; row++) {
    const mask = load<u64>(masksOf(set) + (row << 3)), cells = <i32>popcnt(mask);
    if (passing >= cells) {
      passing -= cells;
      continue;
    }
    const apart = APART + (<usize>load<u8>(apartFromOf(set) + row) << 6);
    for (let feature = ROW_FILE; feature < FEATURES; feature++) store<u8>(OF_ROW + feature, load<u8>(rowColumnOf(set, feature) + row));
    for (let rest = mask; rest; rest &= rest - 1) {
      if (passing-- > 0) continue;
      passing = step - 1;
      if (count == capacity) return count;
      const l = <i32>ctz(rest), cell = row << 6 | l, to = samples + <usize>count * SAMPLE_BYTES;
      count++;
      for (let i = 0; i < FEATURES; i += 16) v128.store(to + i, v128.load(OF_ROW + i));
      let from = columnOf(set, 0) + cell;
      for (let feature = 0; feature < CELL_FEATURES; feature++, from += COLUMN_APART) store<u8>(to + feature, load<u8>(from));
      store<u8>(to + APART_ROW, load<u8>(apart + l));
      for (let feature = APART_ROW + 1; feature < ROW_FILE; feature++) {
        store<u8>(to + feature, load<u8>(LANE_COLUMNS + feature * (BATCH * 64) + l));
      }
      const symbol = load<u8>(symbolsOf(set) + cell);
      store<u8>(to + FEATURES, symbol);
      if (symbol == ESCAPE) {
        const at = ESCAPED_RANKS + (set << 10) + (<usize>load<u8>(cellRanksOf(set) + cell) << 2);
        store<i32>(at, load<i32>(at) + 1);
      }
    }
  }
  store<i32>(PASSING + (set << 2), passing);
  return count;
}

/** The features that are the same for all of a row. */
const OF_ROW = memory.data(FEATURES, 16);
