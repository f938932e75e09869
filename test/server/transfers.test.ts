import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { publicProblem } from '../../src/server/refusals.ts';
import { type TransferLimits, Transfers } from '../../src/server/transfers.ts';
import { HandTime } from './gamesServer.ts';

/** More than the buffers of a connection hold, so that a client that does not read blocks the sender. */
const BYTES = 32 << 20;
const dir = mkdtempSync(join(tmpdir(), 'metatb-transfers-'));
const chess = join(dir, 'chess');
mkdirSync(chess);
writeFileSync(join(chess, 'KQvk.mtb'), Buffer.alloc(BYTES, 7));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let server: Listening;
const readers = new Set<IncomingMessage>();
afterEach(async () => {
  for (const reader of readers) reader.destroy();
  readers.clear();
  await server.close(0);
});

async function serve(transfers: Partial<TransferLimits>, time?: HandTime): Promise<void> {
  const options = { dir, version: '1', transfers, trustProxy: true };
  server = unwrap(await listen({ ...options, ...(time ? { time } : {}) }));
}

/** Requests the table without reading the body. */
async function ask(visitor: string, path = '/tables/chess/KQvk.mtb'): Promise<IncomingMessage> {
  const headers = { 'X-Forwarded-For': visitor };
  const [response] = (await once(
    get(server.address + path, { headers, agent: false }),
    'response',
  )) as [IncomingMessage];
  readers.add(response.on('error', () => {}));
  return response;
}

async function finish(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  return bytes;
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('running transfers are limited in total and per visitor, and a finished one makes room', async () => {
  await serve({ all: 3, visitor: 2 });
  const [first, second] = [await ask('192.0.2.1'), await ask('192.0.2.1')];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect((await ask('192.0.2.1')).statusCode).toBe(429);
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  const full = await ask('192.0.2.3');
  expect(full.statusCode).toBe(503);
  expect(full.headers['retry-after']).toBe('1');
  expect(JSON.parse(String(await full.toArray()))).toMatchObject({ error: { code: 'busy' } });
  // Answers from memory are not affected.
  expect((await ask('192.0.2.3', '/health')).statusCode).toBe(200);
  expect(await finish(first)).toBe(BYTES);
  await until(() => server.transfers === 2);
  expect((await ask('192.0.2.3')).statusCode).toBe(200);
  second.destroy();
  await until(() => server.transfers === 2);
});

test('a client that stalls is disconnected', async () => {
  const time = new HandTime();
  await serve({ stall: 30_000 }, time);
  const stalled = await ask('192.0.2.1');
  expect(server.transfers).toBe(1);
  // Until the buffers in between are full, parts of the file are still accepted.
  await until(() => {
    time.turn(30_000);
    return server.transfers === 0;
  });
  await expect(finish(stalled)).rejects.toThrow('aborted');
});

test('a slow client may take any time if it reads something every half minute', async () => {
  const time = new HandTime();
  const transfers = new Transfers({ all: 1, visitor: 1, stall: 30_000 }, time);
  const transfer = unwrap(await transfers.open(join(chess, 'KQvk.mtb'), 'somebody'));
  let cut = 0;
  const outgoing = { once: () => {}, destroy: () => cut++ };
  const reader = transfer.send(5, 1 << 18, outgoing).getReader();
  let bytes = 0;
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    bytes += part.value.length;
    time.turn(29_999);
  }
  expect([bytes, cut]).toEqual([1 << 18, 0]);
  // What Node still buffers has to be sent in time, too.
  expect(transfers.active).toBe(1);
  time.turn(1);
  expect([transfers.active, cut]).toEqual([0, 1]);
});

test('links that lead out of the folder are not tables', async () => {
  writeFileSync(join(dir, 'secret'), 'not for you');
  symlinkSync(join(dir, 'secret'), join(chess, 'KRvk.mtb'));
  symlinkSync('KQvk.mtb', join(chess, 'KBvkp.mtb'));
  symlinkSync('nowhere', join(chess, 'KNvkp.mtb'));
  mkdirSync(join(chess, 'KPvk.mtb'));
  await serve({});
  const listed = (await (await fetch(`${server.address}/tables`)).json()) as {
    chess: { table: string }[];
  };
  expect(listed.chess.map(({ table }) => table)).toEqual(['KQvk', 'KBvkp']);
  for (const [name, status] of [
    ['KRvk', 404],
    ['KNvkp', 404],
    ['KPvk', 404],
    ['KBvkp', 200],
  ] as const) {
    const { status: answered } = await fetch(`${server.address}/tables/chess/${name}.mtb`, {
      method: 'HEAD',
    });
    expect(answered, name).toBe(status);
  }
});

test('a damaged table is a server error whose answer names no folder', async () => {
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  server = unwrap(await listen({ dir, version: '1', onError }));
  const answer = await fetch(`${server.address}/chess?fen=8/8/8/4k3/8/8/8/K2Q4_w_-_-`);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(JSON.parse(text).error.message).toBe('the table’s file is damaged');
  expect(text).not.toContain(dir);
  expect(errors).toHaveLength(1);
});

test('too many open files is a temporary problem, reported without the path', () => {
  const message = `cannot read /home/somebody/KQvk.mtb: EMFILE: too many open files`;
  expect(publicProblem({ code: 'read', message, text: '/home/somebody' })).toEqual({
    code: 'busy',
    message: 'the server has too many files open: ask again in a moment',
    text: '',
  });
});
