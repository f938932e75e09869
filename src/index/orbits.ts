import type { Material } from '../table/material.ts';
import { firstsOfKind, identicalOrders, type Placements } from '../table/placements.ts';
import type { Endgame } from '../table/table.ts';
import type { IndexRun } from './indexPart.ts';
import { boardSymmetries, SlabPlacements } from './slabPlacements.ts';

/**
 * For each number of an index, in runs of equal length, how many placements of the whole board it stands for. Counting
 * a table of 10^8 numbers then takes no call and no allocation for each.
 */
export interface Orbits {
  readonly runLength: number;
  /** `runs * runLength` is the size of the index. */
  readonly runs: number;
  /**
   * By number within the run: the orbit's size, 0 if the number is not the index of its placement; undefined if all are
   * 0. The next call may overwrite the buffer.
   */
  of(run: number): Uint8Array | undefined;
}

/** A run of values with the orbits of their placements. */
export interface OrbitRun extends IndexRun {
  /** By place within the run. */
  readonly orbit: Uint8Array;
}

/** Splits a run where orbits do; parts without a placement are left out. The next may overwrite the orbits of one. */
export function* orbitRuns(
  orbits: Orbits,
  { at, number, count }: IndexRun,
): Generator<OrbitRun, void> {
  const { runLength } = orbits;
  const end = number + count;
  for (let first = number, past = 0; first < end; first = past) {
    const run = Math.floor(first / runLength);
    const begin = run * runLength;
    past = Math.min(end, begin + runLength);
    const orbit = orbits.of(run)?.subarray(first - begin, past - begin);
    if (orbit) yield { at: at + first - number, number: first, count: past - first, orbit };
  }
}

const SQUARES = 64;
/** In {@link boardSymmetries}: exchanges files and ranks. */
const TRANSPOSE = 4;
const COUNTED_RUN = 4096;

export function orbitsOf({ placements, material }: Endgame): Orbits {
  if (!(placements instanceof SlabPlacements))
    return countedOrbits(placements, material.men.length);
  if (latest?.placements !== placements) {
    latest = { placements, orbits: slabOrbits(placements, material) };
  }
  return latest.orbits;
}

/** Those asked for last: of six men they take a second, and are asked for once for each part of a table. */
let latest: { readonly placements: SlabPlacements; readonly orbits: Orbits } | undefined;

function slabOrbits(placements: SlabPlacements, material: Material): Orbits {
  const { pieceSlots, pawnSlots } = placements;
  const starts = firstsOfKind(material.men);
  const orders = identicalOrders(starts);
  // The digits of pieces other than kings and pawns: those of identical pieces must ascend.
  const pieces = pieceSlots.slice(2);
  const rises = pieces.map((slot, i) => i > 0 && starts[slot] === starts[pieces[i - 1]!]);
  return pawnSlots.length === 0
    ? pawnless(placements, rises, orders)
    : withPawns(placements, rises, orders);
}

/** A run for each pair of kings. */
function pawnless(
  { kingPairs }: SlabPlacements,
  rises: readonly boolean[],
  orders: number,
): Orbits {
  const orbit = boardSymmetries.length * orders;
  const plain = risingDigits(rises, orbit);
  const symmetric = leastOfTwo(plain, rises);
  return {
    runLength: plain.length,
    runs: kingPairs.length,
    of(run) {
      const [white, black] = kingPairs[run]!;
      return isOnDiagonal(white) && isOnDiagonal(black) ? symmetric : plain;
    },
  };
}

/** A run for each group of pawns and square of White's king: its square is the highest digit in a group. */
function withPawns({ groups }: SlabPlacements, rises: readonly boolean[], orders: number): Orbits {
  // The symmetries that pawns allow: the identity and mirrored files.
  const orbit = 2 * orders;
  const plain = risingDigits([false, ...rises], orbit);
  return {
    runLength: plain.length,
    runs: groups.length * SQUARES,
    of(run) {
      // If mirroring keeps the pawns in place, the lesser of two images is the one with White's king on files a to d.
      const { symmetric } = groups[Math.floor(run / SQUARES)]!;
      return symmetric && (run & 7) > 3 ? undefined : plain;
    },
  };
}

/** For each number of `rises.length` digits: `orbit` if every digit that must rise does, otherwise 0. */
function risingDigits(rises: readonly boolean[], orbit: number): Uint8Array {
  const found = new Uint8Array(SQUARES ** rises.length).fill(orbit);
  for (const [i, rise] of rises.entries()) {
    if (!rise) continue;
    const below = SQUARES ** (rises.length - 1 - i);
    for (let number = 0; number < found.length; number++) {
      const digit = Math.floor(number / below) % SQUARES;
      const before = Math.floor(number / (below * SQUARES)) % SQUARES;
      if (before > digit) found[number] = 0;
    }
  }
  return found;
}

/** Keeps the lesser of each two numbers that transposing exchanges; one that is its own image counts half. */
function leastOfTwo(plain: Uint8Array, rises: readonly boolean[]): Uint8Array {
  const map = boardSymmetries[TRANSPOSE]!;
  const image: number[] = rises.map(() => 0);
  return plain.map((orbit, number) => {
    if (orbit === 0) return 0;
    let rest = number;
    for (let i = rises.length - 1; i >= 0; i--) {
      image[i] = map[rest % SQUARES]!;
      rest = Math.floor(rest / SQUARES);
    }
    for (let i = 1; i < image.length; i++) {
      for (let at = i; rises[at] && image[at - 1]! > image[at]!; at--) {
        [image[at - 1], image[at]] = [image[at]!, image[at - 1]!];
      }
    }
    const other = image.reduce((sum, digit) => sum * SQUARES + digit, 0);
    if (other < number) return 0;
    return other === number ? orbit / 2 : orbit;
  });
}

function isOnDiagonal(square: number): boolean {
  return square % 9 === 0;
}

/** The orbits of any other index, computed number by number. */
function countedOrbits(placements: Placements, men: number): Orbits {
  const squares: number[] = new Array(men).fill(0);
  const runLength = greatestDivisor(placements.size, COUNTED_RUN);
  const orbits = new Uint8Array(runLength);
  return {
    runLength,
    runs: placements.size / runLength,
    of(run) {
      for (let i = 0; i < runLength; i++) {
        placements.squares(run * runLength + i, squares);
        const isIndex = placements.index(squares) === run * runLength + i;
        orbits[i] = isIndex ? placements.orbitSize(squares) : 0;
      }
      return orbits;
    },
  };
}

function greatestDivisor(size: number, most: number): number {
  let found = Math.min(size, most);
  while (size % found !== 0) found--;
  return found;
}
