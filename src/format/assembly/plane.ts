// What geometry says of a plane before any value is known: which cells are positions, which are twins of others, which
// men hang; and what the row man's and the lane man's moves within the plane are worth.
import {
  AFTER, alike, BEST, BETWEEN, CELLS, colorOf, IMAGES, imageCount, isRoyal, laneSlot, menCount, MOST_STEPS, NEXT, RANKS,
  rowSlot, SLIDES, SQUARES, squareOf, STATES, STEP_COUNT, THREATS, TWINS,
} from './memory';

// States of a cell.
export const CODED: u8 = 0;
/** No position: men share a square, or the king of the side that is not to move is attacked. */
export const NOWHERE: u8 = 1;
/** A position that has the same value as its twin, a cell before. */
export const TWIN: u8 = 2;

// Threats, by the side to move.
export const IN_CHECK: i32 = 1;
/** A man of the side to move is attacked; and such a one is not defended. */
const OWN_ATTACKED: i32 = 2;
const OWN_HANGS: i32 = 4;
/** From a colour's threats as the owner sees them to the same as his opponent does. */
const SHIFT: i32 = 2;

/** Does the man of `slot` attack what stands on `target`? */
@inline function attacks(slot: i32, target: i32, occupied: u64): bool {
  return (load<u64>(BETWEEN + (((slot << 12) + (squareOf(slot) << 6) + target) << 3)) & occupied) == 0;
}

/** Fills states, twins and threats of all cells. */
export function survey(): void {
  const men = menCount(), row = rowSlot(), lane = laneSlot();
  let standing: u64 = 0;
  for (let slot = 0; slot < men; slot++) {
    if (slot != row && slot != lane) standing |= (<u64>1) << squareOf(slot);
  }
  memory.fill(STATES, NOWHERE, 2 * CELLS);
  for (let a = 0; a < 64; a++) {
    if (standing >> a & 1) continue;
    store<u8>(SQUARES + row, <u8>a);
    const withRow = standing | (<u64>1) << a;
    for (let l = 0; l < 64; l++) {
      if (withRow >> l & 1) continue;
      store<u8>(SQUARES + lane, <u8>l);
      surveyCell(men, a << 6 | l, withRow | (<u64>1) << l);
    }
  }
}

function surveyCell(men: i32, cell: i32, occupied: u64): void {
  // Whose king is attacked, and by colour whose men are.
  let checked = 0, white = 0, black = 0;
  for (let slot = 0; slot < men; slot++) {
    const square = squareOf(slot), color = colorOf(slot);
    const royal = isRoyal(slot);
    let attacked = false, defended = false;
    for (let other = 0; other < men; other++) {
      if (other == slot || !attacks(other, square, occupied)) continue;
      if (colorOf(other) == color) defended = true;
      else attacked = true;
    }
    if (!attacked) continue;
    if (royal) checked |= 1 << color;
    else {
      const found = defended ? OWN_ATTACKED : OWN_ATTACKED | OWN_HANGS;
      if (color) black |= found;
      else white |= found;
    }
  }
  const twin = twinOf(cell);
  store<u16>(TWINS + (cell << 1), <u16>twin);
  const state = twin < cell ? TWIN : CODED;
  if (!(checked & 2)) {
    store<u8>(STATES + cell, state);
    store<u8>(THREATS + cell, <u8>((checked & 1) | white | black << SHIFT));
  }
  if (!(checked & 1)) {
    store<u8>(STATES + CELLS + cell, state);
    store<u8>(THREATS + CELLS + cell, <u8>((checked >> 1) | black | white << SHIFT));
  }
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

/** The best move within the plane for each position of a side, from the ranks of the other side. */
export function findBest(side: i32): void {
  memory.fill(BEST, 0, CELLS * 2);
  const men = menCount(), row = rowSlot(), lane = laneSlot();
  let standing: u64 = 0;
  for (let slot = 0; slot < men; slot++) {
    if (slot != row && slot != lane) standing |= (<u64>1) << squareOf(slot);
  }
  const states = STATES + side * CELLS;
  if (colorOf(lane) == side) {
    for (let a = 0; a < 64; a++) {
      const occupied = standing | (<u64>1) << a;
      for (let l = 0; l < 64; l++) {
        if (load<u8>(states + (a << 6 | l)) != NOWHERE) move(side, 1, l, a << 6 | l, a << 6, 0, occupied);
      }
    }
  }
  if (colorOf(row) != side) return;
  for (let l = 0; l < 64; l++) {
    const occupied = standing | (<u64>1) << l;
    for (let a = 0; a < 64; a++) {
      if (load<u8>(states + (a << 6 | l)) != NOWHERE) move(side, 0, a, a << 6 | l, l, 6, occupied);
    }
  }
}

/** Follows one man's moves. A cell is `rest` and his square, shifted. */
@inline function move(side: i32, man: i32, from: i32, cell: i32, rest: i32, shift: i32, occupied: u64): void {
  const ranks = RANKS + (1 - side) * CELLS * 2;
  let best = <i32>load<u16>(BEST + (cell << 1));
  const count = load<i32>(STEP_COUNT + (man << 2));
  for (let step = 0; step < count; step++) {
    const next = NEXT + ((man * MOST_STEPS + step) << 6);
    const slides = load<u8>(SLIDES + man * MOST_STEPS + step);
    let square = <i32>load<u8>(next + from);
    while (square < 64 && !(occupied >> square & 1)) {
      const rank = load<u16>(ranks + ((rest | square << shift) << 1));
      best = max(best, <i32>load<u16>(AFTER + (<i32>rank << 1)));
      if (!slides) break;
      square = <i32>load<u8>(next + square);
    }
  }
  store<u16>(BEST + (cell << 1), <u16>best);
}
