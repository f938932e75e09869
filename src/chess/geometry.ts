import { fail, ok, type Result } from './result.ts';

/** A square: `rank * files + file`, both from 0. On 8x8 a1 is 0, b1 is 1, h8 is 63. */
export type Square = number;

/** A rectangular board. */
export interface Geometry {
  readonly files: number;
  readonly ranks: number;
}

export const board8x8: Geometry = { files: 8, ranks: 8 };

export function squareCount(geometry: Geometry): number {
  return geometry.files * geometry.ranks;
}

/** `a1`, `h8`, and `l12` on a larger board. */
export function makeSquare(square: Square, { files }: Geometry = board8x8): string {
  return String.fromCharCode(97 + (square % files)) + (Math.floor(square / files) + 1);
}

/** Errors: `square`. */
export function parseSquare(text: string, geometry: Geometry = board8x8): Result<Square> {
  const match = /^([a-z])([1-9][0-9]?)$/.exec(text);
  const file = match ? match[1]!.charCodeAt(0) - 97 : -1;
  const rank = match ? Number(match[2]) - 1 : -1;
  if (file < 0 || file >= geometry.files || rank >= geometry.ranks) {
    const last = makeSquare(squareCount(geometry) - 1, geometry);
    return fail('square', `no square '${text}': squares run from a1 to ${last}`, text);
  }
  return ok(rank * geometry.files + file);
}

/** A symmetry of the board: `symmetry[square]` is where the square goes. */
export type Symmetry = readonly Square[];

function symmetry(geometry: Geometry, map: (file: number, rank: number) => number): Symmetry {
  return Array.from({ length: squareCount(geometry) }, (_, square) =>
    map(square % geometry.files, Math.floor(square / geometry.files)),
  );
}

export function identity(geometry: Geometry): Symmetry {
  return symmetry(geometry, (file, rank) => rank * geometry.files + file);
}

/** a-file to h-file. */
export function mirrorFiles(geometry: Geometry): Symmetry {
  const { files } = geometry;
  return symmetry(geometry, (file, rank) => rank * files + (files - 1 - file));
}

/** First rank to last rank: the effect of exchanging the colours. */
export function mirrorRanks(geometry: Geometry): Symmetry {
  const { files, ranks } = geometry;
  return symmetry(geometry, (file, rank) => (ranks - 1 - rank) * files + file);
}

/** All symmetries of the board: 8 if it is square, otherwise 4. The identity comes first. */
export function allSymmetries(geometry: Geometry): readonly Symmetry[] {
  const { files, ranks } = geometry;
  const byFiles = mirrorFiles(geometry);
  const byRanks = mirrorRanks(geometry);
  const then = (first: Symmetry, second: Symmetry) => first.map((square) => second[square]!);
  const half = [identity(geometry), byFiles, byRanks, then(byFiles, byRanks)];
  if (files !== ranks) return half;
  const diagonal = symmetry(geometry, (file, rank) => file * files + rank);
  return [...half, ...half.map((each) => then(each, diagonal))];
}
