import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build } from 'vite';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const found = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((dir) => names.map((name) => join(dir, name)))
  .find(existsSync);

/** True where there is a browser to test in. Says it where there is none; fails on CI, which promises to have one. */
export function hasBrowser(): boolean {
  if (found) return true;
  const message = `none of ${names.join(', ')} found: nothing is tested in a browser`;
  if (process.env.CI) throw new Error(message);
  console.warn(message);
  return false;
}

export function launch(): Promise<Browser> {
  // The sandbox asks for rights that containers do not give; the page is our own.
  return chromium.launch({ executablePath: found!, args: ['--no-sandbox'] });
}

const here = fileURLToPath(new URL('.', import.meta.url));
const library = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));

/** Bundles page.html and the compiled library into a new folder. */
export async function bundlePage(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'metatb-page-'));
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    base: './',
    // The library as it is published: what `npm run build` has made.
    resolve: { alias: [{ find: /^.*\/src\/index\.ts$/, replacement: library }] },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: join(here, 'page.html') },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
/** What makes a page cross-origin isolated, so that it may share memory. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Serves a folder on loopback. Returns its address. */
export async function serve(folder: string, isolated: boolean) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    try {
      const bytes = await readFile(join(folder, pathname));
      const type = types[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, ...(isolated ? isolation : {}) });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page.html`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
