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

/**
 * An image of a plane in the index of the set solver: the number of a cell's placement is
 * `pairs[pairBase + pairOfRow[r] + pairOfLane[l]] * unit + base + ofRow[r] + ofLane[l]`, r and l being the squares of row man and
 * lane man; it has none where the pair is negative.
 */
export interface SlabImage {
  readonly pairs: Int16Array;
  readonly unit: number;
  readonly pairBase: number;
  readonly pairOfRow: Int32Array;
  readonly pairOfLane: Int32Array;
  readonly base: number;
  readonly ofRow: Float64Array;
  readonly ofLane: Float64Array;
}

const noPair = Int16Array.of(0);

/** The images of planes that the index of the set solver has numbers for. */
export class SlabImages {
  private readonly planes: Planes;
  private readonly placements: SlabPlacements;
  /** By slot: what its square counts in a number, 0 where it stands for no digit. */
  private readonly strides: readonly number[];
  private readonly pawnless: boolean;
  private readonly orders: readonly (readonly number[])[];

  constructor(material: Material, planes: Planes, placements: SlabPlacements) {
    this.planes = planes;
    this.placements = placements;
    const { pieceSlots, pawnSlots } = placements;
    this.pawnless = pawnSlots.length === 0;
    const strides = material.men.map(() => 0);
    for (const [i, slot] of pieceSlots.entries()) {
      const isPair = this.pawnless && i < 2;
      strides[slot] = isPair ? 0 : SQUARES ** (pieceSlots.length - 1 - i);
    }
    this.strides = strides;
    this.orders = ordersOf(planes.standing, runStarts(material.men));
  }

  /** Of a plane's standing men: with `all` every image, and otherwise enough to find each cell in one. */
  of(standing: readonly Square[], all: boolean): SlabImage[] {
    // Like pawns that symmetry moves may come to stand in another order.
    const orders = all || !this.pawnless ? this.orders : this.orders.slice(0, 1);
    const symmetries = this.pawnless ? boardSymmetries : boardSymmetries.slice(0, 2);
    return symmetries.flatMap((map) =>
      orders.flatMap((order) => {
        const image = this.image(
          order.map((i) => standing[i]!),
          map,
        );
        return image ? [image] : [];
      }),
    );
  }

  private image(standing: readonly Square[], map: readonly Square[]): SlabImage | undefined {
    const { planes, placements, strides, pawnless } = this;
    const { row, lane } = planes.layout;
    const [white, black] = placements.pieceSlots as [number, number];
    const at = new Map(planes.standing.map((slot, i) => [slot, map[standing[i]!]!]));
    let base = 0;
    for (const [slot, square] of at) base += strides[slot]! * square;
    let pairBase = 0;
    if (pawnless) {
      pairBase = (at.get(white) ?? 0) * SQUARES + (at.get(black) ?? 0);
      const both = at.has(white) && at.has(black);
      if (both && exactPairs[pairBase]! < 0) return undefined;
    } else {
      const pawns = placements.pawnSlots.map((slot) => at.get(slot)!);
      const found = placements.group(pawns);
      if (!found) return undefined;
      const own = placements.groups[found.group]!.pawns;
      if (own.some((square, i) => square !== pawns[i])) return undefined;
      base += found.group * placements.groupSize;
    }
    const pairUnit = (slot: number) =>
      pawnless && slot === white ? SQUARES : pawnless && slot === black ? 1 : 0;
    return {
      pairs: pawnless ? exactPairs : noPair,
      unit: pawnless ? SQUARES ** (placements.pieceSlots.length - 2) : 0,
      pairBase,
      pairOfRow: Int32Array.from(map, (square) => pairUnit(row) * square),
      pairOfLane: Int32Array.from(map, (square) => pairUnit(lane) * square),
      base,
      ofRow: Float64Array.from(map, (square) => strides[row]! * square),
      ofLane: Float64Array.from(map, (square) => strides[lane]! * square),
    };
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
