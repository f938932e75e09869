import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { unwrap } from '../../src/board/result.ts';
import { isHostName, knownHosts } from '../../src/server/hostNames.ts';
import { type Listening, listen } from '../../src/server/listen.ts';

const isKnown = knownHosts(['127.0.0.1', 'Chess.Example.org']);

test.each([
  ...['localhost', 'localhost:8080', 'LOCALHOST.', 'board.localhost', '127.0.0.1:1', '[::1]:8080'],
  ...['192.0.2.1', '[2001:db8::1]', 'chess.example.org', 'chess.example.org.:443', undefined],
])('a server answers for the host %s', (host) => {
  expect(isKnown(host)).toBe(true);
});

test.each([
  ...['', 'evil.example', 'localhost.evil.example', 'notlocalhost', '127.0.0.1.evil.example'],
  ...['x.chess.example.org', 'evil.example:80@localhost', '[localhost]', '[::1', 'localhost:1:1'],
])('but not for %j', (host) => {
  expect(isKnown(host)).toBe(false);
});

test('a name has neither scheme nor port nor path', () => {
  for (const name of ['chess.example.org', 'nas', 'xn--e1afmkfd.xn--p1ai']) {
    expect(isHostName(name), name).toBe(true);
  }
  for (const name of ['', 'http://a.b', 'a.b:80', 'a.b/c', '-a', 'a..b', 'a b', '*.a.b']) {
    expect(isHostName(name), name).toBe(false);
  }
});

let server: Listening;
afterEach(() => server?.close(0));

/** The status of a request under this `Host`, from a page of that host. */
async function ask(path: string, method: string, host: string): Promise<number> {
  const headers = { Host: host, Origin: `http://${host}` };
  const asked = request(server.address + path, { method, headers });
  asked.end();
  const [response] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

function connect(id: string, host: string): Promise<number> {
  const address = `${server.address.replace('http', 'ws')}/games/${id}/socket`;
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { headers: { Host: host, Origin: `http://${host}` } });
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', () => {});
  });
}

test('a page whose host name was rebound to this server gets nothing from it', async () => {
  const games = { file: ':memory:' };
  server = unwrap(
    await listen({ dir: tmpdir(), version: '1', games, names: ['chess.example.org'] }),
  );
  const { port } = new URL(server.address);
  const begun = await fetch(`${server.address}/games`, { method: 'POST', body: '{}' });
  const { id } = (await begun.json()) as { id: string };
  for (const [host, answered, begins, connects] of [
    [`rebound.example:${port}`, 421, 421, 421],
    [`chess.example.org:${port}`, 200, 201, 101],
    [`localhost:${port}`, 200, 201, 101],
  ] as const) {
    expect(await ask('/health', 'GET', host), host).toBe(answered);
    expect(await ask('/games', 'POST', host), host).toBe(begins);
    expect(await connect(id, host), host).toBe(connects);
  }
});
