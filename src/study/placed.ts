import type { Color } from '../chess/men.ts';
import type { Endgame } from '../table/table.ts';

/** A position of a table, the one that stands for all that symmetry and exchange of identical pieces make equal to it. */
export interface Placed {
  readonly turn: Color;
  /** In slot order. */
  readonly squares: readonly number[];
}

export function squaresAt({ material, placements }: Endgame, index: number): readonly number[] {
  const squares: number[] = material.men.map(() => 0);
  placements.squares(index, squares);
  return squares;
}
