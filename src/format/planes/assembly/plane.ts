// What geometry says of a plane before any value is known: which cells are positions, which are twins of others, which
// pieces hang; and what the row piece's and the lane piece's moves within the plane are worth.
import {
  AFTER, alike, BEST, BETWEEN, CELLS, colorOf, IMAGES, imageCount, isRoyal, laneSlot, menCount, MOST_STEPS, NEXT, RANKS,
  rowSlot, RUNS, SLIDES, SQUARES, squareOf, STATES, STEP_COUNT, THREATS, TWINS, WORTH,
} from './memory';

// States of a cell.
export const CODED: u8 = 0;
/** No position: pieces share a square, or the king of the side that is not to move is attacked. */
export const NOWHERE: u8 = 1;
/** A position that has the same value as its twin, a cell before. */
export const TWIN: u8 = 2;

// Threats, five bits by the side to move: in check; a piece of that side is attacked; such a one is not defended; and the last two
// of the opponent's pieces.
/** Of what is no position. */
const NO_THREATS: u8 = 255;

/** What must be empty for the piece of `slot`, on `from`, to attack `target`. */
@inline function between(slot: i32, from: i32, target: i32): u64 {
  return load<u64>(BETWEEN + (((slot << 12) + (from << 6) + target) << 3));
}

/** Fills states, twins and threats of all cells. */
export function survey(): void {
  const men = menCount(), row = rowSlot(), lane = laneSlot();
  let standing: u64 = 0;
  for (let slot = 0; slot < men; slot++) {
    if (slot != row && slot != lane) standing |= (<u64>1) << squareOf(slot);
  }
  memory.fill(STATES, NOWHERE, 2 * CELLS);
  memory.fill(THREATS, NO_THREATS, 2 * CELLS);
  for (let a = 0; a < 64; a++) {
    if (standing >> a & 1) continue;
    store<u8>(SQUARES + row, <u8>a);
    surveyRow(men, lane, a, standing | (<u64>1) << a);
  }
}

/** A row of cells at once: sets of the lane piece's squares. */
function surveyRow(men: i32, lane: i32, a: i32, occupied: u64): void {
  const free = ~occupied;
  // Where the king of a colour is attacked, where pieces of a colour are, and where such a one is not defended.
  let checked0: u64 = 0, checked1: u64 = 0, attacked0: u64 = 0, attacked1: u64 = 0, hangs0: u64 = 0, hangs1: u64 = 0;
  for (let slot = 0; slot < men; slot++) {
    const color = colorOf(slot);
    let attacked: u64 = 0, defended: u64 = 0;
    for (let other = 0; other < men; other++) {
      if (other == slot) continue;
      const found = attackSet(other, slot, lane, occupied);
      if (colorOf(other) == color) defended |= found;
      else attacked |= found;
    }
    if (isRoyal(slot)) {
      if (color) checked1 |= attacked;
      else checked0 |= attacked;
    } else if (color) {
      attacked1 |= attacked;
      hangs1 |= attacked & ~defended;
    } else {
      attacked0 |= attacked;
      hangs0 |= attacked & ~defended;
    }
  }
  const twins = imageCount() > 0 || alike();
  for (let rest = free; rest; rest &= rest - 1) {
    const l = <i32>ctz(rest), cell = a << 6 | l;
    const twin = twins ? twinOf(cell) : cell;
    store<u16>(TWINS + (cell << 1), <u16>twin);
    const state = twin < cell ? TWIN : CODED;
    const white = <i32>(attacked0 >> l & 1) | <i32>(hangs0 >> l & 1) << 1;
    const black = <i32>(attacked1 >> l & 1) | <i32>(hangs1 >> l & 1) << 1;
    const inCheck0 = <i32>(checked0 >> l & 1), inCheck1 = <i32>(checked1 >> l & 1);
    if (!inCheck1) {
      store<u8>(STATES + cell, state);
      store<u8>(THREATS + cell, <u8>(inCheck0 | white << 1 | black << 3));
    }
    if (!inCheck0) {
      store<u8>(STATES + CELLS + cell, state);
      store<u8>(THREATS + CELLS + cell, <u8>(inCheck1 | black << 1 | white << 3));
    }
  }
}

/** The squares of the lane piece for which one piece attacks another; only free squares count. */
@inline function attackSet(by: i32, target: i32, lane: i32, occupied: u64): u64 {
  let found: u64 = 0;
  if (by == lane) {
    const to = squareOf(target);
    for (let l = 0; l < 64; l++) found |= (<u64>((between(by, l, to) & occupied) == 0)) << l;
    return found;
  }
  const from = squareOf(by);
  if (target == lane) {
    for (let l = 0; l < 64; l++) found |= (<u64>((between(by, from, l) & occupied) == 0)) << l;
    return found;
  }
  const empty = between(by, from, squareOf(target));
  return empty & occupied ? 0 : ~empty;
}

/** The first of the cells that are equal to this one. */
@inline function twinOf(cell: i32): i32 {
  const a = cell >> 6, l = cell & 63;
  let least = alike() && l < a ? l << 6 | a : cell;
  for (let i = imageCount() - 1; i >= 0; i--) {
    const map = IMAGES + (i << 6);
    let b = <i32>load<u8>(map + a), m = <i32>load<u8>(map + l);
    if (alike() && m < b) {
      const first = m;
      m = b;
      b = first;
    }
    least = min(least, b << 6 | m);
  }
  return least;
}

/** Steps of a movement: a slide leads to higher squares or to lower ones. */
const LEAP: u8 = 0, SLIDE_DOWN: u8 = 2;

/** The best move within the plane for each position of a side, from the ranks of the other side. */
export function findBest(side: i32): void {
  const men = menCount(), row = rowSlot(), lane = laneSlot();
  let standing: u64 = 0;
  for (let slot = 0; slot < men; slot++) {
    if (slot != row && slot != lane) standing |= (<u64>1) << squareOf(slot);
  }
  memory.fill(BEST, 0, CELLS * 2);
  const ranks = RANKS + (1 - side) * CELLS * 2;
  const ofLane = colorOf(lane) == side;
  if (ofLane) {
    for (let a = 0; a < 64; a++) {
      for (let l = 0; l < 64; l++) store<u16>(WORTH + ((l << 6 | a) << 1), worth(ranks, a << 6 | l));
    }
    takeBack(1, standing);
    for (let a = 0; a < 64; a++) {
      for (let l = 0; l < a; l++) {
        const here = BEST + ((a << 6 | l) << 1), there = BEST + ((l << 6 | a) << 1);
        const rank = load<u16>(here);
        store<u16>(here, load<u16>(there));
        store<u16>(there, rank);
      }
    }
  }
  if (colorOf(row) != side) return;
  for (let cell = 0; cell < CELLS; cell++) store<u16>(WORTH + (cell << 1), worth(ranks, cell));
  takeBack(0, standing);
}

@inline function worth(ranks: usize, cell: i32): u16 {
  return load<u16>(AFTER + (<i32>load<u16>(ranks + (cell << 1)) << 1));
}

/**
 * Raises BEST to what one piece's moves are worth: WORTH has for each of its squares a run of what arriving there is worth, by
 * the other piece's square, 0 if the other piece is in the way. A whole run at a time.
 */
function takeBack(piece: i32, standing: u64): void {
  const count = load<i32>(STEP_COUNT + (piece << 2));
  for (let step = 0; step < count; step++) {
    const next = NEXT + ((piece * MOST_STEPS + step) << 6);
    const kind = load<u8>(SLIDES + piece * MOST_STEPS + step);
    const slides = kind != LEAP, rising = kind == SLIDE_DOWN;
    // A slide continues from a square to the next, which must be done before.
    for (let i = 0; i < 64; i++) {
      const square = rising ? i : 63 - i;
      const to = <i32>load<u8>(next + square);
      const run = RUNS + (square << 7);
      if (to > 63 || standing >> to & 1) {
        memory.fill(run, 0, 128);
        continue;
      }
      const beyond = RUNS + (to << 7), arriving = WORTH + (to << 7), best = BEST + (square << 7);
      for (let part: usize = 0; part < 128; part += 16) {
        let worth = v128.load(arriving + part);
        if (slides) {
          worth = i16x8.max_u(worth, v128.load(beyond + part));
          v128.store(run + part, worth);
        }
        v128.store(best + part, i16x8.max_u(worth, v128.load(best + part)));
      }
      if (slides) store<u16>(run + (square << 1), 0);
    }
  }
}
