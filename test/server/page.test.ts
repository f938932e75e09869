import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPage, readPage } from '../../src/server/page.ts';

const script = `export const text = '${'metachess '.repeat(100)}';`;
/** What only the build has compressed. */
const built = brotliCompressSync('export const text = "built";');

describe('the page is served', () => {
  let folder: string;
  const app = new Hono();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metatb-page-'));
    await mkdir(join(folder, 'page/assets'), { recursive: true });
    await writeFile(join(folder, 'secret.js'), 'not for everybody');
    await writeFile(join(folder, 'page/index.html'), '<!doctype html><title>Board</title>');
    await writeFile(join(folder, 'page/assets/page-1.js'), script);
    await writeFile(join(folder, 'page/assets/built-1.js'), script);
    await writeFile(join(folder, 'page/assets/built-1.js.br'), built);
    await writeFile(join(folder, 'page/notes.txt'), 'no part of a page');
    addPage(app, await readPage(join(folder, 'page')));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('at the root and by its name, to be revalidated each time', async () => {
    for (const path of ['/', '/index.html']) {
      const response = await app.request(path);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
      expect(await response.text()).toContain('Board');
    }
  });

  test('with assets named by their contents, which may be cached for ever', async () => {
    const response = await app.request('/assets/page-1.js');
    expect(response.headers.get('Cache-Control')).toContain('immutable');
    expect(await response.text()).toBe(script);
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['', null],
  ])('compressed as the browser accepts: %s', async (accepted, encoding) => {
    const headers = { 'Accept-Encoding': accepted };
    const response = await app.request('/assets/page-1.js', { headers });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    const { byteLength } = await response.arrayBuffer();
    expect(byteLength < script.length).toBe(encoding !== null);
    expect(response.headers.get('Content-Length')).toBe(String(byteLength));
  });

  test('as the build has compressed it, which has no address of its own', async () => {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br' };
    const response = await app.request('/assets/built-1.js', { headers });
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(built);
    expect(await (await app.request('/assets/built-1.js')).text()).toBe(script);
    expect((await app.request('/assets/built-1.js.br')).status).toBe(404);
  });

  test('as 304 if the browser has it', async () => {
    const etag = (await app.request('/')).headers.get('ETag')!;
    const again = await app.request('/', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test.each(['/secret.js', '/../secret.js', '/%2e%2e/secret.js', '/notes.txt', '/assets/'])(
    'but no other file: %s',
    async (path) => {
      expect((await app.request(path)).status).toBe(404);
    },
  );

  test('only if it has been built', async () => {
    expect((await readPage(join(folder, 'nowhere'))).size).toBe(0);
  });
});
