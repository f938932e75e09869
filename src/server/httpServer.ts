import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';

/** A request must be complete within this time. */
const REQUEST_MS = 30_000;
/** A connection that is idle for this time is cut. */
const SILENT_MS = 60_000;
/** The time that a refused client has to read the reason. */
const REFUSED_MS = 2000;
/** Descriptors are finite; more connections than these are dropped. */
const MOST_CONNECTIONS = 10_000;

/** Sent with every response, including those that Node makes itself; the page replaces the policy with its own. */
const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // For pages that are cross-origin isolated.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

type Fetch = Parameters<typeof getRequestListener>[0];

/**
 * Node's HTTP server around a `fetch` handler. `isOwnHost` decides by the `Host` header whether a request is meant for
 * this server; others get status 421.
 */
export function makeHttpServer(
  fetch: Fetch,
  isOwnHost: (host: string | undefined) => boolean,
): Server {
  const listener = getRequestListener(fetch);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (isOwnHost(request.headers.host)) return listener(request, response);
    return refuseHost(request, response);
  };
  // `fetch` refuses a missing Host; Node would do so without our headers.
  const server = createServer({ requireHostHeader: false }, answer);
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  server.timeout = SILENT_MS;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('checkExpectation', (_, response: ServerResponse) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    response.writeHead(417, { Connection: 'close' }).end();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseSocket(socket, parserStatus[error.code ?? ''] ?? 400);
  });
  return server;
}

const parserStatus: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuseHost({ headers }: IncomingMessage, response: ServerResponse): void {
  const name = JSON.stringify(headers.host?.slice(0, 100));
  const message = `this server does not answer for the host ${name}: start it with --name for each of its names`;
  response.writeHead(421, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ error: { code: 'host', message } }));
}

/**
 * Responds on a bare socket and closes it. If the client keeps its side open, the socket is destroyed after
 * {@link REFUSED_MS}, measured by `after`, so that it does not hold a descriptor.
 */
export function refuseSocket(
  socket: Duplex,
  status: number,
  after: (milliseconds: number, act: () => void) => () => void = setTimer,
): void {
  const fields = { Connection: 'close', 'Content-Length': '0', ...securityHeaders };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const cancel = after(REFUSED_MS, () => socket.destroy());
  socket.once('close', cancel);
  socket.on('error', () => socket.destroy());
  // Discards what the client still sends: unread data would hide the end of its side.
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
}

function setTimer(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
