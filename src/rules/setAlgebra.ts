import type { Color } from '../chess/men.ts';

/** What a move out of a table leads to: any position, one whose side to move is mated, or one that may be entered. */
export type ExitTarget = 'legal' | 'mated' | 'permitted';

/**
 * Sets of placements, each with one side to move, as a solver has them: `S` is its own kind of set. A rule set computes
 * with these what the table looks like before the first ply.
 */
export interface SetAlgebra<S> {
  /** Placements with this side to move and the other not in check. */
  valid(side: Color): S;
  /** The placements of `set` whose side to move is in check. */
  inCheck(side: Color, set: S): S;
  /** Placements with a move into `target` (the other side to move), or out of the table into such a position. */
  moves(side: Color, target: S, exits: ExitTarget): S;
  /** The same placements with the other side to move, as far as they are in `set`. */
  and(a: S, b: S): S;
  or(a: S, b: S): S;
  without(a: S, b: S): S;
  /** Releases a set returned by this algebra (not `valid`); its memory may be reused. */
  release(set: S): void;
}

/** By colour of the side to move. */
type BothSides<S> = readonly [S, S];

export interface Terminal<S> {
  /** Lost as it stands: no move, and check or what the rule set counts like it. */
  readonly lost: BothSides<S>;
  /** No move, and drawn. */
  readonly stalemate: BothSides<S>;
  /** Mated, as {@link ExitTarget} understands it. */
  readonly mated: BothSides<S>;
  /**
   * Positions into which no side may move, or undefined if there are none. Their side to move must win in one ply: the
   * kernel relies on it.
   */
  readonly forbidden: BothSides<S> | undefined;
}
