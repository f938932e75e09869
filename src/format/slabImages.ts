import type { Square } from '../chess/geometry.ts';
import type { Material } from '../table/material.ts';
import { runStarts } from '../table/placements.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../table/slabPlacements.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** By White's king's square times 64 plus Black's: the place of a pair that needs no turning, -1 of others. */
const exactPairs = Int16Array.from({ length: CELLS }, (_, kings) => {
  const pair = kingPairOf(kings >> 6, kings & 63);
  return pair && pair.symmetry === 0 ? pair.place : -1;
});

/** What a symmetry makes of the row man's and the lane man's squares in the index of the set solver. */
interface Frame {
  readonly map: readonly Square[];
  readonly pairOfRow: Int32Array;
  readonly pairOfLane: Int32Array;
  readonly ofRow: Int32Array | Float64Array;
  readonly ofLane: Int32Array | Float64Array;
}

/**
 * An image of a plane in the index of the set solver: the number of a cell's placement is
 * `pairs[pairBase + pairOfRow[r] + pairOfLane[l]] * unit + base + ofRow[r] + ofLane[l]`, r and l being the squares of row man and
 * lane man; it has none where the pair is negative.
 */
export interface SlabImage extends Frame {
  readonly pairs: Int16Array;
  readonly unit: number;
  readonly pairBase: number;
  readonly base: number;
}

const noPair = Int16Array.of(0);

/** The images of planes that the index of the set solver has numbers for. */
export class SlabImages {
  private readonly placements: SlabPlacements;
  private readonly standing: readonly number[];
  /** By slot: what its square counts in a number, 0 where it stands for no digit. */
  private readonly strides: readonly number[];
  private readonly pawnless: boolean;
  private readonly pairs: Int16Array;
  private readonly unit: number;
  private readonly frames: readonly Frame[];
  private readonly orders: readonly (readonly number[])[];
  /** Do both kings stand still, so that most images are no pairs of the index? */
  private readonly pairStands: boolean;

  constructor(material: Material, { standing, layout }: Planes, placements: SlabPlacements) {
    this.placements = placements;
    this.standing = standing;
    const { pieceSlots, pawnSlots } = placements;
    const [white, black] = pieceSlots as [number, number];
    this.pawnless = pawnSlots.length === 0;
    this.pairs = this.pawnless ? exactPairs : noPair;
    this.unit = this.pawnless ? SQUARES ** (pieceSlots.length - 2) : 0;
    this.pairStands = this.pawnless && standing.includes(white) && standing.includes(black);
    const strides = material.men.map(() => 0);
    for (const [i, slot] of pieceSlots.entries()) {
      const isPair = this.pawnless && i < 2;
      strides[slot] = isPair ? 0 : SQUARES ** (pieceSlots.length - 1 - i);
    }
    this.strides = strides;
    this.orders = ordersOf(standing, runStarts(material.men));
    const pairUnit = (slot: number) =>
      !this.pawnless ? 0 : slot === white ? SQUARES : slot === black ? 1 : 0;
    // Of five men 32 bits are enough, and quicker.
    const numbers = (map: readonly Square[], unit: number) =>
      placements.size < 2 ** 31
        ? Int32Array.from(map, (square) => unit * square)
        : Float64Array.from(map, (square) => unit * square);
    const symmetries = this.pawnless ? boardSymmetries : boardSymmetries.slice(0, 2);
    this.frames = symmetries.map((map) => ({
      map,
      pairOfRow: Int32Array.from(map, (square) => pairUnit(layout.row) * square),
      pairOfLane: Int32Array.from(map, (square) => pairUnit(layout.lane) * square),
      ofRow: numbers(map, strides[layout.row]!),
      ofLane: numbers(map, strides[layout.lane]!),
    }));
  }

  /** Of a plane's standing men: with `all` every image, and otherwise enough to find each cell in one. */
  of(standing: readonly Square[], all: boolean): SlabImage[] {
    // Like pawns that symmetry moves may come to stand in another order.
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
      if (this.pairStands && exactPairs[pairBase]! < 0) return undefined;
    } else {
      const found = placements.group(pawns);
      if (!found) return undefined;
      const own = placements.groups[found.group]!.pawns;
      if (own.some((square, i) => square !== pawns[i])) return undefined;
      base += found.group * placements.groupSize;
      pairBase = 0;
    }
    return { ...frame, pairs: this.pairs, unit: this.unit, pairBase, base };
  }
}

/** Every order of the standing men in which like ones change places, as places in `standing`; the given one first. */
function ordersOf(standing: readonly number[], starts: readonly number[]): number[][] {
  let orders: number[][] = [[]];
  for (const [i, slot] of standing.entries()) {
    orders = orders.flatMap((order) => {
      const free = standing.flatMap((other, j) =>
        starts[other] === starts[slot] && !order.includes(j) ? [j] : [],
      );
      // His own place first, where it is free.
      free.sort((a, b) => Number(b === i) - Number(a === i) || a - b);
      return free.map((j) => [...order, j]);
    });
  }
  return orders;
}
