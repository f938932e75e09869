import type { Square } from '../../chess/geometry.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../../table/slabPlacements.ts';
import type { Layout } from './layout.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** By White's king's square times 64 plus Black's: the place of a canonical pair, -1 for others. */
const exactPairs = Int16Array.from({ length: CELLS }, (_, kings) => {
  const pair = kingPairOf(kings >> 6, kings & 63);
  return pair && pair.symmetry === 0 ? pair.place : -1;
});

/**
 * An image of a plane in the index of the set solver: the placement of `cells[i]` has the number `base + offsets[i]`.
 * Cells not listed have no number in this image.
 */
export interface SlabImage {
  readonly base: number;
  readonly cells: Uint16Array;
  readonly offsets: Int32Array | Float64Array;
}

type ImageCells = Pick<SlabImage, 'cells' | 'offsets'>;

/** A symmetry, and the cells of its images by what the fixed pieces determine of the pair of kings (0 if all). */
interface Frame {
  readonly map: readonly Square[];
  readonly cellsOf: Map<number, ImageCells>;
}

/** Finds the images of planes that have numbers in the set solver's index. */
export class SlabImages {
  private readonly placements: SlabPlacements;
  private readonly standing: readonly number[];
  /** By slot: the stride of its square in a number, 0 if it is no digit. */
  private readonly strides: readonly number[];
  private readonly pawnless: boolean;
  private readonly layout: Layout;
  /** The stride of a pair of kings in a number. */
  private readonly unit: number;
  private readonly frames: readonly Frame[];
  private readonly orders: readonly (readonly number[])[];
  /** Are both kings fixed, so that in most images they are not a pair of the index? */
  private readonly pairStands: boolean;

  constructor(material: Material, { standing, layout }: Planes, placements: SlabPlacements) {
    this.placements = placements;
    this.standing = standing;
    const { pieceSlots, pawnSlots } = placements;
    const [white, black] = pieceSlots as [number, number];
    this.pawnless = pawnSlots.length === 0;
    this.layout = layout;
    this.unit = this.pawnless ? SQUARES ** (pieceSlots.length - 2) : 0;
    this.pairStands = this.pawnless && standing.includes(white) && standing.includes(black);
    const strides = material.men.map(() => 0);
    for (const [i, slot] of pieceSlots.entries()) {
      const isPair = this.pawnless && i < 2;
      strides[slot] = isPair ? 0 : SQUARES ** (pieceSlots.length - 1 - i);
    }
    this.strides = strides;
    this.orders = ordersOf(standing, firstsOfKind(material.men));
    const symmetries = this.pawnless ? boardSymmetries : boardSymmetries.slice(0, 2);
    this.frames = symmetries.map((map) => ({ map, cellsOf: new Map() }));
  }

  /** The images of a plane, by its fixed pieces' squares: all, or if not `all`, enough to find each cell in one. */
  of(standing: readonly Square[], all: boolean): SlabImage[] {
    // Identical pawns may be in another order after a symmetry.
    const orders = all || !this.pawnless ? this.orders : this.orders.slice(0, 1);
    const images: SlabImage[] = [];
    const oneHasAll = !this.pawnless || this.pairStands;
    for (const frame of this.frames) {
      for (const order of orders) {
        const image = this.image(order, standing, frame);
        if (image) images.push(image);
        if (image && oneHasAll && !all) return images;
      }
    }
    return images;
  }

  private image(
    order: readonly number[],
    squares: readonly Square[],
    frame: Frame,
  ): SlabImage | undefined {
    const { placements, strides, standing, pawnless } = this;
    const [white, black] = placements.pieceSlots as [number, number];
    let [base, pairBase] = [0, 0];
    const pawns: Square[] = [];
    for (const [i, slot] of standing.entries()) {
      const square = frame.map[squares[order[i]!]!]!;
      base += strides[slot]! * square;
      if (slot === white) pairBase += square * SQUARES;
      if (slot === black) pairBase += square;
      if (placements.pawnSlots.includes(slot)) pawns.push(square);
    }
    if (pawnless) {
      if (this.pairStands) {
        const pair = exactPairs[pairBase]!;
        if (pair < 0) return undefined;
        base += pair * this.unit;
        pairBase = 0;
      }
    } else {
      const found = placements.group(pawns);
      if (!found) return undefined;
      const own = placements.groups[found.group]!.pawns;
      if (own.some((square, i) => square !== pawns[i])) return undefined;
      base += found.group * placements.groupSize;
      pairBase = 0;
    }
    const known = frame.cellsOf.get(pairBase) ?? this.cells(frame.map, pairBase);
    frame.cellsOf.set(pairBase, known);
    return { base, ...known };
  }

  private cells(map: readonly Square[], pairBase: number): ImageCells {
    const { layout, strides, unit, placements } = this;
    const [white, black] = placements.pieceSlots as [number, number];
    const pairUnit = (slot: number) => (slot === white ? SQUARES : slot === black ? 1 : 0);
    const moves = this.pawnless && !this.pairStands;
    const cells: number[] = [];
    const offsets: number[] = [];
    for (let cell = 0; cell < CELLS; cell++) {
      const [row, lane] = [map[cell >> 6]!, map[cell & 63]!];
      const kings = pairBase + pairUnit(layout.row) * row + pairUnit(layout.lane) * lane;
      const pair = moves ? exactPairs[kings]! : 0;
      if (pair < 0) continue;
      cells.push(cell);
      offsets.push(pair * unit + strides[layout.row]! * row + strides[layout.lane]! * lane);
    }
    // For five men 32 bits are enough, and faster.
    const Numbers = placements.size < 2 ** 31 ? Int32Array : Float64Array;
    return { cells: Uint16Array.from(cells), offsets: Numbers.from(offsets) };
  }
}

/** Every order of the fixed pieces that exchanges identical ones, as places in `standing`; the given one first. */
function ordersOf(standing: readonly number[], starts: readonly number[]): number[][] {
  let orders: number[][] = [[]];
  for (const [i, slot] of standing.entries()) {
    orders = orders.flatMap((order) => {
      const free = standing.flatMap((other, j) =>
        starts[other] === starts[slot] && !order.includes(j) ? [j] : [],
      );
      // Its own place first, if it is free.
      free.sort((a, b) => Number(b === i) - Number(a === i) || a - b);
      return free.map((j) => [...order, j]);
    });
  }
  return orders;
}
