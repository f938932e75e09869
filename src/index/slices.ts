import type { Material } from '../table/material.ts';
import type { SlabCodes } from '../table/values.ts';
import type { SlabPlacements } from './slabPlacements.ts';

const SQUARES = 64;

/**
 * The codes of a table with one piece, of the kind just promoted, on the promotion rank: eight slices, one for each
 * file, each of the whole index without that piece's digit. Promotions into a table with pawns read only this eighth of
 * it.
 */
export interface Slices {
  /** The piece's place in {@link SlabPlacements.pieceSlots}. */
  readonly digit: number;
  readonly rank: number;
  /** How far apart in the index are placements that differ by one in the piece's square. */
  readonly stride: number;
  /** The number of codes of a slice. */
  readonly size: number;
}

/** Memory for the codes of a table. */
export interface CodesRoom {
  /** By side to move; undefined for a side that is not wanted. */
  readonly sides: readonly [SlabCodes | undefined, SlabCodes | undefined];
  /** Present if the room is for these only. */
  readonly slices: Slices | undefined;
}

/** Slices of a table that has pawns, for pieces of this kind and colour just promoted. */
export function slicesFor(
  { pieceSlots, size }: SlabPlacements,
  { men }: Material,
  piece: { readonly kind: number; readonly color: number },
): Slices {
  // The promoted piece comes last of identical ones: see targetOf in src/solve/sets/conversions.ts.
  const digit = pieceSlots.findLastIndex(
    (slot) => men[slot]!.kind === piece.kind && men[slot]!.color === piece.color,
  );
  const stride = SQUARES ** (pieceSlots.length - 1 - digit);
  return { digit, rank: piece.color === 0 ? 7 : 0, stride, size: size / SQUARES };
}

/** Stores what a room has place for of a side's codes: those in `codes`, from number `from` on. */
export function storeCodes(
  { sides, slices }: CodesRoom,
  side: 0 | 1,
  from: number,
  codes: SlabCodes,
): void {
  const room = sides[side];
  if (!room) return;
  if (slices) cutSlices(slices, from, codes, room);
  else room.set(codes, from);
}

function cutSlices(
  { rank, stride, size }: Slices,
  from: number,
  codes: SlabCodes,
  room: SlabCodes,
): void {
  const period = stride * SQUARES;
  for (let at = 0; at < codes.length; ) {
    const number = from + at;
    const square = Math.floor(number / stride) % SQUARES;
    const within = number % stride;
    const run = Math.min(stride - within, codes.length - at);
    if (square >> 3 === rank) {
      const target = (square & 7) * size + Math.floor(number / period) * stride + within;
      if (run === 1) room[target] = codes[at]!;
      else room.set(codes.subarray(at, at + run), target);
      at += run;
      continue;
    }
    // Skips to the first square of the rank that is kept.
    const squaresAhead = (rank * 8 - square + SQUARES) % SQUARES || SQUARES;
    at += squaresAhead * stride - within;
  }
}
