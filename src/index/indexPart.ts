import type { SlabPlacements } from './slabPlacements.ts';

const SQUARES = 64;

/** Some of the codes of an index, which lie in memory one unit after another. */
export interface IndexPart {
  /**
   * The codes of a unit: of a place (a pair of kings, or a group of pawns), of one square there of the first other piece, or a
   * single code.
   */
  readonly unit: number;
  /** In the order in which they lie in memory: unit `n` has the numbers of the index from `n * unit` on. */
  readonly units: Int32Array | Float64Array;
}

/** Values that follow one another in an index from `number` on, and in memory from `at` on. */
export interface IndexRun {
  readonly at: number;
  readonly number: number;
  readonly count: number;
}

/** The number of codes of a place: of a pair of kings, or with pawns of a group. */
export function placeSize({ kingPairs, groupSize, size }: SlabPlacements): number {
  return kingPairs.length > 0 ? size / kingPairs.length : groupSize;
}

/** A part that holds places whole. */
export function partOfPlaces(placements: SlabPlacements, places: readonly number[]): IndexPart {
  return { unit: placeSize(placements), units: Int32Array.from(places) };
}

/**
 * A part that holds, of all pairs of kings, what has the first other piece on one of some squares: for each square, all
 * pairs.
 */
export function partOfSquares(placements: SlabPlacements, squares: readonly number[]): IndexPart {
  const pairs = placements.kingPairs.map((_, pair) => pair);
  const units = squares.flatMap((square) => pairs.map((pair) => pair * SQUARES + square));
  return { unit: placeSize(placements) / SQUARES, units: Int32Array.from(units) };
}

/** A part that holds single codes, in shared memory, which several threads may read. */
export function partOfNumbers(numbers: readonly Float64Array[]): IndexPart {
  const count = numbers.reduce((sum, { length }) => sum + length, 0);
  const units = new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
  let next = 0;
  for (const some of numbers) {
    units.set(some, next);
    next += some.length;
  }
  return { unit: 1, units };
}

/** Where the codes of an index lie, or of a part of it. */
export class IndexStarts {
  /** The slot of the piece whose squares divide the places of the part; -1 if it holds places whole. */
  readonly divider: number;
  /** From a place to the next; undefined if the part has some of them. */
  private readonly stride: number | undefined;
  /** By place, or by square of the divider, -1 where the part has none. */
  private readonly starts: Float64Array;

  constructor(placements: SlabPlacements, part?: IndexPart) {
    const size = placeSize(placements);
    const isDivided = part !== undefined && part.unit < size;
    this.divider = isDivided ? placements.pieceSlots[2]! : -1;
    this.stride = !part ? size : isDivided ? part.unit : undefined;
    this.starts = new Float64Array(!part ? 0 : isDivided ? SQUARES : placements.size / size);
    this.starts.fill(-1);
    for (const [i, unit] of part?.units.entries() ?? []) {
      // Units of the first pair of kings stand for those of all.
      if (unit < this.starts.length) this.starts[unit] = i * part!.unit;
    }
  }

  /** Where the codes of a place begin, on square 0 of the divider if there is one. -1 if the part has none of them. */
  ofPlace(place: number): number {
    return this.stride === undefined ? this.starts[place]! : place * this.stride;
  }

  /** What the divider's square adds. */
  ofSquare(square: number): number {
    return this.starts[square]!;
  }
}
