import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Result } from '../board/result.ts';
import type { Tablebase } from '../probe/tablebase.ts';
import type { QueueState } from '../queue/state.ts';
import { refOf } from '../rules/gameRef.ts';
import { allGames, gameNames } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { TableStore } from '../store/tableStore.ts';
import { refusal } from './answer.ts';
import { tableRoutes } from './files.ts';
import type { Games } from './games/games.ts';
import { lilaRoutes } from './lila/routes.ts';
import { type Limits, RateLimit } from './limits.ts';
import { openApi } from './openApi.ts';
import { addPage, type PageFiles } from './page.ts';
import { ANSWER_MAX_AGE, positionRoutes } from './positions.ts';
import type { ListedGame, ListedGames } from './protocol.ts';
import { makeQueueRoutes } from './queueRoutes.ts';
import type { Transfers } from './transfers.ts';
import type { Uploads } from './uploads/uploads.ts';

/** A rule set's tables. */
interface Service {
  readonly store: TableStore;
  readonly tablebase: Tablebase;
}

export interface ApiOptions {
  readonly services: readonly Service[];
  readonly limits: Limits;
  readonly version: string;
  readonly transfers: Transfers;
  /** Looks at a queue, if this server shows one. */
  readonly queue?: (() => Promise<Result<QueueState>>) | undefined;
  /** Tables that clients bring, if this server takes any. */
  readonly uploads?: Uploads | undefined;
  /** Identifies the visitor behind a request; requests with equal strings share their limits. */
  readonly visitor: (c: Context) => string;
  /** The page at the root, if there is one. */
  readonly page?: PageFiles;
  /** Games by link, if this server keeps any. */
  readonly games?: Pick<Games, 'limits' | 'routes' | 'problem'> | undefined;
  /** Called with every fault of the server. */
  readonly onError?: (error: Error) => void;
}

/** The HTTP API, which /openapi.json describes: positions, the files of tables, games, those by link, a queue, and the pages. */
export function makeApi(options: ApiOptions): Hono {
  const { services, limits, page, games, queue, onError } = options;
  const app = new Hono();
  app.use(crossOrigin);
  app.onError((error, c) => {
    onError?.(error);
    return c.json(refusal({ code: 'internal', message: 'a fault of this server', text: '' }), 500);
  });
  app.notFound((c) => {
    const known = [
      ...services.map(({ store }) => `/${store.rules.name}?fen=...`),
      '/tables',
      '/games',
      ...(queue ? ['/queue'] : []),
    ];
    const message = `nothing here: there are ${known.join(', ')}, /health and /openapi.json`;
    return c.json(refusal({ code: 'not-found', message, text: '' }), 404);
  });
  if (page) addPage(app, page);
  addDescription(app, options);
  const stores = services.map(({ store }) => store);
  const { visitor, uploads } = options;
  app.route('/', tableRoutes(stores, options.transfers, { uploads, visitor, onError }));
  const tooMany = rateLimiter(options);
  const positions = services.map(({ store: { rules }, tablebase }) => {
    return { rules, tablebase, limits, tooMany, onError };
  });
  for (const each of positions) app.route('/', positionRoutes(each));
  app.route('/', lilaRoutes(positions));
  const listed: ListedGames = { games: knownGames(stores).map(listedGame) };
  app.get('/games', (c) => c.json(listed));
  if (queue) {
    const shown = { ...(page ? { page } : {}), ...(onError ? { onError } : {}) };
    app.route('/', makeQueueRoutes(queue, shown));
  }
  if (games) app.route('/', games.routes(options.visitor));
  return app;
}

/** The built-in games, of which not every one has tables of its own, and the others of this server. */
function knownGames(stores: readonly TableStore[]): readonly RuleSet[] {
  const others = stores.filter(({ rules: { name } }) => !gameNames.includes(name));
  return [...allGames(), ...others.map(({ rules }) => rules)];
}

function listedGame(rules: RuleSet): ListedGame {
  const { name, ini: variant } = refOf(rules);
  const { title } = rules;
  return variant === undefined ? { name, title } : { name, title, variant };
}

const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
  allowHeaders: ['Content-Type', 'Range', 'If-Match', 'If-None-Match', 'If-Range'],
  exposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag', 'Retry-After'],
  maxAge: ANSWER_MAX_AGE,
});

/** `/health` and `/openapi.json`. */
function addDescription(
  app: Hono,
  { services, limits, version, page, games, queue }: ApiOptions,
): void {
  const began = Date.now();
  app.get('/health', (c) => {
    const problem = games?.problem;
    const uptime = Math.round((Date.now() - began) / 1000);
    const status = problem === undefined ? { status: 'ok' } : { status: 'degraded', problem };
    return c.json({ ...status, version, uptime });
  });
  const description = openApi({
    version,
    rules: services.map(({ store }) => store.rules),
    limits,
    page: page?.has('') ?? false,
    games: games?.limits,
    queue: queue !== undefined,
  });
  app.get('/openapi.json', (c) => c.json(description));
}

/** A function that returns a 429 response for a visitor that asks for too many positions, otherwise undefined. */
function rateLimiter({ limits, visitor }: ApiOptions) {
  const rate = new RateLimit(limits.rate);
  return (c: Context, positions: number): Response | undefined => {
    const wait = rate.take(visitor(c), positions);
    if (wait === 0) return undefined;
    const message = `more than ${limits.rate} positions a second: ask again in ${wait} s`;
    return c.json(refusal({ code: 'rate', message, text: '' }), 429, {
      'Retry-After': String(wait),
    });
  };
}
