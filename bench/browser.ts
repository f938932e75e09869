/**
 * What a cold probe decodes for in Chromium, and whether the values are right: `npm run bench:browser -- [--dir DIR] [NAMES...]`,
 * all tables of three and four men of orthodox chess and those named besides, such as KQRvkr. DIR is a folder of finished
 * tables, else they are made in a folder of its own.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { unwrap } from '../src/board/result.ts';
import { chess } from '../src/rules/chess.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import { chromiumNames, installedChromium } from '../tools/chromium.ts';
import { servePage } from '../tools/pageServer.ts';
import { knownValues } from './coldDecoding.ts';
import type { ProbeColdHere } from './decodingPage.ts';
import { failOn } from './faults.ts';
import { limits } from './limits.ts';
import { inFolder, withTables } from './making.ts';

const COLD_PROBES = 200;
const faults: string[] = [];

const { values, positionals } = parseArgs({
  options: { dir: { type: 'string' } },
  allowPositionals: true,
});
const small = [3, 4].flatMap((men) => allMaterials(men, chess));
const more = positionals.map((name) => unwrap(parseMaterial(name, chess)).material);
const wanted = [...small, ...more].filter(({ men }) => !chess.isSettled(men));

await withTables(values.dir, wanted, measureAll);
failOn(faults);

async function measureAll(dir: string): Promise<void> {
  await onPage(dir, async (page) => {
    print('table', 'decoding ms', '95 %', 'cold bytes', 'values');
    for (const material of wanted) await measure(page, new TableStore(chess, dir), material);
  });
}

// Evaluated in the page, where decodingPage.ts has put it.
declare const probeColdHere: ProbeColdHere;

async function measure(page: Page, store: TableStore, material: Material): Promise<void> {
  const { name } = material;
  const known = knownValues(unwrap(await store.read(material)), COLD_PROBES);
  const cold = await page.evaluate(
    ([name, known]) => probeColdHere(name, `tables/${name}.mtb`, known),
    [name, known] as const,
  );
  const { median, percentile95, bytes, wrong } = cold;
  const verdict = wrong === 0 ? `${known.length} right` : `${wrong} WRONG`;
  print(name, median.toFixed(2), percentile95.toFixed(2), `${bytes}`, verdict);
  if (wrong > 0) faults.push(`${name}: ${wrong} wrong values`);
  if (bytes > limits.cold.bytes) faults.push(`${name}: a cold probe reads ${bytes} bytes`);
  if (median > limits.decoding.chromium) {
    faults.push(`${name}: decoding takes ${median.toFixed(2)} ms`);
  }
}

/** Opens a page that has decodingPage.ts and reaches the tables of a folder. */
async function onPage(dir: string, use: (page: Page) => Promise<void>): Promise<void> {
  const installed = installedChromium();
  if (!installed) throw new Error(`none of ${chromiumNames.join(', ')} is installed`);
  await inFolder(async (folder) => {
    await bundlePage(folder);
    await mkdir(join(folder, 'tables'));
    for (const { name } of wanted) {
      const file = new TableStore(chess, dir).path(name);
      await symlink(file, join(folder, 'tables', `${name}.mtb`));
    }
    // Only an isolated page has a clock of microseconds.
    const server = await servePage(folder, true);
    const browser = await chromium.launch(installed);
    try {
      console.log(`Chromium ${browser.version()}`);
      const page = await browser.newPage();
      await page.goto(server.url);
      await use(page);
    } finally {
      await browser.close();
      await server.close();
    }
  });
}

async function bundlePage(folder: string): Promise<void> {
  const input = fileURLToPath(new URL('decodingPage.js', import.meta.url));
  const bundle = await rolldown({ input, platform: 'browser' });
  await bundle.write({ dir: folder, entryFileNames: 'page.js', minify: true });
  await writeFile(
    join(folder, 'page.html'),
    '<!doctype html><script type="module" src="page.js"></script>',
  );
}

function print(name: string, ...cells: readonly string[]): void {
  console.log(`${name.padEnd(9)}${cells.map((cell) => cell.padStart(13)).join('')}`);
}
