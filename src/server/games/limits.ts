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
  /** Bytes of a message, or of the request body that begins a game. */
  readonly message: number;
  /** New games per minute and visitor, on average; bursts of ten times as many. */
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
  message: 1024,
  gameRate: 2,
  games: 100_000,
  unread: 1 << 18,
  joinWithin: 10_000,
  aliveEvery: 30_000,
  keepUnstarted: 2,
  keepIdle: 60,
  keepFinished: 60,
};
