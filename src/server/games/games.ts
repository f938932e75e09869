import type { IncomingMessage, Server } from 'node:http';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type WebSocket, WebSocketServer } from 'ws';
import { ok, type Problem, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { refusal } from '../answer.ts';
import { refuseSocket } from '../httpServer.ts';
import { RateLimit } from '../limits.ts';
import type { CreatedGame } from '../protocol.ts';
import { machineTime, type Time } from '../time.ts';
import { Connection, closeCodes } from './connection.ts';
import { refuse } from './game.ts';
import { bodyOf, DEFAULT_GAME_LIMITS, type GameLimits } from './limits.ts';
import { Lobby, type LobbyOptions } from './lobby.ts';
import { readNewGame } from './messages.ts';
import { WantedRules } from './wantedRules.ts';

export interface GamesOptions {
  /** The libSQL file that games are kept in; `:memory:` forgets them with the process. */
  readonly file: string;
  /** Games besides the built-in ones that can be begun by name. */
  readonly variants?: readonly RuleSet[];
  readonly limits?: Partial<GameLimits>;
  readonly time?: Time;
  /** Called with every fault of the games. */
  readonly onError?: (error: Error) => void;
}

/** Games by link (`../protocol.ts`) on an existing HTTP server. */
export class Games {
  readonly limits: GameLimits;
  private readonly lobby: Lobby;
  private readonly rules: WantedRules;
  private readonly time: Time;
  private readonly onError: (error: Error) => void;
  private readonly connections = new Set<Connection>();
  private readonly perVisitor = new Map<string, number>();
  private readonly connects: RateLimit;
  private readonly sockets: WebSocketServer;
  private closing = false;

  private constructor(
    lobby: Lobby,
    { variants = [], limits, time, onError }: Pick<GamesOptions, 'variants'> & LobbyOptions,
  ) {
    this.lobby = lobby;
    this.rules = new WantedRules(variants, limits, onError);
    this.limits = limits;
    this.time = time;
    this.onError = onError;
    this.connects = new RateLimit(limits.connectRate, () => time.now());
    this.sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.message,
      perMessageDeflate: false,
    });
  }

  /** Errors: `read`, `write`. */
  static open({ file, time = machineTime, ...options }: GamesOptions): Result<Games> {
    const { onError = () => {} } = options;
    const limits = { ...DEFAULT_GAME_LIMITS, ...options.limits };
    const all = { ...options, path: file, limits, time, onError };
    const lobby = Lobby.open(all);
    return lobby.ok ? ok(new Games(lobby.value, all)) : lobby;
  }

  /** Games in memory: those with a connection or a running clock. */
  get inMemory(): number {
    return this.lobby.open;
  }

  /** Why games cannot be written at the moment, or undefined. */
  get problem(): string | undefined {
    return this.lobby.problem;
  }

  /** `POST /games` and `GET /games/ID`. */
  routes(visitor: (c: Context) => string): Hono {
    const app = new Hono();
    const maxSize = bodyOf(this.limits);
    const onError = (c: Context) => {
      const message = `A body has at most ${maxSize} bytes.`;
      return c.json(refusal({ code: 'too-large', message, text: '' }), 413);
    };
    app.post('/games', bodyLimit({ maxSize, onError }), async (c) => {
      if (!isOwnPage(c.req.header('Origin'), c.req.header('Host'))) {
        const message = 'Games are begun from this server’s own pages.';
        return c.json(refusal({ code: 'origin', message, text: '' }), 403);
      }
      const created = await this.begin(await c.req.text(), visitor(c));
      if (!created.ok) return c.json(refusal(created.problem), statusOf(created.problem));
      return c.json(created.value, 201, { 'Cache-Control': 'no-store' });
    });
    app.get('/games/:id{[\\w-]{22}}', (c) => {
      const wait = this.connects.take(visitor(c), 1);
      if (wait > 0) {
        const message = `more than ${this.limits.connectRate} games a second: ask again in ${wait} s`;
        return c.json(refusal({ code: 'rate', message, text: '' }), 429, {
          'Retry-After': String(wait),
        });
      }
      const summary = this.lobby.summary(c.req.param('id'));
      if (!summary.ok) return c.json(refusal(summary.problem), statusOf(summary.problem));
      return c.json(summary.value, 200, { 'Cache-Control': 'no-store' });
    });
    return app;
  }

  /** Errors: those of {@link readNewGame}, {@link WantedRules.find} and {@link Lobby}: `rate`, `full`, `storage`. */
  private async begin(body: string, visitor: string): Promise<Result<CreatedGame>> {
    const { lobby } = this;
    const wanted = readNewGame(body);
    if (!wanted.ok) return wanted;
    // Before the game is looked for, which may take long.
    const allowed = lobby.mayBegin(visitor);
    if (!allowed.ok) return allowed;
    const rules = await this.rules.find(wanted.value);
    return rules.ok ? lobby.begin(rules.value, wanted.value) : rules;
  }

  /** Accepts the WebSockets of this server's games and refuses all others. */
  attach(
    server: Server,
    visitorOf: (request: IncomingMessage) => string,
    isOwnHost: (host: string | undefined) => boolean,
  ): void {
    server.on('upgrade', (request, socket, head) => {
      const visitor = visitorOf(request);
      const id = /^\/games\/([\w-]{22})\/socket$/.exec(request.url ?? '')?.[1];
      const refused = isOwnHost(request.headers.host) ? this.whyNot(id, request, visitor) : 421;
      if (id === undefined || refused !== undefined) {
        const { time } = this;
        return refuseSocket(socket, refused ?? 404, (wait, act) => time.after(wait, act));
      }
      socket.on('error', () => socket.destroy());
      this.sockets.handleUpgrade(request, socket, head, (webSocket) =>
        this.connect(id, visitor, webSocket),
      );
    });
  }

  private connect(id: string, visitor: string, webSocket: WebSocket): void {
    const { lobby, limits, time, onError } = this;
    const options = { id, visitor, lobby, limits, time, onError };
    this.count(visitor, 1);
    const connection = new Connection(webSocket, options);
    this.connections.add(connection);
    webSocket.on('close', () => {
      this.connections.delete(connection);
      this.count(visitor, -1);
    });
  }

  /** Closes all connections within `patience` milliseconds; pages reconnect once a server runs again. */
  async close(patience: number): Promise<void> {
    this.closing = true;
    for (const connection of this.connections) connection.close(closeCodes.restart);
    await this.rules.close();
    const end = performance.now() + patience;
    while (this.connections.size > 0 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    for (const connection of this.connections) connection.terminate();
    this.lobby.close();
  }

  /** The HTTP status with which a connection is refused, or undefined if it is accepted. */
  private whyNot(
    id: string | undefined,
    { headers }: IncomingMessage,
    visitor: string,
  ): number | undefined {
    const { connections, visitorConnections } = this.limits;
    if (id === undefined) return 404;
    if (this.closing) return 503;
    if (!isOwnPage(headers.origin, headers.host)) return 403;
    const own = this.perVisitor.get(visitor) ?? 0;
    if (own >= visitorConnections || this.connects.take(visitor, 1) > 0) return 429;
    return this.connections.size < connections || this.makeRoom() ? undefined : 503;
  }

  /**
   * Closes a connection without a seat so that a player can connect: a new connection shows only when it joins whether
   * it is a player's. The visitor with the most connections loses one. False if all connections are players'.
   */
  private makeRoom(): boolean {
    const dispensable = [...this.connections].filter((each) => each.isDispensable);
    const count = ({ visitor }: Connection) => this.perVisitor.get(visitor) ?? 0;
    const [first, ...others] = dispensable;
    if (!first) return false;
    const chosen = others.reduce((most, each) => (count(each) > count(most) ? each : most), first);
    chosen.end(refuse('full', 'The server has no room for more onlookers.').problem);
    this.time.after(CLOSING_MS, () => chosen.terminate());
    return true;
  }

  private count(visitor: string, change: number): void {
    const count = (this.perVisitor.get(visitor) ?? 0) + change;
    if (count > 0) this.perVisitor.set(visitor, count);
    else this.perVisitor.delete(visitor);
  }
}

const LOOK_MS = 10;
/** A connection that does not close on request is cut after this time, in milliseconds. */
const CLOSING_MS = 2000;

/** Pages of other sites must not play through their visitors' browsers. Clients other than browsers send no origin. */
function isOwnPage(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function statusOf({ code }: Problem): 400 | 404 | 429 | 500 | 503 {
  if (code === 'rate') return 429;
  if (code === 'no-game') return 404;
  if (code === 'damaged') return 500;
  return code === 'full' || code === 'storage' ? 503 : 400;
}
