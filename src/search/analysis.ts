/** What ends a search: what comes first; without any of the first three it goes on until it is stopped. */
export interface Limits {
  /** Plies that are searched in full, from 1. */
  readonly depth?: number;
  readonly nodes?: number;
  readonly milliseconds?: number;
  /** How many of the best moves to find, each with its line. Default: 1. */
  readonly lines?: number;
  /** The only first moves to look at, in UCI; others are not searched. Default: all. */
  readonly moves?: readonly string[];
}

/** What a position is worth for the side to move. */
export type Score =
  /** Hundredths of the game's weakest piece. */
  | { readonly kind: 'estimate'; readonly value: number }
  /** Proved: the game ends so after this number of plies. */
  | { readonly kind: 'win' | 'loss'; readonly plies: number }
  /** By the rules or by tables. */
  | { readonly kind: 'draw' };

/** A move and what is expected to follow it, in UCI. */
export interface Line {
  readonly score: Score;
  /** At least one move. */
  readonly moves: readonly string[];
  /** The first of them in SAN, from threads whose readers should not have to work it out. */
  readonly san?: readonly string[];
}

/** What a search has found so far. */
export interface Analysis {
  /** Plies that were searched in full. */
  readonly depth: number;
  readonly nodes: number;
  readonly milliseconds: number;
  /** The best first; none if the game is over. */
  readonly lines: readonly Line[];
}

/** What a proof looks for. */
export interface ProofLimits {
  /** The most plies to the end of the game; of more than 199 no proof is tried. */
  readonly plies: number;
  /** Lists first moves that decide the game within this number of plies, too. Default: only the quickest. */
  readonly within?: number;
  /** What to prove for the side to move. Default: `either`, which may take twice as long. */
  readonly seeks?: 'win' | 'loss' | 'either';
  readonly nodes?: number;
  readonly milliseconds?: number;
}

/** A position of which the end of the game is proved. */
export interface Proof {
  /** For the side to move. */
  readonly wdl: 1 | -1;
  /** To the end of the game: the winner shortens it, the loser lengthens it. */
  readonly plies: number;
  /**
   * First moves in UCI, the best first. Of a won position those that win within `plies`, or `within` if that is more;
   * of a lost one all.
   */
  readonly moves: readonly { readonly uci: string; readonly plies: number }[];
  /** Best play to the end, in UCI. */
  readonly line: readonly string[];
  readonly nodes: number;
  readonly milliseconds: number;
}
