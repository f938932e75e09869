import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import type { Context } from 'hono';
import { fail, ok, type Result } from '../chess/result.ts';
import { Tablebase } from '../probe/tablebase.ts';
import { ruleSets } from '../rules/registry.ts';
import { FileSource } from '../store/fileSource.ts';
import { TableStore } from '../store/tableStore.ts';
import { makeApi } from './api.ts';
import type { Games, GamesOptions } from './games/games.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { readPage } from './page.ts';
import { visitorOf } from './visitor.ts';

export interface ListenOptions {
  readonly dir: string;
  readonly version: string;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any that is free. */
  readonly port?: number;
  readonly limits?: Partial<Limits>;
  /** A proxy that appends its visitors' addresses to X-Forwarded-For stands before everything. Default: false. */
  readonly trustProxy?: boolean;
  /** Default: no games by link. */
  readonly games?: Omit<GamesOptions, 'onError'>;
  /** The folder of the page's files. Default: where `npm run build` puts them; without it there is no page. */
  readonly page?: string;
  readonly onError?: (error: Error) => void;
}

export interface Listening {
  /** Where it is reached: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Games by link that somebody is connected to, or whose clock runs. */
  readonly gamesInMemory: number;
  /** Takes no more requests, lets those in work end, for so many milliseconds at the most. */
  close(patience?: number): Promise<void>;
}

/** Longer than any request takes that is not held up. */
const REQUEST_MS = 30_000;
const PATIENCE_MS = 5000;

/** Starts the HTTP server over the tables of a folder. Errors: `listen`, and `read`, `write` of the file of games. */
export async function listen(options: ListenOptions): Promise<Result<Listening>> {
  const { dir, version, host = '127.0.0.1', port = 0, trustProxy = false, onError } = options;
  const opened = await openGames(options);
  if (!opened.ok) return opened;
  const games = opened.value;
  const services = ruleSets.map((rules) => ({
    store: new TableStore(rules, dir),
    tablebase: new Tablebase(rules, new FileSource(rules, dir)),
  }));
  const visitor = (request: IncomingMessage) => visitorOf(request, trustProxy);
  const api = makeApi({
    services,
    version,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    page: await readPage(options.page),
    visitor: (c: Context<{ Bindings: HttpBindings }>) => visitor(c.env.incoming),
    games,
    ...(onError ? { onError } : {}),
  });
  const server = serve({ fetch: api.fetch, hostname: host, port }) as Server;
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  games?.attach(server, visitor);
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('listening', () => resolve(undefined));
    server.once('error', resolve);
  });
  if (failure) {
    await games?.close(0);
    const why = reasons[failure.code ?? ''] ?? failure.message;
    return fail('listen', `cannot listen on ${host}:${port}: ${why}`, String(port));
  }
  const { address, family, port: bound } = server.address() as AddressInfo;
  const named = family === 'IPv6' ? `[${address}]` : address;
  return ok({
    address: `http://${named}:${bound}`,
    get gamesInMemory() {
      return games?.inMemory ?? 0;
    },
    close: async (patience = PATIENCE_MS) => {
      await games?.close(patience);
      await close(server, patience);
    },
  });
}

async function openGames({ games, onError }: ListenOptions): Promise<Result<Games | undefined>> {
  if (!games) return ok(undefined);
  // Only here: libSQL is a library of the machine's own, which no other command should have to load.
  const { Games } = await import('./games/games.ts');
  return Games.open({ ...games, ...(onError ? { onError } : {}) });
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
