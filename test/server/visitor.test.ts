import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { unwrap } from '../../src/board/result.ts';
import { type Listening, type ListenOptions, listen } from '../../src/server/listen.ts';
import type { CreatedGame } from '../../src/server/protocol.ts';
import { HandTime } from './gamesServer.ts';

let server: Listening;
afterEach(() => server.close(0));

async function serve(options: Partial<ListenOptions>): Promise<void> {
  server = unwrap(await listen({ dir: tmpdir(), version: '1', ...options }));
}

/** The header that a proxy sends: what the visitor claims, then the address that the proxy has seen. */
const from = (...addresses: readonly string[]) => ({ 'X-Forwarded-For': addresses.join(', ') });

/** The status of a batch that uses all that one visitor may request in ten seconds. */
async function askMuch(headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ fens: Array.from({ length: 10 }, () => 'x') });
  const asked = await fetch(`${server.address}/metachess`, { method: 'POST', body, headers });
  return asked.status;
}

async function begin(headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.address}/games`, { method: 'POST', body: '{}', headers });
}

/** The status with which a WebSocket is answered; with 101 it stays open. */
function connect(id: string, headers: Record<string, string>): Promise<number> {
  const address = `${server.address.replace('http', 'ws')}/games/${id}/socket`;
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { headers });
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    socket.on('error', () => {});
  });
}

test('behind a trusted proxy visitors are distinguished by the last address that it names', async () => {
  await serve({ trustProxy: true, limits: { rate: 1 } });
  expect(await askMuch(from('192.0.2.1'))).toBe(200);
  expect(await askMuch(from('192.0.2.1'))).toBe(429);
  expect(await askMuch(from('2001:db8::1'))).toBe(200);
  expect(await askMuch(from('2001:db8::1'))).toBe(429);
  // The visitor may have made up every address but the last.
  expect(await askMuch(from('192.0.2.7', '192.0.2.1'))).toBe(429);
  expect(await askMuch(from('192.0.2.1', '192.0.2.8'))).toBe(200);
});

test('an invalid address there is ignored', async () => {
  await serve({ trustProxy: true, limits: { rate: 1 } });
  expect(await askMuch({})).toBe(200);
  for (const address of ['unknown', '', '192.0.2.1,', '192.0.2.1:80', 'x'.repeat(5000)]) {
    expect(await askMuch(from(address)), address).toBe(429);
  }
});

test('without that trust the header is ignored', async () => {
  await serve({ limits: { rate: 1 } });
  expect(await askMuch(from('192.0.2.1'))).toBe(200);
  expect(await askMuch(from('192.0.2.2'))).toBe(429);
});

test.each([
  ['games and their connections are counted by that address, too', true, 201, 101],
  [
    'games and their connections are counted by the proxy’s address if it is not trusted',
    false,
    429,
    429,
  ],
])('%s', async (_, trustProxy, begun, connected) => {
  const limits = { gameRate: 0.1, visitorConnections: 1 };
  await serve({ trustProxy, games: { file: ':memory:', limits }, time: new HandTime() });
  const made = await begin(from('192.0.2.1'));
  const { id } = (await made.json()) as CreatedGame;
  expect((await begin(from('192.0.2.1'))).status).toBe(429);
  expect((await begin(from('192.0.2.2'))).status).toBe(begun);
  expect(await connect(id, from('192.0.2.1'))).toBe(101);
  expect(await connect(id, from('192.0.2.2', '192.0.2.1'))).toBe(429);
  expect(await connect(id, from('192.0.2.2'))).toBe(connected);
});
