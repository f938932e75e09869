import type { Color } from '../pieces/army.ts';

/**
 * Which positions outside the table count: every legal one, those whose side to move is mated, or those that rules
 * permit moving into.
 */
export type ExitTarget = 'legal' | 'mated' | 'permitted';

/**
 * Sets of placements, each with one side to move. `S` is the solver's own type of set. A rule set uses this algebra to
 * compute a table's terminal layer.
 */
export interface SetAlgebra<S> {
  /** Placements with this side to move and the other not in check. */
  valid(side: Color): S;
  /** The placements of `set` whose side to move is in check. */
  inCheck(side: Color, set: S): S;
  /**
   * Placements with a move into `target` (the other side to move), or out of the table into a position that `exits`
   * names.
   */
  moves(side: Color, target: S, exits: ExitTarget): S;
  /**
   * `and`, `or` and `without` combine placements, whichever side is to move in `b`; in the result `a`'s side is to
   * move.
   */
  and(a: S, b: S): S;
  or(a: S, b: S): S;
  without(a: S, b: S): S;
  /** Releases a set returned by this algebra (not `valid`); its memory may be reused. */
  release(set: S): void;
}

/** By colour of the side to move. */
type BothSides<S> = readonly [S, S];

export interface Terminal<S> {
  /** Already lost: no move, and in check or in what the rule set treats like check. */
  readonly lost: BothSides<S>;
  /** No move, and drawn. */
  readonly stalemate: BothSides<S>;
  /** Mated, as {@link ExitTarget} understands it. */
  readonly mated: BothSides<S>;
  /**
   * Positions into which it is illegal to move, or undefined if there are none. Each must be a win in one ply for its
   * side to move: the kernel relies on it.
   */
  readonly forbidden: BothSides<S> | undefined;
}
