/** What keeps visitors of the games from taking everything. */
export interface GameLimits {
  /** Connections at once, of everybody and of one visitor. Onlookers make room for players. */
  readonly connections: number;
  readonly visitorConnections: number;
  /** Onlookers of one game. */
  readonly onlookers: number;
  /** New connections a second and visitor, on average; ten times as many at once. */
  readonly connectRate: number;
  /** Messages a second and connection, on average; ten times as many at once. */
  readonly messageRate: number;
  /** Bytes of a message or of the body that begins a game. */
  readonly message: number;
  /** New games a minute and visitor, on average; ten times as many at once. */
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
