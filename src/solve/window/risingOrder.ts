import type { SlabPlacements } from '../../index/slabPlacements.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import type { SlabCodes } from '../../table/values.ts';

const SQUARES = 64;

/**
 * Of a table without pawns, by number of a placement of the pieces beside the kings and that of place `digit` in pieceSlots: the
 * number of the same with identical pieces on rising squares. Undefined if none are identical.
 */
export function risingNumbers(
  { pieceSlots }: SlabPlacements,
  { men }: Material,
  digit: number,
): Int32Array | undefined {
  const firsts = firstsOfKind(men);
  const slots = pieceSlots.filter((_, i) => i >= 2 && i !== digit);
  const runs = slots.map((slot) => slots.findIndex((other) => firsts[other] === firsts[slot]));
  if (runs.every((run, i) => run === i)) return undefined;
  const numbers = new Int32Array(SQUARES ** slots.length);
  const squares = slots.map(() => 0);
  for (let number = 0; number < numbers.length; number++) {
    let rest = number;
    for (let i = slots.length - 1; i >= 0; i--) {
      squares[i] = rest % SQUARES;
      rest = Math.floor(rest / SQUARES);
    }
    for (const [i, run] of runs.entries()) {
      // Identical pieces follow one another.
      for (let j = i; j > run && squares[j - 1]! > squares[j]!; j--) {
        [squares[j - 1], squares[j]] = [squares[j]!, squares[j - 1]!];
      }
    }
    numbers[number] = squares.reduce((sum, square) => sum * SQUARES + square, 0);
  }
  return numbers;
}

/** Gives each placement the code of the one that {@link risingNumbers} names. */
export function spreadRising(codes: SlabCodes, rising: Int32Array): void {
  for (let number = 0; number < codes.length; number++) codes[number] = codes[rising[number]!]!;
}
