import type { Geometry, Square, Symmetry } from '../chess/geometry.ts';
import type { Army, Color, Piece } from '../chess/men.ts';
import type { Move } from '../chess/moves.ts';
import type { Result } from '../chess/result.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';

/** How a position ends the game by itself. */
export interface Ending {
  readonly reason: 'metacheckmate' | 'checkmate' | 'stalemate' | (string & {});
  /** For the side to move. */
  readonly wdl: -1 | 0 | 1;
}

/** A rule set in terms of sets of placements. Only for games on 8x8 whose pieces capture and promote as in chess. */
interface Setwise {
  terminal<S>(sets: SetAlgebra<S>): Terminal<S>;
  /** May no move lead to a position whose side to move can mate at once? */
  readonly forbidsMateInOne: boolean;
  /**
   * Tables with distances beyond 125 moves, by name, besides those of kings and pawns alone: their codes take two bytes.
   * The solver reports a table that should be named here and is not.
   */
  readonly longTables?: ReadonlySet<string>;
}

/**
 * A game, as the solver, the prober, the command line and the board see it. `P` is the rule set's own kind of
 * position; no other code looks inside. The board's size, the men, its symmetries and what a side without moves does
 * all come from here: a rule set on 8x8 builds on `orthodox.ts`, another brings its own positions.
 */
export interface RuleSet<P = unknown> {
  /** For `--rules` and file names: small letters. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly geometry: Geometry;
  readonly army: Army;
  /** Where a game starts. */
  readonly start: P;
  /** Where the squares go when the colours are exchanged. */
  readonly flip: Symmetry;

  /**
   * The symmetries of the board that the rules do not notice when only these men are on it; the identity first. A table
   * is folded by those of them that leave the movements of its pieces as they are, too.
   */
  symmetries(men: readonly Piece[]): readonly Symmetry[];
  /** True where these men can never bring about anything but a draw, so that no table is needed. */
  isTriviallyDrawn(men: readonly Piece[]): boolean;
  /** True of further men with which nobody can win: they have a table, of draws only, but a game is over with them. */
  isInsufficientMaterial?(men: readonly Piece[]): boolean;

  /** The position with `men[i]` on `squares[i]` and no rights. Errors give the reason there is none. */
  place(men: readonly Piece[], squares: ArrayLike<Square>, turn: Color): Result<P>;
  turn(position: P): Color;
  /** Calls `visit` for every piece on the board, in any order. */
  visitPieces(position: P, visit: (square: Square, piece: Piece) => void): void;
  /**
   * What a position knows beyond its men and the side to move: `one-move` for what is gone after the next move
   * (en passant), `permanent` for what is not (castling). A chain of moves that each leave a one-move right must come to an
   * end by itself: solver and prober follow it.
   */
  rights(position: P): 'none' | 'one-move' | 'permanent';

  /**
   * The moves that the men can make and that leave the own king safe: in the chess family the chess-legal moves.
   * A side that has to pass has the pass as its move.
   */
  moves(position: P): readonly Move[];
  play(position: P, move: Move): P;
  /**
   * Does the rule set let a side move into `after`? The answer may depend on nothing but the men, the side to move
   * and a one-move right, so a solver may remember it.
   */
  permits(after: P): boolean;
  /** The moves that the rules allow: those of `moves` that may be played. */
  legalMoves(position: P): readonly Move[];
  /** For a move in `moves` that the rules forbid: the opponent's reply that is the reason, and the position it is made in. */
  refutation(position: P, move: Move): { readonly at: P; readonly reply: Move } | undefined;

  check(position: P): boolean;
  metacheck(position: P): boolean;
  /** In metacheck: the mate that the opponent would give if it were its turn. Absent from games without metacheck. */
  threat?(position: P): { readonly at: P; readonly reply: Move } | undefined;
  /** What the set solver needs to know; a rule set without it is solved one position at a time. */
  readonly setwise?: Setwise;

  /** How the game has ended, or undefined if it goes on. `legal`: the position's legal moves, if known. */
  ending(position: P, legal?: readonly Move[]): Ending | undefined;
  /** Plies without progress that are left before the 50-move rule ends the game: 0 where it has, Infinity without it. */
  pliesTo50Moves(position: P): number;

  /** Reads a FEN; `startpos` is where a game starts. */
  parseFen(fen: string): Result<P>;
  makeFen(position: P): string;
  /** Equal for positions that count as the same for repetition. */
  repetitionKey(position: P): string;
  /** `moves` may be given where they are known: of `moves(position)`, not only the legal ones. */
  makeSan(position: P, move: Move, moves?: readonly Move[]): string;
  makeUci(move: Move): string;
  /** Reads SAN or UCI. The move is one of `moves(position)`; whether the rules forbid it is not asked. */
  parseMove(position: P, text: string): Result<Move>;
}
