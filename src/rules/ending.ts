import type { SetAlgebra, Terminal } from './setAlgebra.ts';

/** How a position ends the game by itself. */
export interface Ending {
  readonly reason: 'metacheckmate' | 'checkmate' | 'stalemate' | (string & {});
  /** For the side to move. */
  readonly wdl: -1 | 0 | 1;
}

/** A rule set in terms of sets of placements, for games on 8x8 whose pieces capture and promote as in chess. */
export interface Setwise {
  terminal<S>(sets: SetAlgebra<S>): Terminal<S>;
}
