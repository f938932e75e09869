import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { Duplex } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { refuseSocket } from '../../src/server/httpServer.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { HandTime } from './gamesServer.ts';

let server: Listening;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await server?.close(0);
});

async function serve(options = {}): Promise<void> {
  server = unwrap(await listen({ dir: tmpdir(), version: '1', ...options }));
}

/** A connection that never closes its side. */
function open(): Socket {
  const { port } = new URL(server.address);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  sockets.add(socket.on('error', () => {}));
  return socket;
}

/** The whole answer to these bytes. */
async function answer(bytes: string): Promise<string> {
  const socket = open();
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'end');
  return text;
}

const host = 'Host: localhost\r\nConnection: close\r\n';

test.each([
  ['an answer', 200, `GET /health HTTP/1.1\r\n${host}\r\n`],
  ['nothing there', 404, `GET /nothing HTTP/1.1\r\n${host}\r\n`],
  ['another host', 421, 'GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['no URL', 400, `GET nothing HTTP/1.1\r\n${host}\r\n`],
  ['a backslash', 400, `GET /\\evil HTTP/1.1\r\n${host}\r\n`],
  ['no HTTP', 400, 'rubbish\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', 400, `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  ['another method', 404, `DELETE /health HTTP/1.1\r\n${host}\r\n`],
  ['TRACE', 404, `TRACE /health HTTP/1.1\r\n${host}\r\n`],
  ['an unknown method', 400, `JUMP / HTTP/1.1\r\n${host}\r\n`],
  ['an expectation', 417, `GET / HTTP/1.1\r\n${host}Expect: 200-maybe\r\n\r\n`],
  ['much header', 431, `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'another upgrade',
    404,
    `GET / HTTP/1.1\r\n${host.replace('close', 'Upgrade')}Upgrade: x\r\n\r\n`,
  ],
])('every answer forbids type sniffing and has a content policy: %s', async (_, status, bytes) => {
  await serve({ games: { file: ':memory:' } });
  const [head = ''] = (await answer(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^X-Content-Type-Options: nosniff$/im);
  expect(head).toMatch(/^Content-Security-Policy: default-src 'none'/im);
});

test('a refused upgrade is answered and its socket destroyed, even if the client keeps it open', async () => {
  const time = new HandTime();
  let sent = '';
  const socket = new Duplex({
    autoDestroy: false,
    read() {},
    write(chunk, _, done) {
      sent += String(chunk);
      done();
    },
  });
  refuseSocket(socket, 404, (wait, act) => time.after(wait, act));
  expect(sent).toMatch(/^HTTP\/1\.1 404 Not Found\r\nConnection: close\r\n/);
  time.turn(1999);
  expect(socket.destroyed).toBe(false);
  time.turn(1);
  expect(socket.destroyed).toBe(true);
});

test('hundreds of refused upgrades, half closed, leave no descriptor behind', async () => {
  const time = new HandTime();
  await serve({ games: { file: ':memory:' }, time });
  const refused = Array.from({ length: 100 }, () => open());
  for (const socket of refused) {
    socket.write(
      'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  }
  await Promise.all(refused.map((socket) => once(socket.resume(), 'end')));
  time.turn(2000);
  // A write is reset only if the server has closed its side completely.
  await Promise.all(
    refused.map((socket) => {
      const nudge = setInterval(() => socket.write('x'), 5);
      return new Promise((resolve) => socket.once('close', resolve)).finally(() =>
        clearInterval(nudge),
      );
    }),
  );
});
