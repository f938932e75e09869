/**
 * Games by link: the messages between a page and the server. Types only, so that pages import them without the server.
 *
 * A game begins with `POST /games`. Players and onlookers then open a WebSocket at `/games/ID/socket` and send `join`
 * first. The answer is a `game`: the whole state, on the first visit as after a lost connection. From then on the
 * server publishes each change, to all clients in the same order, after it has been written to its file. Every message
 * is one JSON object of text, of at most 1 KiB from the page. A page of another site (`Origin`) is refused with status
 * 403, both for games and for WebSockets.
 */

import type { IllegalView } from '../play/illegal/view.ts';

export type Side = 'white' | 'black';

/** Five minutes and three seconds a move are `{seconds: 300, increment: 3}`. */
export interface ClockSettings {
  /** For the whole game, a side: a whole number from 1 to 10,800. */
  readonly seconds: number;
  /** Added after each timed move: a whole number from 0 to 180. */
  readonly increment: number;
}

/** The body of `POST /games`. */
export interface NewGame {
  /** A game of `GET /games`, or one with parameters. Default: `metachess`; with `variant` the section that is no parent. */
  readonly rules?: string;
  /** A game of one's own: a section of a variants.ini and its parents, at most 16 KiB, on a board of at most 12x12. */
  readonly variant?: string;
  /** Default: no clock. */
  readonly clock?: ClockSettings;
  /** The creator's side. Default: `random`. */
  readonly color?: Side | 'random';
  /** The creator's name for the other player to see: {@link Names}. Default: none. */
  readonly name?: string;
}

/** The answer to `POST /games`, status 201. Refusals are `{error: {code, message}}` with another status. */
export interface CreatedGame {
  /** 22 characters of base64url. Anyone who knows it may watch, and take the free seat. */
  readonly id: string;
  /** The creator's seat, a secret: 43 characters of base64url. It must be kept private. */
  readonly seat: string;
  readonly color: Side;
  /** The link to share, relative to the server's root: `/#game=ID`. */
  readonly link: string;
}

/** The answer to `GET /games/ID`: how a game stands, for lists of games. Status 404, code `no-game`: there is none. */
export interface GameSummary {
  readonly id: string;
  /** A rule set's name. */
  readonly rules: string;
  /** What describes it, if it is not built in: sections of a variants.ini. */
  readonly variant?: string;
  readonly clock: ClockSettings | null;
  /** Moves made so far, of both sides; of a game that hides them, claims too. */
  readonly plies: number;
  readonly turn: Side;
  /** The seats that are taken. */
  readonly taken: Readonly<Record<Side, boolean>>;
  readonly names: Names;
  /** Null while the game goes on. */
  readonly ending: GameEnding | null;
  /** The game that follows this one, or null. */
  readonly rematch: { readonly id: string; readonly link: string } | null;
}

/** The answer to `GET /games`: the games that this server knows by name, for its tables and games by link. */
export interface ListedGames {
  readonly games: readonly ListedGame[];
}

export interface ListedGame {
  readonly name: string;
  readonly title: string;
  /** What describes it, if it is not built in: sections of a variants.ini. */
  readonly variant?: string;
}

export type OfferKind = 'draw' | 'takeback' | 'rematch';

/** The side whose offer is open, or null. */
export type Offers = Readonly<Record<OfferKind, Side | null>>;

/** What a page sends. */
export type ClientMessage =
  | Join
  | MakeMove
  | { readonly type: 'resign' }
  /**
   * If the other side has offered the same draw or rematch, this accepts it. A draw lapses when the other side moves, a
   * takeback with any move. A declined offer may be repeated after the next move.
   */
  | { readonly type: 'offer'; readonly offer: OfferKind }
  | { readonly type: 'accept'; readonly offer: OfferKind }
  /** Declines the other side's offer, or withdraws one's own. */
  | { readonly type: 'decline'; readonly offer: OfferKind }
  /** Answered by `pong` with the same number. */
  | { readonly type: 'ping'; readonly sent: number };

/** The first message on a connection; it has to come within seconds. */
export interface Join {
  readonly type: 'join';
  /** The secret of one's own seat, on every connection but a stranger's first. It never goes into an address. */
  readonly seat?: string;
  /**
   * Without `seat`: asks for the free seat; without one, the connection watches. A new seat is kept once its holder has
   * sent another message: a page stores the secret, then sends a `ping`. Default: false.
   */
  readonly play?: boolean;
  /** The player's name, with `seat` or `play`; it replaces an earlier one. Without it the earlier one stays. */
  readonly name?: string;
}

/**
 * A move. Sending it again after a lost connection does no harm: if the game has it already, the sender alone gets the
 * answer again.
 */
export interface MakeMove {
  readonly type: 'move';
  /** Plies made before it, steps before the first move included: 0 is the first. */
  readonly ply: number;
  /**
   * `e2e4`, `e7e8q`, `e1g1` for castling, `0000` for a pass. Before the first move of games that players prepare, a step:
   * `arrange KQLG`; `propose R=RN`, `agree Q=Q,R=RN,B=B,N=N`, `accept`, `overrule`, `decline`; `place K e1`.
   * In the illegal-move game special moves end with an asterisk, `e1g1*`, and there are `claim e5`, `draw`, which either
   * side may send, and `accept`.
   */
  readonly uci: string;
}

/** What the server sends. */
export type ServerMessage =
  | GameSnapshot
  | Moved
  | Seen
  | TakenBack
  | { readonly type: 'offers'; readonly offers: Offers }
  | SeatsChanged
  | { readonly type: 'ended'; readonly ending: GameEnding; readonly clocks: Clocks | null }
  /** Another game with the colours exchanged: join it with the same seat. */
  | { readonly type: 'rematch'; readonly id: string; readonly link: string }
  | { readonly type: 'pong'; readonly sent: number }
  | Refused;

/** The whole state, after `join` and whenever a message shows that a page is behind. */
export interface GameSnapshot {
  readonly type: 'game';
  readonly id: string;
  readonly rules: string;
  /** What describes the rules, if they are not built in: sections of a variants.ini. */
  readonly variant?: string;
  /** FEN of the position before the first move; null if the players settle it by steps, the first of the moves. */
  readonly start: string | null;
  /** Empty while {@link hidden} is there. */
  readonly moves: readonly PlayedMove[];
  /** Of a game that hides its moves while it goes on; the record opens when it has ended. */
  readonly hidden?: Hidden;
  readonly clock: ClockSettings | null;
  readonly clocks: Clocks | null;
  readonly seats: Seats;
  readonly names: Names;
  readonly onlookers: number;
  readonly offers: Offers;
  /** Null while the game goes on. */
  readonly ending: GameEnding | null;
  /** The game that follows this one, or null. */
  readonly rematch: { readonly id: string; readonly link: string } | null;
  /** Sentences to show to every visitor, such as that the server has lost moves of this game; usually null. */
  readonly notice: string | null;
  readonly you: You;
}

/** A client came, left, took a seat or changed its name. */
export interface SeatsChanged {
  readonly type: 'seats';
  readonly seats: Seats;
  readonly names: Names;
  readonly onlookers: number;
}

export interface You {
  /** Null for onlookers. */
  readonly color: Side | null;
  /** Only with a seat that has just been taken: its secret, sent once. */
  readonly seat?: string;
}

export interface PlayedMove {
  readonly uci: string;
  readonly san: string;
}

/** `free`: the next player to ask gets it. `away`: taken, its holder is not connected. */
export type SeatState = 'free' | 'away' | 'here';
export type Seats = Readonly<Record<Side, SeatState>>;

/**
 * Names that the players have given themselves, or null. They prove nothing. At most 24 characters of one line: the
 * server removes control characters and those that change the direction of text, and refuses longer names. While one
 * seat is free, the other's name is that of the player who invites.
 */
export type Names = Readonly<Record<Side, string | null>>;

/** Milliseconds left when the message was sent. First moves are not timed. */
export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly running: Side | null;
}

/** `ply` plies had been made before it. A page for which that is not the next ply has to join again. */
export interface Moved extends PlayedMove {
  readonly type: 'moved';
  readonly ply: number;
  readonly clocks: Clocks | null;
  /** If the move ends the game; no `ended` follows. */
  readonly ending: GameEnding | null;
  /** The offers still open after it. */
  readonly offers: Offers;
}

/** What everybody may see of a game that hides its moves: the same to both players and to onlookers. */
export interface Hidden {
  /** What the players have done so far, claims too. */
  readonly plies: number;
  readonly view: IllegalView;
}

/** After each move or claim of a game that hides its moves. When it has ended a `game` follows, with the record. */
export interface Seen extends Hidden {
  readonly type: 'seen';
  readonly clocks: Clocks | null;
  /** If it ends the game; no `ended` follows. */
  readonly ending: GameEnding | null;
  readonly offers: Offers;
}

interface TakenBack {
  readonly type: 'taken-back';
  /** How many plies are left. */
  readonly plies: number;
  readonly clocks: Clocks | null;
  readonly offers: Offers;
}

export interface GameEnding {
  readonly reason: EndingReason;
  /** Null: drawn. */
  readonly winner: Side | null;
  /** Whole sentences that explain it: `White wins by metacheckmate: Black has no legal move, and ...`. */
  readonly text: string;
}

/** `flag`: out of time; `too long`: 2000 plies. The last alternative: the reasons of other rule sets. */
type EndingReason =
  | 'metacheckmate'
  | 'checkmate'
  | 'stalemate'
  | 'dead position'
  | 'threefold repetition'
  | '50-move rule'
  | 'resignation'
  | 'agreement'
  | 'flag'
  | 'too long'
  | (string & {});

/** A message was refused; the game has not changed. */
export interface Refused {
  readonly type: 'error';
  readonly code: RefusalCode;
  /** Whole sentences, for people. */
  readonly message: string;
  /** The ply of a refused move. */
  readonly ply?: number;
}

/**
 * - `message`: not JSON, or no message of the protocol
 * - `join`: something else came before `join`, or a second one; the connection is closed
 * - `no-game`: no such game, or it has been deleted; closed
 * - `seat`: no seat of this game has this secret; closed
 * - `onlooker`: only players may do that
 * - `turn`: the other side is to move
 * - `ply`: the move is for another ply than the next one; a `game` follows
 * - `illegal`: the rules forbid the move; the message says why
 * - `over`, `not-over`: the game has ended, or has not
 * - `offer`: there is no such offer to answer, or none can be made now
 * - `rate`: too many messages, connections or games; a connection is closed. Of a move: this game's take too long
 * - `full`: the server has no room for another onlooker or game; a connection is closed
 * - `storage`: the server could not write it to its file; try again
 * - `damaged`: the server's record of this game is damaged or lost; closed
 */
export type RefusalCode =
  | 'message'
  | 'join'
  | 'no-game'
  | 'seat'
  | 'onlooker'
  | 'turn'
  | 'ply'
  | 'illegal'
  | 'over'
  | 'not-over'
  | 'offer'
  | 'rate'
  | 'full'
  | 'storage'
  | 'damaged';

/**
 * Codes with which the server closes a connection. (A connection that it does not accept, because there are too many,
 * ends with 1006 in a page: wait longer each time.) `refused`, after an `error` that says why, means not to come back;
 * `flood` and `tooLarge` that a page misbehaves; after any other code, also 1006 without an `error`, a page joins
 * again.
 */
export interface CloseCodes {
  /** The server stops or restarts. */
  readonly restart: 1012;
  /** Too many messages, or a reader too slow for what is published. */
  readonly flood: 1008;
  /** A message above 1 KiB. */
  readonly tooLarge: 1009;
  readonly refused: 4000;
}
