import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { exportFormats } from '../../src/format/registry.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { hasBrowser } from '../browser/browser.ts';
import { whole } from '../thorough.ts';
import { at, click, drag, queenFile, Site, sanOf, says, squareAt, tap, type } from './site.ts';

/** The README's position: Black is in metacheck and lost in 6 plies. */
const LOST = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';

describe.skipIf(!hasBrowser())('the tables', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const rowsOf = (page: Page) => page.locator('.move-table tr').allTextContents();

  test('give the value of a position, of every move, and the best line, from ranges of a file', async () => {
    // Through the service worker, as most visitors have it.
    const page = await site.visit('', { serviceWorkers: 'allow' });
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/KQvk.mtb')) answers.push(response.status());
    });
    await page.goto(`${site.url}/${at(LOST)}`);
    await says(page, '.verdict', 'White wins in 3 moves.');
    expect(await rowsOf(page)).toEqual([
      'Ka3loses in 3 moves',
      'Kb3loses in 3 moves',
      'Ka5illegal: allows Qa2#',
    ]);
    await page.getByRole('button', { name: 'Show the best line' }).click();
    await says(page, '.line', '1... Ka3 2. Qc4 Kb2 3. Kb4 Ka1 4. Kb3#');
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    expect(new Set(answers)).toEqual(new Set([206]));
  });

  test('play, and defend as long as they can', async () => {
    const page = await site.visit(at('8/8/8/3k4/8/3K4/8/4Q3 b - - 0 1'));
    await says(page, '.verdict', 'White wins in 5 moves.');
    // Black's moves are theirs, White's the first of the best.
    await page.getByLabel('They play').selectOption('Black');
    for (let plies = 9; plies >= 1; plies -= 2) {
      // Of White's moves, once Black's are gone.
      await says(
        page,
        '.move-table tr',
        plies === 1 ? 'wins at once' : `wins in ${(plies + 1) / 2}`,
      );
      await page.locator('.move-table button').first().click();
    }
    await says(page, '#status', /Metacheckmate/);
    expect(await sanOf(page)).toHaveLength(10);
  });

  test('that are missing are solved in the page, on several threads, and kept', async () => {
    const page = await site.visit();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    let workers = 0;
    page.on('worker', () => workers++);
    await page.goto(`${site.url}/${at('8/8/8/8/8/2k5/7R/K7 w - - 0 1')}`);
    await says(page, '.verdict', /White wins in \d+ moves/);
    expect(workers).toBeGreaterThan(1);
    const verdict = await page.locator('.verdict').textContent();
    const before = workers;
    await page.reload();
    await page.goto(`${site.url}/${at('8/8/8/8/8/2k5/7R/K7 w - - 0 1')}`);
    await says(page, '.verdict', verdict!);
    expect(workers).toBe(before);
  });

  test('of four men are solved by the page too, with a bar, and can be stopped for good', async () => {
    const page = await site.visit();
    // The bar disappears once the table is solved, so the page itself records it.
    const bars = await page.evaluateHandle(() => {
      const seen: (string | null)[] = [];
      new MutationObserver(() => {
        for (const bar of document.querySelectorAll('progress')) {
          seen.push(bar.getAttribute('aria-label'));
        }
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    });
    await page.goto(`${site.url}/${at('8/8/8/4k3/8/8/r7/K2Q4 w - - 0 1')}`);
    await says(page, '.verdict', /wins in \d+ moves|a draw/);
    expect(await bars.jsonValue()).toContain('Solving KQvkr');
    await says(page, '.source', 'All of KQvkr');
  });

  test.runIf(whole)('that the visitor has stopped do not start by themselves again', async () => {
    const page = await site.visitAlone();
    // A worker that never answers: the work can be stopped, whatever the machine does.
    await page.route('**/tableWorker-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
        body: '',
      }),
    );
    await page.goto(`${site.url}/${at('8/8/8/4k3/8/8/r7/K2Q4 w - - 0 1')}`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await says(page, '.solving', 'Stopped.');
    await page.goto(`${site.url}/${at('8/8/8/4k3/8/r7/8/K2Q4 w - - 0 1')}`);
    await says(page, '.solving', 'Solve KQvkr');
    await page.goto(`${site.url}/#endgames=metachess/KQvkr`);
    await says(page, '.solving', 'There is no table KQvkr here yet.');
    await page.getByRole('button', { name: 'Solve KQvkr' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
  });

  test('show a move by an arrow, and the mate that forbids one', async () => {
    const page = await site.visit(at(LOST));
    await says(page, '.verdict', 'White wins in 3 moves.');
    const arrows = () => page.locator('.cg-shapes g line').count();
    const row = (san: string) => page.locator('.move-table tr', { hasText: san });
    expect(await arrows()).toBe(0);
    await row('Ka3').locator('td').hover();
    await expect.poll(arrows).toBe(1);
    await row('Ka5').locator('td').hover();
    await expect.poll(arrows).toBe(2);
    await page.locator('.verdict').hover();
    await expect.poll(arrows).toBe(0);
    // By keyboard too; and it is not played.
    await row('Ka5').getByRole('button').focus();
    await expect.poll(arrows).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(arrows).toBe(2);
    expect(await sanOf(page)).toEqual([]);
  });

  test('have a best line that can be played through by clicks', async () => {
    const page = await site.visit(at(LOST));
    await page.getByRole('button', { name: 'Show the best line' }).click();
    const move = (name: string) => page.locator('.line').getByRole('button', { name });
    await move('2. Qc4').click();
    await expect.poll(() => sanOf(page)).toEqual(['Ka3', 'Qc4']);
    // The line stays, with the board's place in it.
    await expect.poll(() => page.locator('.line [aria-current]').textContent()).toBe('2. Qc4');
    expect(await move('1... Ka3').isDisabled()).toBe(true);
    await move('4. Kb3#').click();
    await says(page, '#status', /Metacheckmate/);
    expect(await sanOf(page)).toHaveLength(6);
  });

  test('say that the 50-move rule may end the game first', async () => {
    const page = await site.visit(at('8/8/8/8/3k4/8/8/K2Q4 b - - 80 90'));
    await says(page, '.verdict', 'White wins in 9 moves.');
    expect(await page.locator('.tables-panel .hint').count()).toBe(0);
    await page.goto(`${site.url}/${at('8/8/8/8/3k4/8/8/K2Q4 b - - 83 90')}`);
    await says(page, '.tables-panel .hint', 'The 50-move rule may end it first');
  });

  test('too large for a page say how they are made', async () => {
    const page = await site.visit(at('8/8/8/5k2/8/8/1q6/K2QR3 w - - 0 1'));
    await says(page, '.tables-panel', 'metatb generate KQRvkq --rules metachess');
    await page.goto(`${site.url}/#endgames=metachess/KQRvkq`);
    await says(page, '.details', 'metatb generate KQRvkq --rules metachess');
    await page.goto(`${site.url}/${at('8/8/8/5k2/8/8/rq6/K2QR3 w - - 0 1')}`);
    await says(page, '.tables-panel', 'metatb generate KQRvkqr --rules metachess');
    // Six men with pawns no command can solve.
    await page.goto(`${site.url}/${at('8/8/8/5k2/8/8/rp6/K2QR3 w - - 0 1')}`);
    await says(page, '.tables-panel', 'KQRvkrp is more than can be solved so far.');
  });

  test('a position is set up by drag, by clicks and by FEN', async () => {
    const page = await site.visit(at(LOST));
    await page.getByRole('button', { name: 'Set up a position' }).click();
    // The editor is loaded when it is asked for; until then the board is the game's.
    await page.locator('.editor-board cg-board').waitFor();
    const fen = page.locator('.editor').getByLabel('FEN', { exact: true });
    await drag(page, 'e2', 'g7');
    await expect.poll(() => fen.inputValue()).toBe('8/6Q1/8/2K5/k7/8/8/8 b - - 0 1');
    await page.getByRole('button', { name: 'white rook' }).click();
    await click(page, 'h1');
    await expect.poll(() => fen.inputValue()).toBe('8/6Q1/8/2K5/k7/8/8/7R b - - 0 1');
    const knight = page.getByRole('button', { name: 'black knight' });
    await knight.scrollIntoViewIfNeeded();
    const tool = (await knight.boundingBox())!;
    const target = await squareAt(page, 'd4');
    await page.mouse.move(tool.x + tool.width / 2, tool.y + tool.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x, target.y - 30, { steps: 4 });
    await page.mouse.move(target.x, target.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => fen.inputValue()).toContain('/k2n4/');
    await fen.fill('8/8/8/8/8/8/8/K7 w - -');
    await fen.press('Tab');
    await says(page, '.editor .problem', 'Each side needs exactly one king.');
    await fen.fill('8/8/8/8/8/2k5/8/K2Q4 w - -');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await says(page, '.verdict', 'White wins in');
  });

  test.runIf(whole)('a position is set up by fingers', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await site.visit(at(LOST), phone);
    await page.getByRole('button', { name: 'Set up a position' }).tap();
    await page.locator('.editor-board cg-board').waitFor();
    const fen = page.locator('.editor').getByLabel('FEN', { exact: true });
    const rook = page.getByRole('button', { name: 'black rook' });
    await rook.scrollIntoViewIfNeeded();
    // A tap picks a piece and is not a drag.
    await rook.tap();
    expect(await rook.getAttribute('aria-pressed')).toBe('true');
    await tap(page, 'h1');
    await expect.poll(() => fen.inputValue()).toBe('8/8/8/2K5/k7/8/4Q3/7r b - - 0 1');
    await rook.tap();
    expect(await rook.getAttribute('aria-pressed')).toBe('false');

    const scrolled = await page.evaluate(() => scrollY);
    const box = (await rook.boundingBox())!;
    const tool = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touchDrag(page, tool, await squareAt(page, 'd4'));
    await expect.poll(() => fen.inputValue()).toBe('8/8/8/2K5/k2r4/8/4Q3/7r b - - 0 1');
    // Nothing was picked by that, and the page stood still.
    expect(await rook.getAttribute('aria-pressed')).toBe('false');
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    // On the board too, and off it.
    await touchDrag(page, await squareAt(page, 'd4'), await squareAt(page, 'd7'));
    await expect.poll(() => fen.inputValue()).toBe('8/3r4/8/2K5/k7/8/4Q3/7r b - - 0 1');
    await touchDrag(page, await squareAt(page, 'd7'), tool);
    await expect.poll(() => fen.inputValue()).toBe('8/8/8/2K5/k7/8/4Q3/7r b - - 0 1');
  });

  test.runIf(whole)('are downloaded as they are, and as other programs want them', async () => {
    const page = await site.visit('#endgames=metachess/KQvk');
    const { material } = unwrap(parseMaterial('KQvk', metachess));
    const table = unwrap(await generateInMemory(metachess, [material])).get('KQvk')!;
    for (const format of exportFormats) {
      const files = format.files(table);
      const downloads: Download[] = [];
      const gather = (download: Download) => downloads.push(download);
      page.on('download', gather);
      await page.getByRole('button', { name: format.extension }).click();
      await expect.poll(() => downloads.length).toBe(files.length);
      page.off('download', gather);
      for (const { suffix, chunks } of files) {
        const name = `KQvk${suffix}${format.extension}`;
        const download = downloads.find((each) => each.suggestedFilename() === name)!;
        const parts: Uint8Array[] = [];
        // Its own file comes as the server has it.
        if (format.name === 'mtb') parts.push(await readFile(queenFile()));
        else for await (const chunk of chunks) parts.push(chunk.slice());
        const downloaded = await buffer(await download.createReadStream());
        expect(downloaded.equals(Buffer.concat(parts)), name).toBe(true);
      }
    }
  });

  test.runIf(whole)(
    'and all else but games by link work from plain files, on one thread',
    async () => {
      const types: Readonly<Record<string, string>> = {
        '.html': 'text/html',
        '.js': 'text/javascript',
        '.css': 'text/css',
      };
      const mtb = await readFile(queenFile());
      const plain = createServer(async (request, response) => {
        const { pathname } = new URL(request.url!, 'http://localhost');
        const path = pathname.replace(/^\/folder\//, '') || 'index.html';
        try {
          const isTable = path === 'tables/metachess/KQvk.mtb';
          const bytes = isTable ? mtb : await readFile(join(site.files, path));
          const type = types[extname(path)] ?? 'application/octet-stream';
          response.writeHead(200, { 'Content-Type': type }).end(bytes);
        } catch {
          response.writeHead(404).end();
        }
      });
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
      try {
        const page = await site.visit();
        const { port } = plain.address() as AddressInfo;
        const root = `http://127.0.0.1:${port}/folder/`;
        await page.goto(root);
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
        await type(page, 'e4');
        await expect.poll(() => sanOf(page)).toEqual(['e4']);
        await page.goto(`${root}${at(LOST)}`);
        await says(page, '.verdict', 'White wins in 3 moves.');
        await page.goto(`${root}${at('8/8/8/8/8/2k5/7R/K7 w - - 0 1')}`);
        await says(page, '.verdict', /White wins in \d+ moves/);
        await page.goto(`${root}#game`);
        await page.getByRole('button', { name: 'Make the game' }).click();
        await says(page, '.new-game .problem', 'no server for games by link');
      } finally {
        plain.closeAllConnections();
        plain.close();
      }
    },
  );
});

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finger that is put down, moves and is lifted, as a touch screen reports it. */
async function touchDrag(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await tell('touchStart', from);
  for (let step = 1; step <= 8; step++) {
    const on = (a: number, b: number) => a + ((b - a) * step) / 8;
    await tell('touchMove', { x: on(from.x, to.x), y: on(from.y, to.y) });
  }
  await tell('touchEnd');
  await session.detach();
}
