import type { Square } from '../board/board.ts';
import type { Material } from '../table/material.ts';
import type { SlabCodes } from '../table/values.ts';
import type { SlabPlacements } from './slabPlacements.ts';

const SQUARES = 64;

/** Groups of pawns that follow one another in the index. */
export interface GroupRun {
  readonly from: number;
  readonly count: number;
}

/**
 * The codes of a table with one piece on some squares: a slice for each of these, of the whole index without that piece's digit, or
 * of some groups of pawns. A promotion reads only what has the new piece on the promotion rank.
 */
export interface Slices {
  /** The piece's place in {@link SlabPlacements.pieceSlots}, not a king's in tables without pawns; -1 for one slice, all squares. */
  readonly digit: number;
  /** In the order of slices. */
  readonly squares: readonly Square[];
  /** How far apart in the index are placements that differ by one in the piece's square. */
  readonly stride: number;
  /** The number of codes of a slice. */
  readonly size: number;
  /** What slices are of; all if undefined. */
  readonly groups: GroupRun | undefined;
}

/** Memory for the codes of a table. */
export interface CodesRoom {
  /** By side to move; undefined for a side that is not wanted. */
  readonly sides: readonly [SlabCodes | undefined, SlabCodes | undefined];
  /** Present if the room is for these only. */
  readonly slices: Slices | undefined;
  /** Are identical pieces wanted on rising squares only, but for the piece of slices? Others may be missing then. Default: no. */
  readonly rising?: boolean;
}

/** Slices for a piece on these squares; `groups`: see {@link Slices}. */
export function slicesOf(
  { pieceSlots, size, groupSize }: SlabPlacements,
  digit: number,
  squares: readonly Square[],
  groups?: GroupRun,
): Slices {
  const stride = SQUARES ** (pieceSlots.length - 1 - digit);
  const whole = groups ? groups.count * groupSize : size;
  return { digit, squares, stride, size: whole / SQUARES, groups };
}

/** Groups of pawns as they are. */
export function wholeGroups({ groupSize }: SlabPlacements, groups: GroupRun): Slices {
  const size = groups.count * groupSize;
  return { digit: -1, squares: [0], stride: size, size, groups };
}

/** Slices of a table that has pawns, for pieces of this kind and colour just promoted. */
export function slicesFor(
  placements: SlabPlacements,
  { men }: Material,
  piece: { readonly kind: number; readonly color: number },
): Slices {
  // The promoted piece comes last of identical ones: see targetOf in src/solve/sets/conversions.ts.
  const digit = placements.pieceSlots.findLastIndex(
    (slot) => men[slot]!.kind === piece.kind && men[slot]!.color === piece.color,
  );
  return slicesOf(placements, digit, lastRank(piece.color));
}

/** The squares on which a pawn of this colour is promoted. */
export function lastRank(color: number): Square[] {
  const first = color === 0 ? 56 : 0;
  return Array.from({ length: 8 }, (_, file) => first + file);
}

/** The number of codes of all slices. */
export function sliced({ squares, size }: Slices): number {
  return squares.length * size;
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
  { digit, squares, stride, size, groups }: Slices,
  from: number,
  codes: SlabCodes,
  room: SlabCodes,
): void {
  const squaresOf = digit < 0 ? 1 : SQUARES;
  const period = stride * squaresOf;
  // Numbers count from the first of the groups.
  const ofGroup = groups ? (size * squaresOf) / groups.count : 0;
  const begin = (groups?.from ?? 0) * ofGroup;
  const end = groups ? Math.min(codes.length, begin + size * squaresOf - from) : codes.length;
  const starts = digit < 0 ? new Float64Array(SQUARES) : sliceStarts(squares, size);
  for (let at = Math.max(0, begin - from); at < end; ) {
    const number = from + at - begin;
    const square = Math.floor(number / stride) % SQUARES;
    const within = number % stride;
    const run = Math.min(stride - within, end - at);
    if (starts[square]! >= 0) {
      const target = starts[square]! + Math.floor(number / period) * stride + within;
      if (run === 1) room[target] = codes[at]!;
      else room.set(codes.subarray(at, at + run), target);
      at += run;
      continue;
    }
    // Skips to the next square that has a slice.
    let ahead = 1;
    while (starts[(square + ahead) % SQUARES]! < 0) ahead++;
    at += ahead * stride - within;
  }
}

/** By square: where its slice begins, -1 if there is none. */
export function sliceStarts(squares: readonly Square[], size: number): Float64Array {
  const starts = new Float64Array(SQUARES).fill(-1);
  for (const [i, square] of squares.entries()) starts[square] = i * size;
  return starts;
}
