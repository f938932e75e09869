import type { Color } from '../pieces/army.ts';
import type { Endgame } from './table.ts';

/** A position of a table, representing all that are equal to it by symmetry or exchange of identical pieces. */
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
