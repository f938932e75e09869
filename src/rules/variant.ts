import type { Region } from '../board/regions.ts';
import type { Equipment } from '../pieces/equipment.ts';
import type { Move } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { Ending, Setwise } from './ending.ts';
import type { Parameter } from './parameters.ts';

/** A game as data. All else that the program needs of a game is derived from this by `rulesOf`. */
export interface Variant {
  /** Used for `--rules` and in file names: small letters, digits, - and _, at most 32; with parameters after a colon. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** Who made the game, when, and where its rules are. */
  readonly source: string;
  readonly equipment: Equipment;
  /** The FEN of the initial position; absent if the game has none. */
  readonly start?: string;
  /**
   * What becomes of a side that has no legal move: how the game ends if its royal piece is attacked, and if not; or it
   * passes, and the game is drawn if the other side then has no move either.
   */
  readonly stuck: Stuck | 'pass';
  /** A side wins by moving a piece there. */
  readonly goal?: Goal;
  /** Does a side lose that has only its royal piece left, unless its next move takes the other's last piece too? */
  readonly bareRoyalLoses?: boolean;
  /** Letters: one such piece and two bare kings cannot win, which ends a game. */
  readonly insufficient?: string;
  /** What may not be moved into. */
  readonly bar?: Bar;
  /** What its page says besides what follows from this data. */
  readonly notes?: readonly string[];
  /** The same in terms of sets, for the set solver. */
  readonly setwise?: Setwise;
}

export interface Stuck {
  readonly attacked: Ending;
  readonly free: Ending;
}

export interface Goal {
  readonly region: Region;
  /** Does it hold for this kind of piece? Default: for all. */
  readonly kinds?: readonly number[];
  /** The name of this end. */
  readonly name: string;
}

/** A refuted move: the opponent's reply, and the position it is made in. */
export interface Refuted {
  readonly at: Position;
  readonly reply: Move;
}

/** A ban on moves that the pieces can make. */
interface Bar {
  /** Distinguishes games that differ in their bars: part of the fingerprint. */
  readonly name: string;
  /** Does it follow from the pieces' moves alone, so that each symmetry of these keeps it? If not, no table is folded. */
  readonly followsMoves: boolean;
  /** A sentence that says what it forbids. */
  readonly words: string;
  /** Is a move to `after` allowed? May depend only on the pieces, the side to move and a right to take en passant. */
  permits(after: Position): boolean;
  /** Why a move is forbidden, or undefined if it is not; by default it is forbidden if `permits` says so. */
  refutation?(position: Position, move: Move): Refuted | undefined;
  /** What threatens a side that is not in check, and counts as check if it is stuck. */
  threat?(position: Position): Refuted | undefined;
}

/** A game that leaves choices open. */
export interface OpenGame {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The game with these choices. `name`: with its parameters. */
  make(name: string, values: ReadonlyMap<string, string>): Variant;
}

/** The usual ends of a side without a legal move. */
export const checkmateOrStalemate: Stuck = {
  attacked: { reason: 'checkmate', wdl: -1 },
  free: { reason: 'stalemate', wdl: 0 },
};
