/**
 * Photographs the board for the README, in light and dark, as docs/board-light.png and docs/board-dark.png:
 *
 *     npm run build && node dist/scripts/boardPicture.js
 *
 * Needs Chromium. The table is solved for it in a folder that goes afterwards.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { unwrap } from '../src/board/result.ts';
import { listen } from '../src/server/listen.ts';
import { chromiumNames, installedChromium } from '../tools/chromium.ts';

/** In metacheck, with a move that allows a mate. */
const position = '8/8/8/2K5/k7/8/4Q3/8_b_-_-_0_1';
const viewport = { width: 1440, height: 900 };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'metatb-picture-'));
try {
  const metatb = [here('../src/cli/main.js'), 'generate', 'KQvk', '--quiet', '--dir', dir];
  execFileSync(process.execPath, metatb);
  const server = unwrap(await listen({ dir, version: '', page: here('../web'), port: 0 }));
  const installed = installedChromium();
  if (!installed) throw new Error(`none of ${chromiumNames.join(', ')} is installed`);
  const browser = await chromium.launch(installed);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 1 });
    await page.goto(`${server.address}/#play=metachess/${position}`);
    // The verdict of the tables.
    await page.getByText('Kb3').first().waitFor();
    // Selects the king, so that its moves are marked.
    const board = (await page.locator('cg-board').first().boundingBox())!;
    await page.mouse.click(board.x + board.width / 16, board.y + (board.height * 9) / 16);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `docs/board-${colorScheme}.png` });
  }
  await browser.close();
  await server.close(0);
} finally {
  rmSync(dir, { recursive: true });
}
