import type { Square, Symmetry } from '../../board/board.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind, type Placements } from '../../table/placements.ts';
import type { Lattice } from './lattice.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** Finds the indices of a plane's cells among the placements of a board. */
export class ListedNumbers {
  private readonly planes: Planes;
  private readonly symmetries: readonly Symmetry[];
  /** By place of a fixed piece: the place of the first that is like it. */
  private readonly starts: readonly number[];
  /**
   * By slot and square of 8x8: what it adds to a number; infinite beyond the board, and outside the region for the first
   * slot.
   */
  private readonly parts: readonly Float64Array[];
  private readonly image: Uint8Array;
  private readonly indices = new Float64Array(CELLS);

  constructor({ men }: Material, planes: Planes, placements: Placements, lattice: Lattice) {
    const { standing } = planes;
    const { symmetries, squareCount } = placements;
    const { places, maps } = lattice;
    const region = places.flatMap((_, square) =>
      symmetries.every((map) => map[square]! >= square) ? [square] : [],
    );
    const placeOf = (square: Square) =>
      region.includes(square) ? region.indexOf(square) : Infinity;
    const firsts = firstsOfKind(men);
    this.planes = planes;
    this.symmetries = numbersOfSymmetries(placements, lattice).map((each) => maps[each]!);
    this.starts = standing.map((slot) =>
      standing.findIndex((each) => firsts[each] === firsts[slot]),
    );
    this.parts = men.map((_, slot) => {
      const stride = squareCount ** (men.length - 1 - slot);
      const parts = new Float64Array(SQUARES).fill(Infinity);
      for (const [square, place] of places.entries()) {
        parts[place] = stride * (slot === 0 ? placeOf(square) : square);
      }
      return parts;
    });
    this.image = new Uint8Array(standing.length);
  }

  /** The indices of a plane's placements, by cell, infinite beyond the board: an array that the next call overwrites. */
  of(standing: readonly Square[]): Float64Array {
    const { symmetries, parts, indices, planes } = this;
    const { row, lane } = planes.layout;
    const [rows, lanes] = [parts[row]!, parts[lane]!];
    indices.fill(Infinity);
    for (const map of symmetries) {
      const fixed = this.fixedPart(standing, map);
      if (fixed === Infinity) continue;
      for (let a = 0; a < SQUARES; a++) {
        const from = fixed + rows[map[a]!]!;
        if (from === Infinity) continue;
        for (let l = 0, cell = a * SQUARES; l < SQUARES; l++, cell++) {
          const number = from + lanes[map[l]!]!;
          if (number < indices[cell]!) indices[cell] = number;
        }
      }
    }
    return indices;
  }

  /** What the fixed pieces' images, like ones in rising order, add to a number. */
  private fixedPart(standing: readonly Square[], map: Symmetry): number {
    const { image, starts, parts, planes } = this;
    let sum = 0;
    for (let i = 0; i < image.length; i++) {
      const square = map[standing[i]!]!;
      let at = i;
      for (; at > starts[i]! && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    for (let i = 0; i < image.length; i++) sum += parts[planes.standing[i]!]![image[i]!]!;
    return sum;
  }
}

/** The symmetries by which placements are folded, by their numbers. */
export function numbersOfSymmetries(
  { symmetries }: Placements,
  { places, maps }: Lattice,
): number[] {
  const all = maps.map((map) => String(places.map((place) => places.indexOf(map[place]!))));
  return symmetries.map((each) => all.indexOf(String(each)));
}
