import type { Color } from '../chess/men.ts';

/** What a move out of a table leads to: any position, one whose side to move is mated, or one that may be entered. */
export type ExitTarget = 'legal' | 'mated' | 'permitted';

/**
 * Sets of placements, each with one side to move, in the hands of a solver: `S` is its own kind of set. A rule set
 * says with these what the table looks like before the first ply.
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
  /** Says that a set that came from here, `valid` apart, is not used any more, so that its room can be. */
  release(set: S): void;
}

/** By colour of the side to move. */
type BothSides<S> = readonly [S, S];

export interface Terminal<S> {
  /** Lost as it stands: no move, and check or what the rule set counts like it. */
  readonly lost: BothSides<S>;
  /** No move, and drawn. */
  readonly stalemate: BothSides<S>;
  /** Mated in the sense in which {@link ExitTarget} means it. */
  readonly mated: BothSides<S>;
  /**
   * Positions into which no side may move; undefined where there are none. Their side to move has to win in one ply: the
   * kernel takes it for granted.
   */
  readonly forbidden: BothSides<S> | undefined;
}
