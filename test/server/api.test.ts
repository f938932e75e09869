import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allGames } from '../../src/rules/registry.ts';
import type { Answer, Refusal } from '../../src/server/answer.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { parseMaterial } from '../../src/table/material.ts';

/** The built-in games that do not use another one's tables. */
const withTables = allGames().filter(({ name, tables }) => name === tables);

const dir = mkdtempSync(join(tmpdir(), 'metatb-server-'));
const file = join(dir, 'metachess', 'KQvk.mtb');
let server: Listening;
let strict: Listening;

beforeAll(async () => {
  await makeTable('KQvk', dir);
  writeFileSync(join(dir, 'metachess', 'secret.txt'), 'not for you');
  writeFileSync(join(dir, 'secret.mtb'), 'not for you');
  server = unwrap(await listen({ dir, version: '1.2.3', limits: { rate: 100_000 } }));
  strict = unwrap(
    await listen({ dir, version: '1.2.3', limits: { rate: 1, body: 300, batch: 4 } }),
  );
});
afterAll(async () => {
  await server.close(0);
  await strict.close(0);
  rmSync(dir, { recursive: true, force: true });
});

async function makeTable(name: string, folder: string): Promise<void> {
  const { material } = unwrap(parseMaterial(name, metachess));
  const tables = unwrap(await generateInMemory(metachess, [material]));
  unwrap(await new TableStore(metachess, folder).write(tables.get(name)!));
}

const get = (path: string, init?: RequestInit) => fetch(server.address + path, init);
const post = (body: string, to = server) =>
  fetch(`${to.address}/metachess`, { method: 'POST', body });
const fen = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';

describe('a position', () => {
  it('is answered with its value and every move, best first, forbidden ones last', async () => {
    const response = await get(`/metachess?fen=${encodeURIComponent(fen)}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const answer = (await response.json()) as Answer;
    expect(answer).toEqual({
      fen,
      rules: 'metachess',
      table: 'KQvk',
      fiftyMoves: 'safe',
      turn: 'black',
      wdl: -1,
      dtm: 6,
      category: 'loss',
      check: false,
      metacheck: true,
      checkmate: false,
      stalemate: false,
      over: null,
      moves: [
        { uci: 'a4a3', san: 'Ka3', legal: true, wdl: -1, dtm: 6, category: 'loss', checkmate: false, stalemate: false, over: null },
        { uci: 'a4b3', san: 'Kb3', legal: true, wdl: -1, dtm: 6, category: 'loss', checkmate: false, stalemate: false, over: null },
        { uci: 'a4a5', san: 'Ka5', legal: false, checkmate: false, stalemate: false, over: null, refutation: { uci: 'e2a2', san: 'Qa2#' } },
      ],
    }); // biome-ignore format: a move a line
  });

  it('may have underscores for spaces', async () => {
    const answer = (await (
      await get('/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-')
    ).json()) as Answer;
    expect(answer.fen).toBe(fen);
  });

  it('marks the moves that end the game', async () => {
    const answer = (await (
      await get('/metachess?fen=8/8/8/8/1K6/8/2Q5/k7_w_-_-_0_1')
    ).json()) as Answer;
    expect(answer).toMatchObject({ wdl: 1, dtm: 1, category: 'win' });
    expect(answer.moves[0]).toMatchObject({ checkmate: true, over: 'metacheckmate', dtm: 1 });
    expect(answer.moves.some(({ stalemate, wdl }) => stalemate && wdl === 0)).toBe(true);
    const over = (await (await get('/metachess?fen=8/8/8/8/8/1K6/1Q6/k7_b_-_-')).json()) as Answer;
    expect(over).toMatchObject({ checkmate: true, over: 'metacheckmate', moves: [], dtm: 0 });
  });

  it.each([
    ['', 400, 'fen'],
    ['?fen=nonsense', 400, undefined],
    [`?fen=${'8'.repeat(300)}`, 400, 'fen'],
    ['?fen=8/8/8/2K5/k7/8/4R3/8_b_-_-', 404, 'missing-table'],
    ['?fen=7k/8/8/8/8/8/8/R3K3_w_Q_-', 422, 'castling'],
    ['?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-', 422, 'not-covered'],
  ])('%s is a problem with a code: %i', async (query, status, code) => {
    const response = await get(`/metachess${query}`);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as Refusal;
    if (code) expect(error.code).toBe(code);
    expect(error.message.length).toBeGreaterThan(10);
  });
});

describe('many positions', () => {
  it('are answered in order, problems included', async () => {
    const fens = [fen, 'nonsense', '8/8/8/4k3/8/8/8/K2Q4 w - -'];
    const response = await post(JSON.stringify({ fens }));
    const { positions } = (await response.json()) as { positions: (Answer | Refusal)[] };
    expect(positions).toHaveLength(3);
    expect(positions[0]).toMatchObject({ wdl: -1, dtm: 6 });
    expect(positions[1]).toHaveProperty('error');
    expect(positions[2]).toMatchObject({ wdl: 1, dtm: 17 });
  });

  it.each(['', 'null', '[]', '{"fens": 3}', '{"fens": [1]}', '{"fens": {}}', '{'])(
    'must be a list in JSON, not %s',
    async (body) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(((await response.json()) as Refusal).error.code).toBe('body');
    },
  );

  it('are limited in number and in the size of the body', async () => {
    const many = await post(JSON.stringify({ fens: Array.from({ length: 5 }, () => 'x') }), strict);
    expect(many.status).toBe(400);
    expect(((await many.json()) as Refusal).error.code).toBe('too-many');
    const large = await post(JSON.stringify({ fens: ['x'.repeat(400)] }), strict);
    expect(large.status).toBe(413);
  });
});

it('a client that sends requests too fast is answered when to retry', async () => {
  const ask = () => fetch(`${strict.address}/metachess?fen=x`);
  const seen: number[] = [];
  for (let i = 0; i < 30; i++) seen.push((await ask()).status);
  expect(seen[0]).toBe(400);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await fetch(`${strict.address}/health`)).status).toBe(200);
});

describe('the files of tables', () => {
  const path = '/tables/metachess/KQvk.mtb';
  const bytes = () => readFileSync(file);

  it('are listed', async () => {
    const lists = (await (await get('/tables')).json()) as Record<string, unknown>;
    expect(lists).toEqual({
      ...Object.fromEntries(withTables.map(({ name }) => [name, []])),
      metachess: [{ table: 'KQvk', bytes: bytes().length, path }],
    });
  });

  it('are sent whole, in part, or as 304 if unchanged', async () => {
    const whole = await get(path);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes())).toBe(true);
    const etag = whole.headers.get('ETag')!;
    expect((await get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);

    const part = await get(path, { headers: { Range: 'bytes=100-199', 'If-Match': etag } });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe(`bytes 100-199/${bytes().length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes().subarray(100, 200))).toBe(true);

    const beyond = await get(path, { headers: { Range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('Content-Range')).toBe(`bytes */${bytes().length}`);
    expect((await get(path, { headers: { 'If-Match': '"other"' } })).status).toBe(412);
    const older = await get(path, { headers: { Range: 'bytes=0-9', 'If-Range': '"other"' } });
    expect(older.status).toBe(200);

    const head = await get(path, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(bytes().length));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it.each([
    '/tables/metachess/secret.txt',
    '/tables/metachess/kqvK.mtb',
    '/tables/metachess/..%2Fsecret.mtb',
    '/tables/metachess/%2e%2e/secret.mtb',
    '/tables/chess/KQvk.mtb',
    '/tables/nothing/KQvk.mtb',
    '/tables/metachess/KQvk.mtb%00',
  ])('are the only files served: %s', async (name) => {
    // fetch would normalize the path.
    const { hostname, port } = new URL(server.address);
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request({ hostname, port, path: name }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      asked.on('error', reject).end();
    });
    expect(status).toBe(404);
  });
});

it('a damaged file is a problem, not a value, and does not stop the server', async () => {
  const other = mkdtempSync(join(tmpdir(), 'metatb-server-'));
  await makeTable('KRvk', other);
  const path = join(other, 'metachess', 'KRvk.mtb');
  const bytes = readFileSync(path);
  bytes[bytes.length - 5]! ^= 4;
  writeFileSync(path, bytes);
  const damaged = unwrap(await listen({ dir: other, version: '1' }));
  const response = await fetch(`${damaged.address}/metachess?fen=8/8/8/8/8/k7/7R/7K_b_-_-`);
  const answer = (await response.json()) as Answer & Refusal;
  if (response.status === 200) expect(answer.table).toBe('KRvk');
  else expect(answer.error.code).toMatch(/^mtb-/);
  expect((await fetch(`${damaged.address}/health`)).status).toBe(200);
  await damaged.close(0);
  rmSync(other, { recursive: true, force: true });
});

it('the description names what exists, and a request for anything else is a problem', async () => {
  const description = (await (await get('/openapi.json')).json()) as {
    info: { version: string };
    paths: Record<string, unknown>;
  };
  expect(description.info.version).toBe('1.2.3');
  expect(Object.keys(description.paths)).toEqual([
    ...withTables.map(({ name }) => `/${name}`),
    '/lila/{variant}',
    '/lila/{variant}/mainline',
    '/tables',
    '/tables/{rules}/{file}',
    '/health',
    '/openapi.json',
    '/games',
  ]);
  const missing = await get('/nothing');
  expect(missing.status).toBe(404);
  expect(((await missing.json()) as Refusal).error.message).toContain('/metachess?fen=');
  expect(await (await get('/health')).json()).toMatchObject({ status: 'ok', version: '1.2.3' });
});

it('a port that is in use is a problem', async () => {
  const port = Number(new URL(server.address).port);
  const second = await listen({ dir, version: '1', port });
  expect(second).toMatchObject({ ok: false, problem: { code: 'listen' } });
});

it('closing lets a running request finish', async () => {
  const closing = unwrap(await listen({ dir, version: '1' }));
  // The server sends 100 Continue once it has begun a request whose body is still to come.
  const asked = request(`${closing.address}/metachess`, {
    method: 'POST',
    headers: { Expect: '100-continue', Connection: 'close' },
  });
  const answered = once(asked, 'response');
  asked.flushHeaders();
  await once(asked, 'continue');
  const closed = closing.close();
  asked.end('{"fens": ["8/8/8/2K5/k7/8/4Q3/8 b - -"]}');
  const [{ statusCode }] = (await answered) as [IncomingMessage];
  expect(statusCode).toBe(200);
  await closed;
  await expect(fetch(`${closing.address}/health`)).rejects.toThrow();
});
