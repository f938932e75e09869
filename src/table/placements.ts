import type { Square, Symmetry } from '../board/board.ts';
import type { Piece } from '../pieces/army.ts';

/** Numbers the placements of a table's men; those equal by symmetry or exchange of identical pieces share an index. */
export interface Placements {
  /** One more than the highest index. */
  readonly size: number;
  readonly squareCount: number;
  /** The symmetries of the board by which placements are folded, the identity first. */
  readonly symmetries: readonly Symmetry[];
  /** Names how placements are numbered, for files. */
  readonly scheme: string;
  /** The index of a placement given in slot order. Not reentrant: it may write to a buffer of its own. */
  index(squares: ArrayLike<Square>): number;
  /**
   * Writes the squares of a number below `size` to `out`, slot by slot. The number is the index of its placement only
   * if `index` returns it for these squares.
   */
  squares(number: number, out: Square[] | Int16Array): void;
  /** How many placements of the whole board an index stands for, counting every order of identical pieces. */
  orbitSize(squares: ArrayLike<Square>): number;
}

/** For each slot, the first slot of the run of identical pieces to which it belongs. */
export function firstsOfKind(men: readonly Piece[]): readonly number[] {
  return men.map(({ kind, color }) =>
    men.findIndex((piece) => piece.kind === kind && piece.color === color),
  );
}

/** The orders in which identical pieces can stand on the same squares. */
export function identicalOrders(runStart: readonly number[]): number {
  return runStart.reduce((orders, start, slot) => orders * (slot - start + 1), 1);
}
