import { createHash, createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { fetchTable } from '../../../src/queue/stores/fetchTable.ts';
import { type S3Options, S3Store } from '../../../src/queue/stores/s3Store.ts';
import type { LocalTable } from '../../../src/queue/stores/sharedStore.ts';
import { openStore } from '../../../src/queue/stores/storeAddress.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { bytesOf, newFolder, tableOf } from './stores.ts';

const directory = mkdtempSync(join(tmpdir(), 'metatb-s3-'));
const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: 'tables' }],
});
let endpoint = '';
beforeAll(async () => {
  const { port } = await s3.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

// s3rver's own account.
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
let prefixes = 0;

/** A store of its own in the bucket; `to`: something before the server. */
function newStore(options: S3Options = {}, to = endpoint, prefix = `p${prefixes++}`): S3Store {
  const place = { name: `s3://tables/${prefix}`, bucketUrl: `${to}/tables`, prefix, keys };
  return new S3Store(place, options);
}

/** A file that is named like a table: a bucket does not look into it. */
function madeUp(bytes: Uint8Array): LocalTable {
  const dir = newFolder();
  mkdirSync(join(dir, 'metachess'));
  writeFileSync(join(dir, 'metachess/KQvk.mtb'), bytes);
  return { ...tableOf('KQvk'), dir };
}

/** Answers some requests itself, by their number from 0 on and what they ask; all others are the server's. */
async function before(
  answer: (number: number, asked: IncomingMessage) => number | undefined,
): Promise<{ readonly address: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const isOurs = isSigned(incoming, keys.secretAccessKey);
    const status = isOurs ? answer(asked.length, incoming) : 403;
    asked.push(`${incoming.method} ${incoming.url}`);
    if (status !== undefined) {
      incoming.resume();
      if (status === 0) return void setTimeout(() => incoming.socket.destroy(), 5);
      return void outgoing.writeHead(status).end();
    }
    const { method, url, headers } = incoming;
    // With the Host that was signed.
    const passed = request(`${endpoint}${url}`, { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

/** Is a request as it came signed with this secret? s3rver does not look. */
function isSigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const form = /^AWS4-HMAC-SHA256 Credential=[^/]+\/(.+?), SignedHeaders=(.+?), Signature=(.+)$/;
  const [, scope = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? [];
  const [path, query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const sorted = query.split('&').sort().join('&');
  const asked = [method, path, sorted, lines.join(''), names, headers['x-amz-content-sha256']];
  const hash = createHash('sha256').update(asked.join('\n')).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const mac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const key = scope.split('/').reduce<string | Buffer>(mac, `AWS4${secret}`);
  return signature === mac(key, text).toString('hex');
}

const queen = tableOf('KQvk');

test('a table that is put into a bucket comes back byte for byte', async () => {
  const store = newStore();
  expect(await store.check()).toEqual({ ok: true, value: undefined });
  const put = unwrap(await store.put(queen));
  expect(put).toMatchObject({ bytes: bytesOf(queen).length, there: false });
  expect(unwrap(await store.put(queen))).toEqual({ ...put, there: true });
  const dir = newFolder();
  expect(unwrap(await fetchTable(store, metachess, queen.material, dir))).toEqual({
    bytes: put.bytes,
    sha256: put.sha256,
  });
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  const missing = await store.source(metachess).open('KRvk');
  expect(missing).toEqual({ ok: true, value: undefined });
});

test('the store that an address and the usual variables open is the same', async () => {
  const environment = {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_S3: endpoint,
  };
  const store = unwrap(openStore('s3://tables/some/where/', environment));
  expect(store.name).toBe('s3://tables/some/where');
  expect(unwrap(await store.put(queen)).there).toBe(false);
  const same = newStore({}, endpoint, 'some/where');
  expect(unwrap(await same.put(queen)).there).toBe(true);
});

test('other bytes under the key are a conflict, and stay', async () => {
  const store = newStore();
  const { sha256 } = unwrap(await store.put(queen));
  const other = bytesOf(queen).fill(7, 100, 101);
  const longer = Buffer.concat([other, other]);
  for (const bytes of [other, longer]) {
    const put = await store.put(madeUp(bytes));
    expect(put).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  }
  expect(unwrap(await store.put(queen))).toMatchObject({ sha256, there: true });
});

test('of two machines at once, with other bytes, at most one succeeds', async () => {
  const [one, other] = [madeUp(Buffer.alloc(5000, 1)), madeUp(Buffer.alloc(5000, 2))];
  const store = newStore();
  const put = await Promise.all([store.put(one), store.put(other)]);
  const stored = put.filter(({ ok }) => ok);
  expect(stored.length).toBeLessThanOrEqual(1);
  for (const each of put) if (!each.ok) expect(each.problem.code).toBe('conflict');
});

test('an object without our metadata is compared by its bytes', async () => {
  const prefix = `p${prefixes++}`;
  const stripped = await before(() => undefined);
  const store = newStore({}, stripped.address, prefix);
  unwrap(await store.put(queen));
  const file = join(directory, 'tables', prefix, 'metachess/KQvk.mtb._S3rver_metadata.json');
  const metadata = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  delete metadata['x-amz-meta-sha256'];
  writeFileSync(file, JSON.stringify(metadata));
  expect(unwrap(await store.put(queen)).there).toBe(true);
  expect(stripped.asked.at(-1)).toMatch(/^GET /);
});

const large = Buffer.alloc(50_000, 'a table of five parts ');
const parts: S3Options = { multipartBytes: 20_000, partBytes: 10_000, patience: 2000 };

test('a large file goes in parts', async () => {
  const seen = await before(() => undefined);
  const store = newStore(parts, seen.address);
  const table = madeUp(large);
  expect(unwrap(await store.put(table))).toMatchObject({ bytes: 50_000, there: false });
  expect(seen.asked.filter((each) => /^PUT .*partNumber=/.test(each))).toHaveLength(5);
  expect(unwrap(await store.put(table)).there).toBe(true);
  const source = unwrap(await store.source(metachess).open('KQvk'))!;
  expect(Buffer.from(unwrap(await source.read({ from: 0, bytes: 50_000 })))).toEqual(large);
});

test('a part that is cut or refused for a moment is sent again, and no other', async () => {
  const failures = new Map([
    ['partNumber=2', [0, 503]],
    ['partNumber=4', [500]],
  ]);
  const seen = await before((_, { url }) => {
    const part = [...failures.keys()].find((each) => url!.includes(each));
    return part === undefined ? undefined : failures.get(part)!.shift();
  });
  const store = newStore(parts, seen.address);
  expect(unwrap(await store.put(madeUp(large))).there).toBe(false);
  const sent = seen.asked.flatMap((each) => /partNumber=(\d)/.exec(each)?.[1] ?? []);
  expect(sent).toEqual(['1', '2', '2', '2', '3', '4', '4', '5']);
});

test('an upload that broke off goes on with its next part', async () => {
  let isUp = true;
  let count = 0;
  const seen = await before((_, { url }) => {
    if (url!.includes('partNumber=') && ++count === 3) isUp = false;
    return isUp ? undefined : 503;
  });
  const store = newStore({ ...parts, patience: 1 }, seen.address);
  const table = madeUp(large);
  expect(await store.put(table)).toMatchObject({ problem: { code: 'http-unavailable' } });
  isUp = true;
  expect(unwrap(await store.put(table)).there).toBe(false);
  const sent = seen.asked.flatMap((each) => /partNumber=(\d)/.exec(each)?.[1] ?? []);
  expect(sent.filter((part) => part === '1' || part === '2')).toEqual(['1', '2']);
});

test('before hours of work a store says what is wrong with it', async () => {
  const secret = 'a-secret-that-is-not-the-right-one';
  const refusing = await before(() => 403);
  const place = { name: 's3://tables', bucketUrl: `${endpoint}/tables`, prefix: '' };
  const nobodyKnows = { ...keys, accessKeyId: 'NOBODY', secretAccessKey: secret };
  const wrongKey = new S3Store({ ...place, keys: nobodyKnows });
  const noRight = new S3Store({ ...place, bucketUrl: `${refusing.address}/tables`, keys });
  const noBucket = new S3Store({ ...place, bucketUrl: `${endpoint}/elsewhere`, keys });
  const nobody = new S3Store({ ...place, bucketUrl: 'http://127.0.0.1:9/tables', keys });
  const cases = [
    [wrongKey, 'token', /InvalidAccessKeyId.*AWS_ACCESS_KEY_ID/],
    [noRight, 'token', /403: AWS_ACCESS_KEY_ID must name a key that may/],
    [noBucket, 'store', /no such bucket/],
    [nobody, 'http-network', /cannot reach/],
  ] as const;
  for (const [store, code, message] of cases) {
    const checked = await store.check();
    expect(checked).toMatchObject({ ok: false, problem: { code } });
    expect(checked.ok || checked.problem.message).toMatch(message);
    expect(JSON.stringify(checked)).not.toContain(secret);
    const put = await store.put(queen);
    expect(put.ok).toBe(false);
    expect(JSON.stringify(put)).not.toContain(secret);
  }
});
