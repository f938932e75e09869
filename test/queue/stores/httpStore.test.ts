import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { fetchTable } from '../../../src/queue/stores/fetchTable.ts';
import { HttpStore } from '../../../src/queue/stores/httpStore.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { bytesOf, lineTo, newFolder, serve, TOKEN, tableOf } from './stores.ts';

const queen = tableOf('KQvk');
const pawn = tableOf('KPvk');
const size = bytesOf(queen).length;

test('a table that is uploaded is there byte for byte, and comes back so', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const store = new HttpStore(`${address}/tables`, TOKEN);
  expect(await store.check()).toEqual({ ok: true, value: undefined });
  const put = unwrap(await store.put(queen));
  expect(put).toMatchObject({ bytes: size, there: false });
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  expect(unwrap(await store.put(queen))).toEqual({ ...put, there: true });
  const back = newFolder();
  const fetched = unwrap(await fetchTable(store, metachess, queen.material, back));
  expect(fetched).toEqual({ bytes: put.bytes, sha256: put.sha256 });
  expect(readFileSync(join(back, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);
});

test('other bytes under the name are a conflict, and stay', async () => {
  const dir = newFolder();
  mkdirSync(join(dir, 'metachess'));
  writeFileSync(join(dir, 'metachess/KQvk.mtb'), 'another table');
  const { address } = await serve(dir);
  const store = new HttpStore(`${address}/tables`, TOKEN);
  expect(await store.put(queen)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'), 'utf8')).toBe('another table');
});

test('two machines at once both succeed, and one of them has stored the table', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const stores = [0, 1, 2].map(
    () => new HttpStore(`${address}/tables`, TOKEN, { pieceBytes: 700 }),
  );
  const put = (await Promise.all(stores.map((store) => store.put(queen)))).map(unwrap);
  expect(put.map(({ sha256 }) => sha256)).toEqual(Array(3).fill(put[0]!.sha256));
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);
});

test('an upload goes on where a connection broke, wherever that is', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  // Each connection carries a request's head of some 400 bytes and then the file.
  const line = await lineTo(address, [1200, 300, 1500, 450, 900]);
  // A line that is cut before an answer counts as one without progress.
  const store = new HttpStore(`${line.address}/tables`, TOKEN, { tries: 9 });
  expect(unwrap(await store.put(queen))).toMatchObject({ bytes: size, there: false });
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  expect(line.connections).toBeGreaterThan(5);
  // Twice the file would be more; heads of requests are no part of it.
  const heads = 2 * 700 * line.connections;
  expect(line.sent).toBeLessThan(size + heads);
});

test('what the server has lost is sent again: a part that a crash has damaged', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const store = new HttpStore(`${address}/tables`, TOKEN);
  const { sha256 } = unwrap(await store.put(queen));
  const other = newFolder();
  const again = await serve(other);
  mkdirSync(join(other, 'metachess'));
  writeFileSync(join(other, `metachess/.KQvk.mtb.${sha256}.upload`), Buffer.alloc(1000, 7));
  const fresh = new HttpStore(`${again.address}/tables`, TOKEN);
  expect(unwrap(await fresh.put(queen))).toMatchObject({ sha256, there: false });
  expect(readFileSync(join(other, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
});

test('a store that answers 503 for a while is waited for, and one that always does is a problem that passes', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  let refusals = 2;
  const flaky: typeof fetch = async (url, init) =>
    refusals-- > 0 ? new Response('', { status: 503 }) : fetch(url, init);
  const store = new HttpStore(`${address}/tables`, TOKEN, { fetch: flaky });
  expect(unwrap(await store.put(queen)).there).toBe(false);
  const never: typeof fetch = async () => new Response('', { status: 502 });
  const lost = new HttpStore(`${address}/tables`, TOKEN, { fetch: never, tries: 1 });
  expect(await lost.put(queen)).toMatchObject({ ok: false, problem: { code: 'http-unavailable' } });
});

test('a table whose subtables the server lacks is refused, and taken after them', async () => {
  const { address } = await serve(newFolder());
  const store = new HttpStore(`${address}/tables`, TOKEN);
  const early = await store.put(pawn);
  expect(early).toMatchObject({ ok: false, problem: { code: 'refused' } });
  expect(early.ok || early.problem.message).toMatch(
    /KPvk is checked with .*KQvk.*upload these first/,
  );
  for (const name of ['KQvk', 'KRvk', 'KBvk', 'KNvk']) unwrap(await store.put(tableOf(name)));
  expect(unwrap(await store.put(pawn)).there).toBe(false);
});

test('an upload that is cancelled says so, and the next one goes on', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const stop = new AbortController();
  let sent = 0;
  const watched: typeof fetch = async (url, init) => {
    if (++sent === 3) stop.abort();
    return fetch(url, init);
  };
  const options = { pieceBytes: 1000 };
  const store = new HttpStore(`${address}/tables`, TOKEN, { ...options, fetch: watched });
  expect(await store.put(queen, stop.signal)).toMatchObject({ problem: { code: 'interrupted' } });
  const line = await lineTo(address, []);
  const next = new HttpStore(`${line.address}/tables`, TOKEN, options);
  expect(unwrap(await next.put(queen)).there).toBe(false);
  expect(existsSync(join(dir, 'metachess/KQvk.mtb'))).toBe(true);
});

/** A server that is none of ours. */
async function strange(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('before hours of work a store says what is wrong with it', async () => {
  const { address } = await serve(newFolder());
  const readOnly = await serve(newFolder(), '');
  const page = await strange((_, response) => response.end('<html>'));
  const moved = await strange((_, response) => {
    response.writeHead(301, { Location: 'http://127.0.0.1:9/' }).end();
  });
  const wrong = 'a-wrong-token-of-27-letters';
  const cases = [
    [`${address}/tables`, wrong, 'token', /does not accept the token in METATB_TOKEN/],
    [`${readOnly.address}/tables`, TOKEN, 'store', /takes no tables: start it with .*--accept/],
    [address, TOKEN, 'store', /no list of tables.*localhost:8080\/tables/],
    [`${address}/elsewhere`, TOKEN, 'store', /no list of tables/],
    [`${page}/tables`, TOKEN, 'store', /no list of tables/],
    [`${moved}/tables`, TOKEN, 'store', /sends elsewhere/],
    ['http://127.0.0.1:9/tables', TOKEN, 'http-network', /cannot reach/],
  ] as const;
  for (const [url, token, code, message] of cases) {
    const checked = await new HttpStore(url, token).check();
    expect(checked).toMatchObject({ ok: false, problem: { code } });
    expect(checked.ok || checked.problem.message).toMatch(message);
    expect(JSON.stringify(checked)).not.toContain(token);
  }
});

test('a server that says nothing new for ever is left', async () => {
  const headers = { 'Upload-Offset': '0' };
  const endless: typeof fetch = async () => new Response('{}', { status: 202, headers });
  const store = new HttpStore('http://127.0.0.1:9/tables', TOKEN, { fetch: endless, tries: 0 });
  expect(await store.put(queen)).toMatchObject({ ok: false, problem: { code: 'http-timeout' } });
});
