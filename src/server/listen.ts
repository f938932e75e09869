import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { fail, ok, type Result } from '../board/result.ts';
import { Tablebase } from '../probe/tablebase.ts';
import type { QueueState } from '../queue/state.ts';
import { allGames } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { FileSource } from '../store/fileSource.ts';
import { gamesIn } from '../store/gamesIn.ts';
import { TableStore } from '../store/tableStore.ts';
import { makeApi } from './api.ts';
import { servedTables } from './files.ts';
import type { Games, GamesOptions } from './games/games.ts';
import { knownHosts } from './hostNames.ts';
import { makeHttpServer } from './httpServer.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { readPage } from './page.ts';
import { machineTime, type Time } from './time.ts';
import { DEFAULT_TRANSFER_LIMITS, type TransferLimits, Transfers } from './transfers.ts';
import type { UploadLimits } from './uploads/uploadLimits.ts';
import { Uploads } from './uploads/uploads.ts';
import { visitorOf } from './visitor.ts';

export interface ListenOptions {
  readonly dir: string;
  readonly version: string;
  /** Games besides the built-in ones. */
  readonly variants?: readonly RuleSet[];
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Names by which the server is reached besides `host`, `localhost` and numeric addresses. */
  readonly names?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly transfers?: Partial<TransferLimits>;
  /** What clients that upload tables must know; default: none may. `limits`: of tests. */
  readonly accept?: { readonly token: string; readonly limits?: Partial<UploadLimits> };
  /** All requests come through a proxy that appends its visitors' addresses to X-Forwarded-For. Default: false. */
  readonly trustProxy?: boolean;
  /** Default: no games by link. */
  readonly games?: Omit<GamesOptions, 'variants' | 'onError' | 'time'>;
  /** Looks at a queue, which the server then shows. */
  readonly queue?: () => Promise<Result<QueueState>>;
  /** The folder of the page's files. Default: where `npm run build` puts them; if it is missing there is no page. */
  readonly page?: string;
  /** Default: the machine's. */
  readonly time?: Time;
  /** Called with every fault of the server. */
  readonly onError?: (error: Error) => void;
}

export interface Listening {
  /** `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Is the page served at the root? */
  readonly hasPage: boolean;
  /** The number of tables at the start, by rule set. */
  readonly tables: Readonly<Record<string, number>>;
  /** Games by link with a connection or a running clock. */
  readonly gamesInMemory: number;
  /** Files of tables being sent. */
  readonly transfers: number;
  /** Accepts no more requests; those in progress have `patience` milliseconds to end. */
  close(patience?: number): Promise<void>;
}

const PATIENCE_MS = 5000;

/**
 * Starts the HTTP server over the tables of a folder. Errors: `listen`; `read` of the folders of tables; `read`, `write` of
 * the file of games.
 */
export async function listen(options: ListenOptions): Promise<Result<Listening>> {
  const { host = '127.0.0.1', port = 0, names = [], trustProxy = false } = options;
  const visitor = (request: IncomingMessage) => visitorOf(request, trustProxy);
  const isOwnHost = knownHosts([host, ...names]);
  // Requests that arrive before the games are open wait for them.
  let begin!: (api: Api) => void;
  const ready = new Promise<Api>((resolve) => {
    begin = resolve;
  });
  const server = makeHttpServer(async (...request) => (await ready).fetch(...request), isOwnHost);
  // Bind the port first: a second server on one folder then reports the port, not the file of games.
  const bound = await bind(server, host, port);
  if (!bound.ok) return bound;
  const { page, services, transfers, uploads } = await makeParts(options);
  const tables = await countTables(services.map(({ store }) => store));
  if (!tables.ok) {
    await close(server, 0);
    return tables;
  }
  const opened = await openGames(options);
  if (!opened.ok) {
    await close(server, 0);
    return opened;
  }
  const games = opened.value;
  games?.attach(server, visitor, isOwnHost);
  begin(
    makeApi({
      services,
      transfers,
      uploads,
      queue: options.queue,
      page,
      games,
      version: options.version,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      visitor: (c: Context<{ Bindings: HttpBindings }>) => visitor(c.env.incoming),
      ...(options.onError ? { onError: options.onError } : {}),
    }),
  );
  let closed: Promise<void> | undefined;
  const closeAll = async (patience: number) => {
    await games?.close(patience);
    await close(server, patience);
    await uploads?.close();
  };
  return ok({
    address: bound.value,
    hasPage: page.has(''),
    tables: tables.value,
    get gamesInMemory() {
      return games?.inMemory ?? 0;
    },
    get transfers() {
      return transfers.active;
    },
    close: (patience = PATIENCE_MS) => {
      closed ??= closeAll(patience);
      return closed;
    },
  });
}

type Api = ReturnType<typeof makeApi>;

async function makeParts(options: ListenOptions) {
  const { dir, variants = [], page, transfers, accept, time = machineTime } = options;
  const found = await gamesIn(dir, variants);
  const services = (found.ok ? found.value : [...allGames(), ...variants]).map((rules) => ({
    store: new TableStore(rules, dir),
    tablebase: new Tablebase(rules, new FileSource(rules, dir)),
  }));
  const limits = { ...DEFAULT_TRANSFER_LIMITS, ...transfers };
  const stores = services.map(({ store }) => store);
  return {
    page: await readPage(page),
    services,
    transfers: new Transfers(limits, time),
    uploads: accept && new Uploads(stores, accept.token, accept.limits),
  };
}

/** Numbers of tables by the name of their rule set. */
async function countTables(stores: readonly TableStore[]): Promise<Result<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const store of stores) {
    const served = await servedTables(store);
    if (!served.ok) return served;
    counts[store.rules.name] = served.value.length;
  }
  return ok(counts);
}

async function openGames({ games, variants, onError, time }: ListenOptions) {
  if (!games) return ok<Games | undefined>(undefined);
  // Imported only here: libSQL is a native library, which no other command should have to load.
  const { Games } = await import('./games/games.ts');
  return Games.open({
    ...games,
    ...(variants ? { variants } : {}),
    ...(time ? { time } : {}),
    ...(onError ? { onError } : {}),
  });
}

/** The address that the server now listens on. Errors: `listen`. */
async function bind(server: Server, host: string, port: number): Promise<Result<string>> {
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('listening', () => resolve(undefined));
    server.once('error', resolve);
    server.listen(port, host);
  });
  if (failure) {
    const why = reasons[failure.code ?? ''] ?? failure.message;
    return fail('listen', `cannot listen on ${host}:${port}: ${why}`, String(port));
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  return ok(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken: choose another with --port',
  EACCES: 'ports below 1024 are the administrator’s: choose another with --port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
};

async function close(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(timer);
}
