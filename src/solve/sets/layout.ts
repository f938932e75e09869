import type { Step } from '../../board/board.ts';
import {
  areAdjacent,
  kingPairOf,
  type SlabPlacements,
  slabPlacementsOf,
} from '../../index/slabPlacements.ts';
import type { FrameSlab } from '../../kernel/kernelFrame.ts';
import { wordOf } from '../../kernel/movementWriter.ts';
import { type Army, ROYAL, WHITE } from '../../pieces/army.ts';
import { takingSteps } from '../../pieces/steps.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind, identicalOrders } from '../../table/placements.ts';
import type { GroupPiece } from './conversions.ts';

/** How many pieces are dimensions of a slab, how many kings it fixes, and the number of slabs. */
export interface LayoutShape {
  readonly pawnless: boolean;
  /** 1 to 3: lane, row and outer piece. */
  readonly dimensions: number;
  /** The number of kings that a slab fixes: both in tables without pawns. */
  readonly fixedCount: number;
  readonly slabs: number;
}

export function shapeOf(army: Army, material: Material): LayoutShape {
  const { pieceSlots, pawnSlots, kingPairs } = slabPlacementsOf(material, army);
  const pawnless = pawnSlots.length === 0;
  const fixedCount = pawnless ? 2 : Math.max(0, pieceSlots.length - 3);
  const dimensions = pieceSlots.length - fixedCount;
  return {
    pawnless,
    dimensions,
    fixedCount,
    slabs: pawnless ? kingPairs.length : 64 ** fixedCount,
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

  constructor(army: Army, material: Material) {
    this.material = material;
    this.placements = slabPlacementsOf(material, army);
    this.army = army;
    this.shape = shapeOf(army, material);
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
    return piece < this.shape.fixedCount || piece >= movers ? 3 : movers - 1 - piece;
  }

  /** The square of a fixed piece in each slab. */
  fixedSquares(men: readonly GroupPiece[], piece: number): number[] | undefined {
    if (this.role(piece) !== 3) return undefined;
    const { square } = men[piece]!;
    const { slabs } = this.shape;
    if (square !== undefined) return new Array<number>(slabs).fill(square);
    return Array.from({ length: slabs }, (_, slab) => this.slabSquares(slab)[piece]!);
  }

  private slabSquares(slab: number): readonly number[] {
    if (this.shape.pawnless) return this.placements.kingPairs[slab]!;
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
      if (a === undefined || b === undefined || this.shape.dimensions <= back) return 0;
      const [one, other] = [this.material.men[a]!, this.material.men[b]!];
      return one.kind === other.kind && one.color === other.color ? 1 : 0;
    };
    return like(2) | (like(1) << 1);
  }

  slabs(pawns: readonly number[], symmetric = false): FrameSlab[] {
    const blocked = wordOf(pawns);
    const { leaps } = takingSteps(this.army[ROYAL]!.movement)!;
    return Array.from({ length: this.shape.slabs }, (_, slab) => {
      const squares = this.slabSquares(slab);
      const fixed = blocked | wordOf(squares);
      const impossible =
        new Set([...pawns, ...squares]).size < pawns.length + squares.length ||
        (squares.length === 2 && areAdjacent(squares[0]!, squares[1]!));
      const onDiagonal = this.shape.pawnless && squares.every((square) => square % 9 === 0);
      return {
        fixed: impossible ? (1n << 64n) - 1n : fixed,
        weight: (this.shape.pawnless ? (onDiagonal ? 4 : 8) : symmetric ? 1 : 2) * this.pawnOrders,
        symmetry: onDiagonal ? 4 : symmetric ? 1 : 0,
        neighbours: squares.map((_, color) => this.neighbours(squares, color, pawns, leaps)),
      };
    });
  }

  /** The slabs that a move of a fixed piece leads to, as `slab * 8 + symmetry`, in the order of symmetries. */
  private neighbours(
    squares: readonly number[],
    piece: number,
    pawns: readonly number[],
    leaps: readonly Step[],
  ): number[] {
    const from = squares[piece]!;
    const entries: number[] = [];
    for (const [files, ranks] of leaps) {
      const file = (from & 7) + files;
      const rank = (from >> 3) + (piece === 0 ? ranks : -ranks);
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      const to = rank * 8 + file;
      if (pawns.includes(to)) continue;
      const after = squares.with(piece, to);
      if (after.length === 2 && areAdjacent(after[0]!, after[1]!)) continue;
      if (this.shape.pawnless) {
        const { place, symmetry } = kingPairOf(after[0]!, after[1]!)!;
        entries.push(place * 8 + symmetry);
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
