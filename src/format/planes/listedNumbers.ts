import type { Square, Symmetry } from '../../board/board.ts';
import { boardSymmetries } from '../../index/slabPlacements.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind, type Placements } from '../../table/placements.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** Finds the indices of a plane's cells among the placements of any board of 8x8. */
export class ListedNumbers {
  private readonly planes: Planes;
  private readonly symmetries: readonly Symmetry[];
  /** By place of a fixed piece: the place of the first that is like it. */
  private readonly starts: readonly number[];
  /** By slot and square: what the square adds to a number; infinite if the slot is the first, and the square not in the region. */
  private readonly parts: readonly Float64Array[];
  private readonly image: Uint8Array;
  private readonly indices = new Float64Array(CELLS);

  constructor({ men }: Material, planes: Planes, { symmetries }: Placements) {
    const { standing } = planes;
    const squares = boardSymmetries[0]!;
    const region = squares.filter((square) => symmetries.every((map) => map[square]! >= square));
    const placeOf = (square: Square) =>
      region.includes(square) ? region.indexOf(square) : Infinity;
    const firsts = firstsOfKind(men);
    this.planes = planes;
    this.symmetries = symmetries;
    this.starts = standing.map((slot) =>
      standing.findIndex((each) => firsts[each] === firsts[slot]),
    );
    this.parts = men.map((_, slot) => {
      const stride = SQUARES ** (men.length - 1 - slot);
      return Float64Array.from(squares, (at) => stride * (slot === 0 ? placeOf(at) : at));
    });
    this.image = new Uint8Array(standing.length);
  }

  /** The indices of a plane's placements, by cell: an array that the next call overwrites. */
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
