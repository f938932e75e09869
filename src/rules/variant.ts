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
  /** The game whose tables it uses, by name; absent if it has its own. */
  readonly tables?: string;
  readonly title: string;
  /** One sentence. */
  readonly about: string;
  /** Who made the game, when, and where its rules are. */
  readonly source: string;
  readonly equipment: Equipment;
  /** The FEN of the initial position; absent if the game has none. */
  readonly start?: string;
  /**
   * What becomes of a side that has no legal move: how the game ends, or that it passes, if its royal piece is attacked,
   * and if not. `pass`: it passes in both cases. The game is drawn if after a pass the other side has no move either.
   */
  readonly stuck: Stuck | 'pass';
  /** A side wins by moving a piece there. */
  readonly goal?: Goal;
  /** The game ends for a side that has too few pieces of a kind. */
  readonly extinction?: Extinction;
  /** Does a side lose that has only its royal piece left, unless its next move takes the other's last piece too? */
  readonly bareRoyalLoses?: boolean;
  /** Letters: one such piece and two bare kings cannot win, which ends a game. */
  readonly insufficient?: string;
  /** How often a position must occur for a draw: by default 3; 0 if repetition does not end a game. */
  readonly repetitions?: number;
  /** Moves of each side without a capture or a pawn's move for a draw: by default 50; 0 if there is no such rule. */
  readonly moveRule?: number;
  /** What may not be moved into. */
  readonly bar?: Bar;
  /** What players settle first, in a game that does not begin with {@link start}. */
  readonly preparation?: 'arrangement' | 'selection' | 'placement';
  /**
   * Illegal moves can be played, and cost these hit points if they are caught. Such a game only a server can keep, which
   * alone knows whether a move was legal.
   */
  readonly penalties?: Penalties;
  /** What its page says besides what follows from this data. */
  readonly notes?: readonly string[];
  /** Of a game that is not built in: the sections of a variants.ini that describe it, its parents' first. */
  readonly ini?: string;
  /** The same in terms of sets, for the set solver. */
  readonly setwise?: Setwise;
}

export interface Stuck {
  readonly attacked: Ending;
  readonly free: Ending | 'pass';
}

export interface Goal {
  readonly region: Region;
  /** Does it hold for this kind of piece? Default: for all. */
  readonly kinds?: readonly number[];
  /** Those of Black's if they are others. */
  readonly blackKinds?: readonly number[];
  /** How many pieces must be there; by default one. */
  readonly count?: number;
  /** Must they be unattacked there? */
  readonly safe?: true;
  /** Does the other side have one more move? If it reaches its own goal by that, see {@link RuleSet.over}. */
  readonly answer?: true;
  /** The name of this end. */
  readonly name: string;
}

/** Fairy-Stockfish's extinction: the game ends for a side that has at most `count` pieces of a kind. */
export interface Extinction {
  /** Each of these kinds for itself; `all`: pieces of any kind, together. */
  readonly kinds: readonly number[] | 'all';
  readonly count: number;
  /** Only if the other side has at least as many of the kind. */
  readonly others: number;
  /** Must the other side be to move, or have one piece more? */
  readonly claimed?: true;
  /** For the side whose pieces are extinct. */
  readonly wdl: -1 | 0 | 1;
}

/** The illegal-move game in numbers. */
export interface Penalties {
  /** Those that each player has at first. */
  readonly hitPoints: number;
  /** By kind: what a man is worth. */
  readonly values: readonly number[];
  /** For any illegal move that is caught. */
  readonly base: number;
  /** This many times the value of the moved man or of a captured one, whichever is dearer. */
  readonly factor: number;
  /** If the move left or put the mover's own king in danger. */
  readonly danger: number;
  /** If it moved one of the opponent's men. */
  readonly foreign: number;
  /** If the king was captured. */
  readonly capture: number;
  /** For a claim that is not correct. */
  readonly wrong: number;
}

/** A refuted move: the opponent's reply, and the position it is made in. */
export interface Refuted {
  readonly at: Position;
  readonly reply: Move;
}

/** A ban on moves that the pieces can make. */
export interface Bar {
  /** Distinguishes games that differ in their bars: part of the fingerprint. */
  readonly name: string;
  /** Does it follow from the pieces' moves alone, so that each symmetry of these keeps it? If not, no table is folded. */
  readonly followsMoves: boolean;
  /** Does it forbid to let the opponent mate at once, and nothing else? The set solver and the search find these mates themselves. */
  readonly isMateInOne?: true;
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

/** Is the state of a game known to a server alone, so that it can be played by link only? */
export function isHidden({ variant }: { readonly variant: Variant }): boolean {
  return variant.penalties !== undefined;
}

/** The usual ends of a side without a legal move. */
export const checkmateOrStalemate: Stuck = {
  attacked: { reason: 'checkmate', wdl: -1 },
  free: { reason: 'stalemate', wdl: 0 },
};
