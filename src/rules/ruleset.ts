import type { Board, Square, Symmetry } from '../board/board.ts';
import type { Result } from '../board/result.ts';
import type { Army, Color, Piece } from '../pieces/army.ts';
import type { Move } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { Ending, Setwise } from './ending.ts';
import type { Refuted, Variant } from './variant.ts';

export type { Ending } from './ending.ts';

/**
 * A game as the solver, the prober, the command line and the board see it, derived from a {@link Variant} by `rulesOf`.
 */
export interface RuleSet {
  /** What the rules are derived from, with the equipment that its positions share. */
  readonly variant: Variant;
  /** Used for `--rules`: the game, and after a colon its parameters if it has other than the usual ones. */
  readonly name: string;
  /** The name that its tables have in their files: its own, or that of a game from which it differs in nothing that tables hold. */
  readonly tables: string;
  /** The folder of its tables. */
  readonly folder: string;
  /** See `fingerprintOf`. */
  readonly fingerprint: string;
  /** For readers; with the parameters that are not the usual ones in parentheses: `Reach Chess (nomove=chess)`. */
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  readonly board: Board;
  readonly army: Army;
  /** The initial position of a game. Throws an InputError if the game has none. */
  readonly start: Position;
  /**
   * Where the squares go when the colours are exchanged. Undefined if that would make another game (Racing Kings): then
   * a table's colours are as its name says, and there is another one for the colours exchanged.
   */
  readonly flip: Symmetry | undefined;

  /**
   * The symmetries of the board under which the rules are invariant when only these men are on it; the identity first.
   * A table is folded by them.
   */
  symmetries(men: readonly Piece[]): readonly Symmetry[];
  /**
   * True if no table of these men is needed: every position of theirs is a draw, and so is all that can follow, or
   * {@link over} decides it.
   */
  isSettled(men: readonly Piece[]): boolean;
  /** True if neither side can win with these men, which ends a game: bare kings in chess, or one knight with them. */
  isInsufficientMaterial(men: readonly Piece[]): boolean;

  /**
   * The position with `men[i]` on `squares[i]`, `turn` to move and no rights, as a table covers it. Errors say why there
   * is none.
   */
  place(men: readonly Piece[], squares: ArrayLike<Square>, turn: Color): Result<Position>;
  /**
   * The state of a position beyond its pieces and the side to move: `one-move` for what lapses with the next move (en
   * passant), `permanent` for what does not (castling). Every chain of moves that each leave a one-move right must be
   * finite: the solver and the prober follow it.
   */
  rights(position: Position): 'none' | 'one-move' | 'permanent';

  /**
   * The position as tables hold it: without a stock, if every pawn can become what the game says; in tables it becomes
   * that. Errors: `castling`, `stock`.
   */
  inTables(position: Position): Result<Position>;

  /**
   * The moves that the pieces can make without leaving their own king attacked: in the chess family the chess-legal
   * moves. If a side must pass, the pass is its only move.
   */
  moves(position: Position): readonly Move[];
  play(position: Position, move: Move): Position;
  /**
   * Does the rule set allow a move that leads to `after`? The result may depend only on the pieces, the side to move
   * and a one-move right, so that a solver may cache it.
   */
  permits(after: Position): boolean;
  /** The moves that the rules allow: those of `moves` that may be played. */
  legalMoves(position: Position): readonly Move[];
  /**
   * For a move of `moves` that the rules forbid: the opponent's reply that refutes it, and the position it is made in.
   */
  refutation(position: Position, move: Move): Refuted | undefined;

  check(position: Position): boolean;
  metacheck(position: Position): boolean;
  /** In metacheck: the mate that the opponent would give if it were its turn. Absent from games without metacheck. */
  threat?(position: Position): Refuted | undefined;
  /** What the set solver of all threads needs to know; a rule set without it is solved a table a thread. */
  readonly setwise?: Setwise;

  /**
   * How the game has ended by what stands on the board, whether or not a side could move: no table holds such a
   * position. Cheap, and undefined in games that end only for want of a legal move.
   */
  over(position: Position): Ending | undefined;
  /** How the game has ended, or undefined if it goes on. `legal`: the position's legal moves, if known. */
  ending(position: Position, legal?: readonly Move[]): Ending | undefined;
  /** Does a side without a legal move pass, at least if it is not in check? */
  readonly passes: boolean;
  /**
   * Could the side to move take the other's royal piece? Only a pass leads there, and such positions are counted apart.
   */
  isAfterPass(position: Position): boolean;
  /** How often a position must occur for a draw: 0 if repetition does not end a game. */
  readonly repetitions: number;
  /** Plies left before the 50-move rule ends the game: 0 if it has, Infinity in games without it. */
  pliesTo50Moves(position: Position): number;

  /** Reads a FEN, or `startpos`: {@link start}. Errors: those of the rule set's FEN. */
  parseFen(fen: string): Result<Position>;
  makeFen(position: Position): string;
  /** A key that is equal for positions that count as the same for repetition. */
  repetitionKey(position: Position): string;
  /** The move in SAN. `moves`: all of `moves(position)`, not only the legal ones, if the caller has them. */
  makeSan(position: Position, move: Move, moves?: readonly Move[]): string;
  makeUci(move: Move): string;
  /**
   * Reads SAN, UCI or the full algebraic notation of Game Courier. Returns one of `moves(position)`, which the rules may
   * forbid. Errors: those of the three.
   */
  parseMove(position: Position, text: string): Result<Move>;
}
