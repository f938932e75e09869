import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserServer, chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumNames, installedChromium } from '../../tools/chromium.ts';
import { whole } from '../thorough.ts';

/** Starts a Chromium. Warns and resolves to undefined if none is installed; fails where every test must run. */
export async function launchServer(): Promise<BrowserServer | undefined> {
  const installed = installedChromium();
  if (installed) return chromium.launchServer(installed);
  const message = `none of ${chromiumNames.join(', ')} found: nothing is tested in a browser`;
  if (whole) throw new Error(message);
  console.warn(message);
  return undefined;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const library = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));

/** Bundles page.html and the compiled library into a new folder. */
export async function bundlePage(): Promise<string> {
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
  return folder;
}
