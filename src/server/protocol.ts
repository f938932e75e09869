/**
 * Games by link: what a page and the server say to one another. Types only, so that pages import them without the server.
 *
 * A game begins with `POST /games`. Everybody then opens a WebSocket at `/games/ID/socket` and sends `join` first. The
 * answer is a `game`: all there is to know, on the first visit as after a lost connection. From then on the server tells
 * each change, to everybody in the same order, after it has been written down. Every message is one JSON object of text,
 * of at most 1 KiB from the page. A page of another site (`Origin`) is refused with status 403, both games and WebSockets.
 */

export type Side = 'white' | 'black';

/** Minutes are not told apart from seconds: five minutes and three seconds a move is `{seconds: 300, increment: 3}`. */
export interface ClockSettings {
  /** For the whole game, a side: a whole number from 1 to 10,800. */
  readonly seconds: number;
  /** Added after each timed move: a whole number from 0 to 180. */
  readonly increment: number;
}

/** The body of `POST /games`. */
export interface NewGame {
  /** A rule set's name. Default: `metachess`. */
  readonly rules?: string;
  /** Default: no clock. */
  readonly clock?: ClockSettings;
  /** What the creator plays. Default: `random`. */
  readonly color?: Side | 'random';
}

/** The answer to `POST /games`, status 201. Refusals are `{error: {code, message}}` with another status. */
export interface CreatedGame {
  /** 22 characters of base64url. Whoever knows it may watch, and take the free seat. */
  readonly id: string;
  /** The creator's seat, a secret: 43 characters of base64url. Nobody else may learn it. */
  readonly seat: string;
  readonly color: Side;
  /** What to share, from the server's root on: `/#game=ID`. */
  readonly link: string;
}

/** The answer to `GET /games/ID`: how a game stands, for lists of games. Status 404, code `no-game`: there is none. */
export interface GameSummary {
  readonly id: string;
  /** A rule set's name. */
  readonly rules: string;
  readonly clock: ClockSettings | null;
  /** Moves made so far, of both sides. */
  readonly plies: number;
  readonly turn: Side;
  /** The seats that somebody has. */
  readonly taken: Readonly<Record<Side, boolean>>;
  /** Null while the game goes on. */
  readonly ending: GameEnding | null;
  /** The game that follows this one, or null. */
  readonly rematch: { readonly id: string; readonly link: string } | null;
}

export type OfferKind = 'draw' | 'takeback' | 'rematch';

/** Whose offer is open; null: nobody's. */
export type Offers = Readonly<Record<OfferKind, Side | null>>;

/** What a page sends. */
export type ClientMessage =
  | Join
  | MakeMove
  | { readonly type: 'resign' }
  /**
   * Where the other side has offered the same draw or rematch, this accepts. A draw lapses when the other side moves, a
   * takeback with any move. What was declined may be offered again after the next move.
   */
  | { readonly type: 'offer'; readonly offer: OfferKind }
  | { readonly type: 'accept'; readonly offer: OfferKind }
  /** Declines the other side's offer, or withdraws the own one. */
  | { readonly type: 'decline'; readonly offer: OfferKind }
  /** Answered by `pong` with the same number. */
  | { readonly type: 'ping'; readonly sent: number };

/** The first message on a connection; it has to come within seconds. */
export interface Join {
  readonly type: 'join';
  /** The secret of one's own seat, on every connection but a stranger's first. It never goes into an address. */
  readonly seat?: string;
  /**
   * Without `seat`: asks for the free seat. Where there is none, one watches. A new seat is kept once its holder has said
   * anything more: a page stores the secret, then sends a `ping`. Default: false.
   */
  readonly play?: boolean;
}

/**
 * A move. Sent anew after a lost connection it does no harm: where the game has it already, it is answered as if it
 * came for the first time, to the sender alone.
 */
export interface MakeMove {
  readonly type: 'move';
  /** Plies made before it: 0 is White's first move. */
  readonly ply: number;
  /** `e2e4`, `e7e8q`, `e1g1` for castling. */
  readonly uci: string;
}

/** What the server sends. */
export type ServerMessage =
  | GameSnapshot
  | Moved
  | TakenBack
  | { readonly type: 'offers'; readonly offers: Offers }
  | { readonly type: 'seats'; readonly seats: Seats; readonly onlookers: number }
  | { readonly type: 'ended'; readonly ending: GameEnding; readonly clocks: Clocks | null }
  /** Another game with the colours exchanged: join it with the same seat. */
  | { readonly type: 'rematch'; readonly id: string; readonly link: string }
  | { readonly type: 'pong'; readonly sent: number }
  | Refused;

/** Everything, after `join`, and wherever a message shows that a page is behind. */
export interface GameSnapshot {
  readonly type: 'game';
  readonly id: string;
  readonly rules: string;
  /** FEN of the position before the first move. */
  readonly start: string;
  readonly moves: readonly PlayedMove[];
  readonly clock: ClockSettings | null;
  readonly clocks: Clocks | null;
  readonly seats: Seats;
  readonly onlookers: number;
  readonly offers: Offers;
  /** Null while the game goes on. */
  readonly ending: GameEnding | null;
  /** The game that follows this one, where there is one. */
  readonly rematch: { readonly id: string; readonly link: string } | null;
  readonly you: You;
}

export interface You {
  /** Null for onlookers. */
  readonly color: Side | null;
  /** Only where a seat has just been taken: its secret, told once. */
  readonly seat?: string;
}

export interface PlayedMove {
  readonly uci: string;
  readonly san: string;
}

/** `free`: the next who asks has it. `away`: taken, its holder not connected. */
export type SeatState = 'free' | 'away' | 'here';
export type Seats = Readonly<Record<Side, SeatState>>;

/** What was left when the message was sent, in milliseconds. First moves are not timed. */
export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly running: Side | null;
}

/** `ply` plies had been made before it. A ply that is not the next one means that a page has to join anew. */
export interface Moved extends PlayedMove {
  readonly type: 'moved';
  readonly ply: number;
  readonly clocks: Clocks | null;
  /** Where the move ends the game; no `ended` follows. */
  readonly ending: GameEnding | null;
  /** What is still open after it. */
  readonly offers: Offers;
}

export interface TakenBack {
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
  /** A sentence that explains it: `White wins by metacheckmate: ...`. */
  readonly text: string;
}

/** `flag`: out of time. The last alternative: what other rule sets know. */
export type EndingReason =
  | 'metacheckmate'
  | 'checkmate'
  | 'stalemate'
  | 'dead position'
  | 'threefold repetition'
  | '50-move rule'
  | 'resignation'
  | 'agreement'
  | 'flag'
  | (string & {});

/** The game is as it was. */
export interface Refused {
  readonly type: 'error';
  readonly code: RefusalCode;
  /** For people. */
  readonly message: string;
  /** Of a refused move: its ply. */
  readonly ply?: number;
}

/**
 * - `message`: not JSON, or no message of the protocol
 * - `join`: something else came before `join`, or a second one; the connection is closed
 * - `no-game`: no such game, or it has been deleted; closed
 * - `seat`: no seat of this game has this secret; closed
 * - `onlooker`: only players may do this
 * - `turn`: the other side is to move
 * - `ply`: the move is for another ply than the next one; a `game` follows
 * - `illegal`: the rules forbid the move; the message says why
 * - `over`, `not-over`: the game has ended, or has not
 * - `offer`: there is no such offer to answer, or none can be made now
 * - `rate`: too many messages, connections or games; a connection is closed
 * - `full`: the server has no room for more; closed
 * - `storage`: the server could not write it down; try again
 * - `damaged`: the server's record of this game cannot be read; closed
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
 * Codes with which the server closes a connection. (One that it does not even take, because there are too many, ends with
 * 1006 in a page: wait longer each time.) `refused`, after an `error` that says why, means not to come back;
 * `flood` and `tooLarge` that a page misbehaves; after any other code, also 1006 without a word, a page joins anew.
 */
export interface CloseCodes {
  /** The server stops or starts anew. */
  readonly restart: 1012;
  /** Too many messages, or a reader too slow for what is told. */
  readonly flood: 1008;
  /** A message above 1 KiB. */
  readonly tooLarge: 1009;
  readonly refused: 4000;
}
