import type { Square, Symmetry } from '../../board/board.ts';
import type { ValueCode } from '../../table/value.ts';
import type { Lattice } from './lattice.ts';
import type { PlaneDecoder } from './planeDecoder.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;

/** False if nothing is wanted of the planes of so many numbers from `from` on: then they need not be opened. */
export type MayWant = (from: number, count: number) => boolean;

/** Where decoded planes go. */
export interface PlaneSink {
  readonly mayWant?: MayWant | undefined;
  /** Selects a plane by the squares of its fixed pieces. False if nothing of it is wanted. */
  select(standing: readonly Square[]): boolean;
  /** Takes the selected plane, just decoded. */
  store(decoder: PlaneDecoder): void;
}

/** A plane that was decoded; the next one overwrites it. */
export interface ScannedPlane {
  /** By side to move and cell; UNCOVERED where there is no position. */
  readonly values: readonly [Int16Array, Int16Array];
  /** Of cells that are equal by symmetry, one stands for all. Is it this one? */
  isFirst(cell: number): boolean;
  /** The squares of a cell's placement, in slot order: an array that the next call overwrites. */
  squares(cell: number): ArrayLike<Square>;
}

/** Hands on the values of planes, which are not kept: a table of any size has room. */
export class PlaneScan implements PlaneSink, ScannedPlane {
  readonly values = [new Int16Array(CELLS), new Int16Array(CELLS)] as const;
  private readonly planes: Planes;
  private readonly maps: readonly Symmetry[];
  /** By square of 8x8: that of the board. */
  private readonly onBoard: readonly Square[];
  /** By side to move, the values of ranks. */
  private readonly byRank: readonly [Int16Array, Int16Array];
  private readonly parse: (code: number) => ValueCode;
  private readonly use: (plane: ScannedPlane) => void;
  private readonly placed: Uint8Array;
  private standing: readonly Square[] = [];
  /** The symmetries that keep the fixed pieces in place, once they are asked for. */
  private twins: readonly Symmetry[] | undefined;

  constructor(
    planes: Planes,
    { maps, places }: Lattice,
    byRank: readonly [Int16Array, Int16Array],
    parse: (code: number) => ValueCode,
    use: (plane: ScannedPlane) => void,
  ) {
    this.planes = planes;
    this.maps = maps;
    this.onBoard = Array.from({ length: SQUARES }, (_, place) => places.indexOf(place));
    this.byRank = byRank;
    this.parse = parse;
    this.use = use;
    this.placed = new Uint8Array(planes.standing.length + 2);
  }

  select(standing: readonly Square[]): boolean {
    this.standing = standing;
    this.twins = undefined;
    return true;
  }

  store(decoder: PlaneDecoder): void {
    for (const side of [0, 1] as const) {
      const [values, byRank] = [this.values[side], this.byRank[side]];
      const ranks = decoder.ranksOf(side);
      for (let cell = 0; cell < CELLS; cell++) values[cell] = byRank[ranks[cell]!]!;
    }
    for (const { side, cell, code } of decoder.corrections()) {
      this.values[side][cell] = this.parse(code);
    }
    this.use(this);
  }

  isFirst(cell: number): boolean {
    this.twins ??= this.planes.stabilisers(this.standing).map((symmetry) => this.maps[symmetry]!);
    const [row, lane] = [cell >> 6, cell & 63];
    return this.twins.every((map) => map[row]! * SQUARES + map[lane]! >= cell);
  }

  squares(cell: number): ArrayLike<Square> {
    const { placed, standing, onBoard, planes } = this;
    const { row, lane } = planes.layout;
    for (let i = 0; i < standing.length; i++) {
      placed[planes.standing[i]!] = onBoard[standing[i]!]!;
    }
    placed[row] = onBoard[cell >> 6]!;
    placed[lane] = onBoard[cell & 63]!;
    return placed;
  }
}
