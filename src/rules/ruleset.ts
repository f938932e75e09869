import type { Board, Square, Symmetry } from '../board/board.ts';
import type { Result } from '../board/result.ts';
import type { Move } from '../chess/moves.ts';
import type { Army, Color, Piece } from '../pieces/army.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';

/** How a position ends the game by itself. */
export interface Ending {
  readonly reason: 'metacheckmate' | 'checkmate' | 'stalemate' | (string & {});
  /** For the side to move. */
  readonly wdl: -1 | 0 | 1;
}

/** A rule set in terms of sets of placements, for games on 8x8 whose pieces capture and promote as in chess. */
interface Setwise {
  terminal<S>(sets: SetAlgebra<S>): Terminal<S>;
  /** Is a move illegal if it leads to a position whose side to move can mate at once? */
  readonly forbidsMateInOne: boolean;
  /**
   * Tables with distances beyond 125 moves, by name, besides those of kings and pawns alone: their codes take two
   * bytes. The solver reports a table that should be named here and is not.
   */
  readonly longTables?: ReadonlySet<string>;
}

/**
 * A game, as the solver, the prober, the command line and the board see it. `P` is the rule set's own type of position,
 * opaque to all other code. The board's size and symmetries, the pieces, and what happens to a side without moves are
 * all defined here. A rule set on 8x8 can build on `orthodox.ts`; others bring their own positions.
 */
export interface RuleSet<P = unknown> {
  /** Used for `--rules` and in file names: lower-case letters. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly board: Board;
  readonly army: Army;
  /** The initial position of a game. */
  readonly start: P;
  /** Where the squares go when the colours are exchanged. */
  readonly flip: Symmetry;

  /**
   * The symmetries of the board under which the rules are invariant when only these men are on it; the identity first.
   * A table is folded by those of them that also preserve the movements of its pieces.
   */
  symmetries(men: readonly Piece[]): readonly Symmetry[];
  /** True if every position of these men is a draw, and so is all that can follow, so that no table is needed. */
  isTriviallyDrawn(men: readonly Piece[]): boolean;
  /** True of further materials with which neither side can win: they have a table, of draws only, but end a game. */
  isInsufficientMaterial?(men: readonly Piece[]): boolean;

  /** The position with `men[i]` on `squares[i]`, `turn` to move and no rights. Errors say why there is none. */
  place(men: readonly Piece[], squares: ArrayLike<Square>, turn: Color): Result<P>;
  turn(position: P): Color;
  /** Calls `visit` for every piece on the board, in any order. */
  visitPieces(position: P, visit: (square: Square, piece: Piece) => void): void;
  /**
   * The state of a position beyond its pieces and the side to move: `one-move` for what lapses with the next move (en
   * passant), `permanent` for what does not (castling). Every chain of moves that each leave a one-move right must be
   * finite: the solver and the prober follow it.
   */
  rights(position: P): 'none' | 'one-move' | 'permanent';

  /**
   * The moves that the pieces can make without leaving their own king attacked: in the chess family the chess-legal
   * moves. If a side must pass, the pass is its only move.
   */
  moves(position: P): readonly Move[];
  play(position: P, move: Move): P;
  /**
   * Does the rule set allow a move that leads to `after`? The result may depend only on the pieces, the side to move
   * and a one-move right, so that a solver may cache it.
   */
  permits(after: P): boolean;
  /** The moves that the rules allow: those of `moves` that may be played. */
  legalMoves(position: P): readonly Move[];
  /**
   * For a move of `moves` that the rules forbid: the opponent's reply that refutes it, and the position it is made in.
   */
  refutation(position: P, move: Move): { readonly at: P; readonly reply: Move } | undefined;

  check(position: P): boolean;
  metacheck(position: P): boolean;
  /** In metacheck: the mate that the opponent would give if it were its turn. Absent from games without metacheck. */
  threat?(position: P): { readonly at: P; readonly reply: Move } | undefined;
  /** What the set solver needs to know; a rule set without it is solved one position at a time. */
  readonly setwise?: Setwise;

  /** How the game has ended, or undefined if it goes on. `legal`: the position's legal moves, if known. */
  ending(position: P, legal?: readonly Move[]): Ending | undefined;
  /** Plies left before the 50-move rule ends the game: 0 if it has, Infinity in games without it. */
  pliesTo50Moves(position: P): number;

  /** Reads a FEN, or `startpos`: {@link start}. Errors: those of the rule set's FEN. */
  parseFen(fen: string): Result<P>;
  makeFen(position: P): string;
  /** A key that is equal for positions that count as the same for repetition. */
  repetitionKey(position: P): string;
  /** The move in SAN. `moves`: all of `moves(position)`, not only the legal ones, if the caller has them. */
  makeSan(position: P, move: Move, moves?: readonly Move[]): string;
  makeUci(move: Move): string;
  /** Reads SAN or UCI. Returns one of `moves(position)`, which the rules may forbid. Errors: those of SAN and UCI. */
  parseMove(position: P, text: string): Result<Move>;
}
