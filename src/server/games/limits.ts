/** Limits on what visitors of the games can use. */
export interface GameLimits {
  /** Concurrent connections, of all visitors and of one. Onlookers make room for players. */
  readonly connections: number;
  readonly visitorConnections: number;
  /** Onlookers of one game. */
  readonly onlookers: number;
  /** New connections per second and visitor, on average; bursts of ten times as many. */
  readonly connectRate: number;
  /** Messages per second and connection, on average; bursts of ten times as many. */
  readonly messageRate: number;
  /** Milliseconds a second that moves of one visitor may take of the server; bursts of ten times as many. */
  readonly moveTime: number;
  /** Bytes of a message. */
  readonly message: number;
  /** Bytes of the description of a game of one's own. */
  readonly variant: number;
  /** Files and ranks of a board. */
  readonly board: number;
  /** Different descriptions of games in memory, with players or a running clock. */
  readonly ownGames: number;
  /** Plies of a game, which is then drawn: no rule of its own need end it. */
  readonly plies: number;
  /** Games of their own that are tried at once, each in a thread; those that wait for it; and milliseconds of a trial. */
  readonly trials: number;
  readonly trialsWaiting: number;
  readonly trialTime: number;
  /** New games per minute and visitor, refused descriptions included, on average; bursts of ten times as many. */
  readonly gameRate: number;
  /** Games in the file. */
  readonly games: number;
  /** Unread bytes beyond which a connection is closed. */
  readonly unread: number;
  /** Milliseconds within which a connection must join a game, and between two checks that it is still alive. */
  readonly joinWithin: number;
  readonly aliveEvery: number;
  /** Days after the last change until a game is deleted: never begun, not finished, finished. */
  readonly keepUnstarted: number;
  readonly keepIdle: number;
  readonly keepFinished: number;
}

export const DEFAULT_GAME_LIMITS: GameLimits = {
  connections: 5000,
  visitorConnections: 64,
  onlookers: 200,
  connectRate: 5,
  messageRate: 5,
  moveTime: 250,
  message: 1024,
  variant: 1 << 14,
  board: 12,
  ownGames: 50,
  plies: 2000,
  trials: 2,
  trialsWaiting: 16,
  trialTime: 1500,
  gameRate: 2,
  games: 100_000,
  unread: 1 << 18,
  joinWithin: 10_000,
  aliveEvery: 30_000,
  keepUnstarted: 2,
  keepIdle: 60,
  keepFinished: 60,
};

/** JSON may write one byte of a text as six: `\u0020`. */
const ESCAPED = 6;

/** The most bytes of the request body that begins a game. */
export function bodyOf({ message, variant }: GameLimits): number {
  return message + ESCAPED * variant;
}
