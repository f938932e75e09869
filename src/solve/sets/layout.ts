import type { Step } from '../../board/board.ts';
import {
  areAdjacent,
  boardSymmetries,
  kingPairOf,
  type SlabPlacements,
  slabPlacementsOf,
} from '../../index/slabPlacements.ts';
import type { FrameSlab } from '../../kernel/kernelFrame.ts';
import { THIRD } from '../../kernel/layout.ts';
import { wordOf } from '../../kernel/movementWriter.ts';
import { type Army, ROYAL, WHITE } from '../../pieces/army.ts';
import { takingSteps } from '../../pieces/steps.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind, identicalOrders } from '../../table/placements.ts';
import type { GroupPiece } from './conversions.ts';

/** The role of other pieces that a slab fixes: see src/kernel/assembly/frame.ts. */
const FIXED = 3;

/** How many pieces are dimensions of a slab, how many it fixes, and the number of slabs. */
export interface LayoutShape {
  readonly pawnless: boolean;
  readonly pawns: number;
  /** Of pawns; without any there is one. */
  readonly groups: number;
  /** 1 to 3: lane, row and outer piece. */
  readonly dimensions: number;
  /** The number of pieces besides pawns that a slab fixes: in tables without pawns both kings, and a third piece or none. */
  readonly fixedCount: number;
  readonly slabs: number;
}

/** The most pieces that are dimensions of a slab. */
const MOST_DIMENSIONS = 3;

/** The most pieces besides pawns that a slab fixes in tables with pawns: both kings. */
const MOST_BESIDE_PAWNS = 2;

/**
 * `still`: the fewest pieces besides pawns that a slab fixes, if there are so many and one more: without pawns 2 or 3, by default 2;
 * with pawns 0 to 2, by default 0.
 */
export function shapeOf(army: Army, material: Material, still?: number): LayoutShape {
  const { pieceSlots, pawnSlots, kingPairs, size, groupSize } = slabPlacementsOf(material, army);
  const pawnless = pawnSlots.length === 0;
  const pieces = pieceSlots.length;
  const fewest = pawnless ? (still ?? 2) : Math.min(still ?? 0, MOST_BESIDE_PAWNS);
  const fixedCount = Math.max(Math.min(fewest, pieces - 1), pieces - MOST_DIMENSIONS);
  const dimensions = pieceSlots.length - fixedCount;
  return {
    pawnless,
    pawns: pawnSlots.length,
    groups: size / groupSize,
    dimensions,
    fixedCount,
    slabs: pawnless ? kingPairs.length * 64 ** (fixedCount - 2) : 64 ** fixedCount,
  };
}

/** May the codes of a table overwrite the bits of its distances? Groups of pawns have those in turn, and a word is too small. */
export function fitsInPlace({ pawnless, dimensions }: LayoutShape): boolean {
  return pawnless && dimensions > 1;
}

/** A table laid out for the kernel: which pieces are dimensions, which are fixed, and the order of groups. */
export class TableLayout {
  readonly material: Material;
  readonly placements: SlabPlacements;
  readonly shape: LayoutShape;
  private readonly army: Army;

  /** `still`: see {@link shapeOf}. */
  constructor(army: Army, material: Material, still?: number) {
    this.material = material;
    this.placements = slabPlacementsOf(material, army);
    this.army = army;
    this.shape = shapeOf(army, material, still);
  }

  /** The pieces in the order of frames: kings, other pieces, pawns on the squares `pawns`. */
  men(pawns: readonly number[]): GroupPiece[] {
    const { pieceSlots, pawnSlots } = this.placements;
    const { men } = this.material;
    return [
      ...pieceSlots.map((slot) => ({ ...men[slot]!, square: undefined })),
      ...pawnSlots.map((slot, i) => ({ ...men[slot]!, square: pawns[i]! })),
    ];
  }

  role(piece: number): number {
    const movers = this.placements.pieceSlots.length;
    if (this.shape.pawnless && piece === 2 && this.shape.fixedCount > 2) return THIRD;
    return piece < this.shape.fixedCount || piece >= movers ? FIXED : movers - 1 - piece;
  }

  /** The square of a fixed piece in each slab. */
  fixedSquares(men: readonly GroupPiece[], piece: number): number[] | undefined {
    if (this.role(piece) < FIXED) return undefined;
    const { square } = men[piece]!;
    const { slabs } = this.shape;
    if (square !== undefined) return new Array<number>(slabs).fill(square);
    return Array.from({ length: slabs }, (_, slab) => this.slabSquares(slab)[piece]!);
  }

  private slabSquares(slab: number): readonly number[] {
    if (this.shape.pawnless) {
      const { kingPairs } = this.placements;
      if (this.shape.fixedCount === 2) return kingPairs[slab]!;
      return [...kingPairs[slab >> 6]!, slab & 63];
    }
    if (this.shape.fixedCount === 0) return [];
    return this.shape.fixedCount === 1 ? [slab] : [slab >> 6, slab & 63];
  }

  /** The number of orders of identical pawns. The index has one of them, but all orders of other identical pieces. */
  private get pawnOrders(): number {
    const { pawnSlots } = this.placements;
    return identicalOrders(firstsOfKind(pawnSlots.map((slot) => this.material.men[slot]!)));
  }

  get identicalPieces(): number {
    const { pieceSlots } = this.placements;
    const like = (back: number) => {
      const [a, b] = [pieceSlots.at(-back - 1), pieceSlots.at(-back)];
      // Kings are identical to none, but with pawns a slab may fix them.
      const digits = this.shape.pawnless
        ? this.placements.pieceSlots.length - 2
        : this.shape.dimensions;
      if (a === undefined || b === undefined || digits <= back) return 0;
      const [one, other] = [this.material.men[a]!, this.material.men[b]!];
      return one.kind === other.kind && one.color === other.color ? 1 : 0;
    };
    return like(2) | (like(1) << 1) | (like(3) << 2);
  }

  slabs(pawns: readonly number[], symmetric = false): FrameSlab[] {
    const blocked = wordOf(pawns);
    const { leaps } = takingSteps(this.army[ROYAL]!.movement)!;
    return Array.from({ length: this.shape.slabs }, (_, slab) => {
      const squares = this.slabSquares(slab);
      const fixed = blocked | wordOf(squares);
      const impossible =
        new Set([...pawns, ...squares]).size < pawns.length + squares.length ||
        (squares.length >= 2 && areAdjacent(squares[0]!, squares[1]!));
      const onDiagonal =
        this.shape.pawnless && squares.slice(0, 2).every((square) => square % 9 === 0);
      return {
        fixed: impossible ? (1n << 64n) - 1n : fixed,
        weight: (this.shape.pawnless ? (onDiagonal ? 4 : 8) : symmetric ? 1 : 2) * this.pawnOrders,
        symmetry: onDiagonal ? 4 : symmetric ? 1 : 0,
        neighbours: squares
          .slice(0, 2)
          .map((_, color) => this.neighbours(squares, color, pawns, leaps)),
      };
    });
  }

  /** The slabs that a move of a king leads to, as `slab * 8 + symmetry`, in the order of symmetries. */
  private neighbours(
    squares: readonly number[],
    piece: number,
    pawns: readonly number[],
    leaps: readonly Step[],
  ): number[] {
    const from = squares[piece]!;
    const third = squares[2];
    const entries: number[] = [];
    for (const [files, ranks] of leaps) {
      const file = (from & 7) + files;
      const rank = (from >> 3) + (piece === 0 ? ranks : -ranks);
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      const to = rank * 8 + file;
      if (pawns.includes(to) || to === third) continue;
      const after = squares.with(piece, to);
      if (after.length >= 2 && areAdjacent(after[0]!, after[1]!)) continue;
      if (this.shape.pawnless) {
        const { place, symmetry } = kingPairOf(after[0]!, after[1]!)!;
        const image = third === undefined ? undefined : boardSymmetries[symmetry]![third]!;
        const slab = image === undefined ? place : place * 64 + image;
        entries.push(slab * 8 + symmetry);
      } else {
        entries.push(after.reduce((slab, square) => slab * 64 + square, 0) * 8);
      }
    }
    return entries.sort((one, other) => (one & 7) - (other & 7));
  }
}

/** Batches of groups in the order in which to solve them: every pawn move leads to an earlier batch. */
export function batchesOf(army: Army, material: Material): readonly (readonly number[])[] {
  const { pawnSlots, groups } = slabPlacementsOf(material, army);
  const byAdvance = new Map<number, number[]>();
  for (const [i, { pawns }] of groups.entries()) {
    const ranks = pawns.map((square, j) =>
      material.men[pawnSlots[j]!]!.color === WHITE ? square >> 3 : 7 - (square >> 3),
    );
    const advance = ranks.reduce((sum, rank) => sum + rank, 0);
    const batch = byAdvance.get(advance);
    if (batch) batch.push(i);
    else byAdvance.set(advance, [i]);
  }
  return [...byAdvance].sort(([a], [b]) => b - a).map(([, batch]) => batch);
}
