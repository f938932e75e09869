import { allSymmetries, boardOf, type Square, type Symmetry } from '../../board/board.ts';
import { boardSymmetries } from '../../index/slabPlacements.ts';

const FILES = 8;
const SQUARES = 64;

/** A board of at most eight files and ranks as a part of 8x8, in whose squares planes are told. */
export interface Lattice {
  /** By square of the board: that of 8x8. */
  readonly places: readonly Square[];
  /** The symmetries of the board, by number, of all squares of 8x8: those beyond the board stay. */
  readonly maps: readonly Symmetry[];
}

export const wholeLattice: Lattice = { places: boardSymmetries[0]!, maps: boardSymmetries };

/** Undefined for a larger board. */
export function latticeOf(files: number, squares: number): Lattice | undefined {
  const ranks = squares / files;
  if (files > FILES || ranks > FILES || !Number.isInteger(ranks)) return undefined;
  if (files === FILES && ranks === FILES) return wholeLattice;
  const places = Array.from({ length: squares }, (_, square) => {
    return Math.floor(square / files) * FILES + (square % files);
  });
  const maps = allSymmetries(boardOf(files, ranks)).map((map) =>
    Array.from({ length: SQUARES }, (_, place) => {
      const square = places.indexOf(place);
      return square < 0 ? place : places[map[square]!]!;
    }),
  );
  return { places, maps };
}
