import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newFolder, serve, TOKEN } from '../queue/stores/stores.ts';
import { digestOf, filesIn, put, queen, type Sent } from './uploading.ts';

describe('refused without a look at the file is', () => {
  test.each<[string, Sent, number, string]>([
    ['no token', { token: undefined }, 401, 'token'],
    ['a wrong token', { token: `${TOKEN.slice(0, -1)}x` }, 401, 'token'],
    ['a token that is longer', { token: `${TOKEN}x` }, 401, 'token'],
    [
      'another scheme',
      { token: undefined, headers: { Authorization: `Basic ${TOKEN}` } },
      401,
      'token',
    ],
    ['no digest', { digest: undefined }, 400, 'upload'],
    ['a digest of another kind', { digest: 'sha-512=:AAAA:' }, 400, 'upload'],
    ['a range that is none', { range: 'bytes 5-4/9' }, 400, 'upload'],
    ['a range of other bytes than come', { range: 'bytes 0-9/3744' }, 400, 'upload'],
    ['a range beyond the end', { range: `bytes 0-${queen.length - 1}/5` }, 400, 'upload'],
    ['a question with a body', { range: 'bytes */3744' }, 400, 'upload'],
    ['a compressed body', { headers: { 'Content-Encoding': 'gzip' } }, 400, 'upload'],
    ['a game that is not known', { path: '/tables/nothing/KQvk.mtb' }, 404, 'unknown'],
    ['a folder outside', { path: '/tables/..%2f..%2fetc/KQvk.mtb' }, 404, 'unknown'],
    ['a file outside', { path: '/tables/metachess/..%2fKQvk.mtb' }, 404, 'unknown'],
    ['a file in a folder', { path: '/tables/metachess/a%2fKQvk.mtb' }, 404, 'unknown'],
    ['a file with a NUL', { path: '/tables/metachess/KQvk.mtb%00' }, 404, 'unknown'],
    ['another extension', { path: '/tables/metachess/KQvk.txt' }, 404, 'unknown'],
    ['no extension', { path: '/tables/metachess/KQvk' }, 404, 'unknown'],
    ['a name that no table has', { path: '/tables/metachess/KvkQ.mtb' }, 404, 'unknown'],
    ['a table that nobody needs', { path: '/tables/chess/Kvk.mtb' }, 404, 'unknown'],
    ['a hidden file', { path: '/tables/metachess/.KQvk.mtb' }, 404, 'unknown'],
    ['a table of too many men', { path: '/tables/metachess/KQQQQQQQvk.mtb' }, 404, 'unknown'],
  ])('%s', async (_, sent, status, code) => {
    const dir = newFolder();
    const { address } = await serve(dir);
    const refused = await put(address, queen, sent);
    expect(refused).toMatchObject({ status, code });
    expect(refused.message).not.toContain(TOKEN);
    expect(refused.message).not.toContain(dir);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('any upload to a server that takes none', async () => {
    const { address } = await serve(newFolder(), '');
    const refused = await put(address, queen);
    expect(refused).toMatchObject({ status: 405, code: 'no-uploads' });
    expect(refused.headers.get('Allow')).toBe('GET, HEAD');
  });

  test('what is larger than such a table can be, or than the server wants', async () => {
    const dir = newFolder();
    const { address } = await serve(dir);
    const range = `bytes */${2 ** 21}`;
    const large = await put(address, new Uint8Array(), { range }, queen);
    expect(large).toMatchObject({ status: 413, code: 'too-large' });
    const small = await serve(dir, TOKEN, { bytes: 1000 });
    expect(await put(small.address, queen)).toMatchObject({ status: 413, code: 'too-large' });
  });

  test('a body without a length', async () => {
    const { address } = await serve(newFolder());
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT /tables/metachess/KQvk.mtb HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n` +
        `Authorization: Bearer ${TOKEN}\r\nRepr-Digest: ${digestOf(queen)}\r\n` +
        'Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
    );
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(/^HTTP\/1.1 411 /);
  });
});

test('wrong tokens are limited, and then even the right one waits', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    statuses.push((await put(address, queen, { token: `wrong-token-number-${i}` })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  const right = await put(address, queen);
  expect(right).toMatchObject({ status: 429, code: 'rate' });
  expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(filesIn(dir)).toEqual([]);
});

test('the list of tables tells who may upload, and how much', async () => {
  const { address } = await serve(newFolder(), TOKEN, { bytes: 12_345_678 });
  const readOnly = await serve(newFolder(), '');
  const list = async (server: string, token?: string) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const { status, headers: answered } = await fetch(`${server}/tables`, { headers });
    return [status, answered.get('Upload-Limit')];
  };
  expect(await list(address)).toEqual([200, null]);
  expect(await list(address, TOKEN)).toEqual([200, 'max-size=12345678']);
  expect(await list(address, 'wrong')).toEqual([401, null]);
  expect(await list(readOnly.address, TOKEN)).toEqual([200, null]);
});

test('pages of other sites may not upload', async () => {
  const { address } = await serve(newFolder());
  const asked = await fetch(`${address}/tables/metachess/KQvk.mtb`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'PUT' },
  });
  expect(asked.headers.get('Access-Control-Allow-Methods')).not.toContain('PUT');
  expect(asked.headers.get('Access-Control-Allow-Headers')).not.toMatch(/authorization/i);
});
