// The best move of the other side by row and lane piece within the plane, from the values of the coded side: all cells of a
// plane, sixteen at a time.
import {
  BEST, CELLS, codedColor, colorOf, laneSlot, MOST_STEPS, movementOf, NEXT, rowSlot, RUNS, SLIDES, STEP_COUNT, TURNED, WORTH,
} from './memory';
import { findWorths } from './ranks';
import { standing } from './threats';
import { BLOCK, turnBlock } from './turn';

/** Fills BEST. Pieces in the way stop a slide; squares where pieces stand are no targets. */
export function findBest(): void {
  findWorths(WORTH);
  memory.fill(BEST, 0, CELLS);
  const color = 1 - codedColor();
  if (colorOf(laneSlot()) == color) {
    turnPlane(WORTH, TURNED);
    takeBack(laneSlot(), TURNED, BEST);
    turnPlane(BEST, TURNED);
    memory.copy(BEST, TURNED, CELLS);
  }
  if (colorOf(rowSlot()) == color) takeBack(rowSlot(), WORTH, BEST);
}

/** Kinds of steps. */
const LEAP: u8 = 0, SLIDE_DOWN: u8 = 2;

/**
 * Raises `best` to what one piece's moves are worth: `worth` has for each of its squares a run of what arriving there is worth,
 * by the other piece's square, 0 if the other piece is in the way. A whole run at a time.
 */
function takeBack(slot: i32, worth: usize, best: usize): void {
  const movement = movementOf(slot), count = load<i32>(STEP_COUNT + (movement << 2));
  for (let step = 0; step < count; step++) {
    const next = NEXT + ((movement * MOST_STEPS + step) << 6);
    const kind = load<u8>(SLIDES + movement * MOST_STEPS + step);
    const slides = kind != LEAP, rising = kind == SLIDE_DOWN;
    // A slide goes on from a square to the next, which is done before.
    for (let i = 0; i < 64; i++) {
      const square = rising ? i : 63 - i;
      const to = <i32>load<u8>(next + square);
      const run = RUNS + (square << 6);
      if (to > 63 || standing >> to & 1) {
        if (slides) memory.fill(run, 0, 64);
        continue;
      }
      const beyond = RUNS + (to << 6), arriving = worth + (to << 6), out = best + (square << 6);
      for (let part: usize = 0; part < 64; part += 16) {
        let found = v128.load(arriving + part);
        if (slides) {
          found = i8x16.max_u(found, v128.load(beyond + part));
          v128.store(run + part, found);
        }
        v128.store(out + part, i8x16.max_u(found, v128.load(out + part)));
      }
      if (slides) store<u8>(run + square, 0);
    }
  }
}

/** Exchanges rows and lanes of a plane, in blocks of 16 x 16 bytes. */
function turnPlane(from: usize, to: usize): void {
  for (let y: usize = 0; y < 64; y += 16) for (let x: usize = 0; x < 64; x += 16) turnPart(from + (y << 6) + x, to + (x << 6) + y);
}

function turnPart(from: usize, to: usize): void {
  for (let i: usize = 0; i < 16; i++) v128.store(BLOCK + (i << 4), v128.load(from + (i << 6)));
  turnBlock();
  for (let i: usize = 0; i < 16; i++) v128.store(to + (i << 6), v128.load(BLOCK + (i << 4)));
}
