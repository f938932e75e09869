import type { Square } from '../../board/board.ts';
import { IndexStarts, placeSize } from '../../index/indexPart.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../../index/slabPlacements.ts';
import { type CodesRoom, type GroupRun, sliceStarts } from '../../index/slices.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import type { Layout } from './layout.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** By White's king's square times 64 plus Black's: the place of a canonical pair, -1 for others. */
const exactPairs = Int16Array.from({ length: CELLS }, (_, kings) => {
  const pair = kingPairOf(kings >> 6, kings & 63);
  return pair && pair.symmetry === 0 ? pair.place : -1;
});

/** An image of a plane in the index of the set solver. Its numbers count from `base`. */
export interface SlabImage {
  readonly base: number;
  readonly rows: readonly ImageRow[];
}

/** Cells of an image: that of `first + cells[i]` has the number `at + offsets[i]`. Cells in no row have none. */
export interface ImageRow {
  readonly first: number;
  readonly at: number;
  readonly cells: Uint16Array;
  readonly offsets: Int32Array | Float64Array;
  /** Are these 64 cells and 64 numbers, both in order? */
  readonly straight: boolean;
}

/** A symmetry, and the rows of its images by what the fixed pieces determine of the pair of kings (0 if all). */
interface Frame {
  readonly map: readonly Square[];
  readonly rowsOf: Map<number, readonly ImageRow[]>;
}

/** Finds the images of planes that have numbers in the set solver's index, in slices of it, or in a part of it. */
export class SlabImages {
  private readonly placements: SlabPlacements;
  private readonly standing: readonly number[];
  /** By slot: the stride of its square in a number, 0 if it is no digit. */
  private readonly strides: readonly number[];
  /** Numbers of a place, of a pair of kings or a group, in a slice or in all. */
  private readonly placeSize: number;
  /** The slot that slices restrict to some squares, or -1, and by square what it adds to a number, -1 if there is no slice. */
  private readonly sliced: number;
  private readonly sliceStarts: Float64Array;
  /** The groups that are wanted, if not all are. */
  private readonly groups: GroupRun | undefined;
  private readonly pawnless: boolean;
  private readonly layout: Layout;
  private readonly starts: IndexStarts;
  private readonly frames: readonly Frame[];
  private readonly orders: readonly (readonly number[])[];
  /** Places in {@link standing} of identical pieces that are wanted on rising squares only: the lower one's, and the higher one's. */
  private readonly rising: readonly (readonly [number, number])[];
  /** Are both kings fixed, so that in most images they are not a pair of the index? */
  private readonly pairStands: boolean;

  /** `slices`, `rising`: see CodesRoom; or `starts`: of a part of the index. Its numbers are then those in memory. */
  constructor(
    material: Material,
    { standing, layout }: Planes,
    placements: SlabPlacements,
    { slices, rising }: Partial<Pick<CodesRoom, 'slices' | 'rising'>> = {},
    starts = new IndexStarts(placements),
  ) {
    this.placements = placements;
    this.standing = standing;
    const { pieceSlots, pawnSlots } = placements;
    const [white, black] = pieceSlots as [number, number];
    this.pawnless = pawnSlots.length === 0;
    this.layout = layout;
    this.starts = starts;
    this.pairStands = this.pawnless && standing.includes(white) && standing.includes(black);
    const strides = material.men.map(() => 0);
    for (const [i, slot] of pieceSlots.entries()) {
      const isPair = this.pawnless && i < 2;
      strides[slot] = isPair ? 0 : SQUARES ** (pieceSlots.length - 1 - i);
      if (slices && i < slices.digit) strides[slot]! /= SQUARES;
    }
    this.strides = strides;
    this.sliced = pieceSlots[slices?.digit ?? -1] ?? -1;
    this.placeSize = placeSize(placements) / (this.sliced < 0 ? 1 : SQUARES);
    this.sliceStarts = sliceStarts(slices?.squares ?? [], slices?.size ?? 0);
    this.groups = slices?.groups;
    const firsts = firstsOfKind(material.men);
    this.orders = ordersOf(standing, firsts);
    this.rising = rising ? identicalPairs(standing, firsts, this.sliced) : [];
    const symmetries = this.pawnless ? boardSymmetries : boardSymmetries.slice(0, 2);
    this.frames = symmetries.map((map) => ({ map, rowsOf: new Map() }));
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
    const { placements, standing, pawnless, starts } = this;
    const [white, black] = placements.pieceSlots as [number, number];
    const squareOf = (i: number) => frame.map[squares[order[i]!]!]!;
    if (this.rising.some(([low, high]) => squareOf(low) > squareOf(high))) return undefined;
    let [base, pairBase] = [0, 0];
    const pawns: Square[] = [];
    for (const [i, slot] of standing.entries()) {
      const square = squareOf(i);
      if (!this.isIn(slot, square)) return undefined;
      base += slot === starts.divider ? starts.ofSquare(square) : this.partOf(slot, square);
      if (slot === white) pairBase += square * SQUARES;
      if (slot === black) pairBase += square;
      if (placements.pawnSlots.includes(slot)) pawns.push(square);
    }
    if (pawnless) {
      if (this.pairStands) {
        const pair = exactPairs[pairBase]!;
        if (pair < 0) return undefined;
        base += this.startOf(pair);
        pairBase = 0;
      }
    } else {
      const found = placements.group(pawns);
      if (!found || !this.hasGroup(found.group)) return undefined;
      const own = placements.groups[found.group]!.pawns;
      if (own.some((square, i) => square !== pawns[i])) return undefined;
      base += this.startOf(found.group);
      pairBase = 0;
    }
    const rows = frame.rowsOf.get(pairBase) ?? this.rows(frame.map, pairBase);
    frame.rowsOf.set(pairBase, rows);
    return { base, rows };
  }

  private isIn(slot: number, square: Square): boolean {
    return slot !== this.sliced || this.sliceStarts[square]! >= 0;
  }

  /** What the square of a piece adds to a number. */
  private partOf(slot: number, square: Square): number {
    return slot === this.sliced ? this.sliceStarts[square]! : this.strides[slot]! * square;
  }

  /** Where the numbers of a place begin. */
  private startOf(place: number): number {
    const { groups, sliced, starts, placeSize } = this;
    if (groups) return (place - groups.from) * placeSize;
    return sliced < 0 ? starts.ofPlace(place) : place * placeSize;
  }

  private hasGroup(group: number): boolean {
    const { groups } = this;
    return !groups || (group >= groups.from && group < groups.from + groups.count);
  }

  private rows(map: readonly Square[], pairBase: number): ImageRow[] {
    const { layout, placements } = this;
    const [white, black] = placements.pieceSlots as [number, number];
    const pairUnit = (slot: number) => (slot === white ? SQUARES : slot === black ? 1 : 0);
    const moves = this.pawnless && !this.pairStands;
    const [rowUnit, laneUnit] = moves ? [pairUnit(layout.row), pairUnit(layout.lane)] : [0, 0];
    const offsetOf = (cell: number) => {
      const [row, lane] = [map[cell >> 6]!, map[cell & 63]!];
      if (!this.isIn(layout.row, row) || !this.isIn(layout.lane, lane)) return -1;
      const pair = moves ? exactPairs[pairBase + rowUnit * row + laneUnit * lane]! : 0;
      if (pair < 0) return -1;
      const start = moves ? this.startOf(pair) : 0;
      return start + this.partOf(layout.row, row) + this.partOf(layout.lane, lane);
    };
    // Of a lane of kings' squares few have numbers, so that all rows are one.
    const length = laneUnit > 0 ? CELLS : SQUARES;
    return Array.from({ length: CELLS / length }, (_, i) =>
      this.row(i * length, length, offsetOf),
    ).filter(({ cells }) => cells.length > 0);
  }

  /** `offsetOf`: negative if a cell has no number. */
  private row(first: number, length: number, offsetOf: (cell: number) => number): ImageRow {
    const cells = Array.from({ length }, (_, i) => i).filter((i) => offsetOf(first + i) >= 0);
    const numbers = cells.map((i) => offsetOf(first + i));
    const at = numbers[0] ?? 0;
    const inOrder = numbers.every((number, i) => number === at + i);
    return {
      first,
      at,
      cells: Uint16Array.from(cells),
      offsets: packed(numbers.map((number) => number - at)),
      straight: length === SQUARES && cells.length === SQUARES && inOrder,
    };
  }
}

/** Offsets of six men may have more than 31 bits; those of fewer never have, and loops over these stay as fast. */
function packed(offsets: readonly number[]): Int32Array | Float64Array {
  const fit = offsets.every((offset) => Math.abs(offset) < 2 ** 31);
  return fit ? Int32Array.from(offsets) : Float64Array.from(offsets);
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

/** Places in `standing` of identical pieces without another one of them between, but for the piece of slot `sliced`. */
function identicalPairs(
  standing: readonly number[],
  firsts: readonly number[],
  sliced: number,
): (readonly [number, number])[] {
  const slots = standing.filter((slot) => slot !== sliced).sort((a, b) => a - b);
  return slots.flatMap((slot, i) => {
    const next = slots[i + 1];
    if (next === undefined || firsts[next] !== firsts[slot]) return [];
    return [[standing.indexOf(slot), standing.indexOf(next)] as const];
  });
}
