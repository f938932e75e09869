import { type AddressInfo, connect, createServer } from 'node:net';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { whole } from '../thorough.ts';
import { at, click, Site, sanOf, says, settled, shiftsOf, type } from './site.ts';

const LOST = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';
const BACK_RANK = at('r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1');

/** Compressed, until the board takes moves. */
const FIRST_LOAD_BYTES = 84_000;
/** Compressed, with everything that the service worker keeps: solver, search and atlas too. */
const KEPT_BYTES = 700_000;
/** Processor time of the page's thread from the navigation to a board that takes moves. */
const INTERACTIVE_SECONDS = 1;
/** With the service worker that the page installs, which other visits do without. */
const OFFLINE = { serviceWorkers: 'allow' } as const;

describe.skipIf(!hasBrowser())('the page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const views: readonly (readonly [string, string, string])[] = [
    ['the board', '', '#status'],
    ['metacheck and the tables', at(LOST), '.verdict'],
    ['check', at('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'), '#status'],
    ['a refused move', BACK_RANK, '#status'],
    ['the rule', '#rule', '.lesson'],
    ['the endgames', '#endgames', '.endgame-list tbody tr'],
    ['an endgame', '#endgames=metachess/KQvk', '.histogram'],
    ['a new game by link', '#game', '.new-game'],
    ['the rules of a game', '#games=metamachy', '.piece-card'],
    ['a game of one’s own', '#own', '.checked-games .own-row'],
    ['what comes before the first move', '#prepare=hutnik', '.proposal-form'],
  ];

  describe.each([
    ['wide and light', 0, { viewport: { width: 1280, height: 860 }, colorScheme: 'light' }],
    ['narrow and dark', 1, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('%s', (_, look, options) => {
    // Every view in one of the looks, or in each where every test runs.
    test.each(views.filter((_, i) => whole || i % 2 === look))(
      'has no fault of access in %s, fits and does not jump',
      async (_, hash, ready) => {
        const page = await site.visit(hash, options);
        await page.locator(ready).first().waitFor();
        await settled(page);
        expect(await shiftsOf(page)).toEqual([]);
        if (hash === BACK_RANK) await type(page, 'Kh1');
        // By the debugger: the page's own policy lets no script in.
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const found = await (globalThis as unknown as { axe: typeof axe }).axe.run();
          return found.violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        });
        expect(violations).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBeLessThanOrEqual(0);
      },
    );
  });

  test.each(whole ? (['light', 'dark'] as const) : (['dark'] as const))(
    'has a dark a1 and a light h1 on every board: %s',
    async (colorScheme) => {
      const page = await site.visit('', { colorScheme });
      const right = { a1: 'dark', h1: 'light' };
      expect(await cornersOf(page)).toEqual([right]);
      await page.getByRole('button', { name: 'Flip' }).click();
      expect(await cornersOf(page, true)).toEqual([right]);
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await page.locator('.editor-board cg-board').waitFor();
      expect(await cornersOf(page)).toEqual([right]);
      await page.goto(`${site.url}/#rule`);
      await page.locator('.lesson').waitFor();
      expect(await cornersOf(page)).toEqual([right]);
      for (const [color, flipped] of [
        ['White', false],
        ['Black', true],
      ] as const) {
        await page.goto(`${site.url}/#game`);
        await page.getByRole('radio', { name: color }).check();
        await page.getByRole('button', { name: 'Make the game' }).click();
        await page.locator('.live cg-board').waitFor();
        expect(await cornersOf(page, flipped)).toEqual([right]);
      }
    },
  );

  test.runIf(whole)(
    'is dark by day where the visitor wants it so, and remembers that',
    async () => {
      const page = await site.visit('', { colorScheme: 'light' });
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const squares = () =>
        page.locator('cg-board').evaluate((board) => getComputedStyle(board).backgroundColor);
      const byDay = [await paper(), await squares()];
      await page.getByRole('button', { name: 'Dark colours' }).click();
      const chosen = [await paper(), await squares()];
      expect(chosen[0]).not.toBe(byDay[0]);
      expect(chosen[1]).not.toBe(byDay[1]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      expect([await paper(), await squares()]).toEqual(chosen);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([await paper(), await squares()]).toEqual(chosen);
      // Back to the system's colours, whatever they become.
      await page.getByRole('button', { name: 'Dark colours' }).click();
      expect([await paper(), await squares()]).toEqual(byDay);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect([await paper(), await squares()]).toEqual(chosen);
    },
  );

  test('takes a move after little work', async () => {
    const page = await site.visit();
    const session = await page.context().newCDPSession(page);
    // Processor time of the page's own thread: a busy machine does not make it longer.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    await page.goto(`${site.url}/icon.svg`);
    const before = await worked();
    await page.goto(`${site.url}/`);
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('board').length))
      .toBe(1);
    const seconds = (await worked()) - before;
    await session.detach();
    await click(page, 'e2');
    await click(page, 'e4');
    await expect.poll(() => sanOf(page)).toEqual(['e4']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(INTERACTIVE_SECONDS);
  });

  test.each([320, 360, 600, 640, 700, 1280])(
    'moves nothing of its header while the rest of it arrives: %i pixels',
    async (width) => {
      const page = await site.visit('', { viewport: { width, height: 800 } });
      const moved = await page.evaluate(() => {
        const parts = [...document.querySelectorAll('header *')];
        const placeOf = (part: Element) => {
          const { left, top } = part.getBoundingClientRect();
          return `${left} ${top}`;
        };
        const isSeen = (part: Element) => part.getBoundingClientRect().height > 0;
        const places = new Map(parts.map((part) => [part, placeOf(part)]));
        const found: string[] = [];
        // As the page was before each of its parts had come, from the last to the first.
        while (parts.length > 1) {
          parts.pop()!.remove();
          for (const part of parts.filter(isSeen)) {
            const place = placeOf(part);
            if (place !== places.get(part)) found.push(`${part.outerHTML}: ${place}`);
          }
        }
        return found;
      });
      expect(moved).toEqual([]);
    },
  );

  test('is small, and nothing in it jumps', async () => {
    const page = await site.visitAlone('', OFFLINE);
    const wire = await countedWire(Number(new URL(site.url).port));
    try {
      // Neither service worker nor idle work comes before the page has loaded.
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
      await page.goto(`${wire.url}/`);
      const first = await page.evaluate(() =>
        performance
          .getEntries()
          .map((entry) => (entry as Partial<PerformanceResourceTiming>).transferSize ?? 0)
          .reduce((sum, bytes) => sum + bytes, 0),
      );
      expect(first).toBeGreaterThan(20_000);
      expect(first).toBeLessThan(FIRST_LOAD_BYTES);
      expect(await shiftsOf(page)).toEqual([]);
      expect(
        await page.evaluate(() => performance.getEntriesByType('resource').length),
      ).toBeLessThan(12);
      await allKept(page, 'keep-all');
      expect(wire.bytes()).toBeLessThan(KEPT_BYTES);
    } finally {
      wire.close();
    }
  });

  test('works without a network after the first visit, with the tables seen then', async () => {
    const page = await site.visitAlone(at(LOST), OFFLINE);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    // What came before the service worker did is asked for once more.
    const parts = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('.mtb')) parts.add(request.headers().range ?? 'whole');
    });
    await page.goto(`${site.url}/`);
    await page.goto(`${site.url}/${at(LOST)}`);
    await says(page, '.verdict', 'White wins in 3 moves.');
    const keptParts = () =>
      page.evaluate(async () => {
        const kept = await (await caches.open('metatb-tables')).keys();
        return kept.filter(({ url }) => url.includes('.mtb')).length;
      });
    await expect.poll(keptParts).toBe(parts.size);
    await site.stop();
    try {
      await page.reload();
      await page.getByRole('button', { name: 'New game' }).click();
      await type(page, 'e4');
      await expect.poll(() => sanOf(page)).toEqual(['e4']);
      await page.goto(`${site.url}/${at(LOST)}`);
      await says(page, '.verdict', 'White wins in 3 moves.');
      await page.getByRole('link', { name: 'The rule' }).click();
      await page.locator('.lesson').first().waitFor();
    } finally {
      await site.start();
    }
  });

  test.runIf(whole)('solves without a network after one visit to the board', async () => {
    const page = await site.visitAlone('', OFFLINE);
    await allKept(page);
    await site.stop();
    try {
      await page.goto(`${site.url}/${at('8/8/8/8/8/2k5/7R/K7 w - - 0 1')}`);
      await says(page, '.verdict', /White wins in \d+ moves/);
      await page.goto(`${site.url}/#endgames=metachess/KNNvkp`);
      await says(page, '.results', '68.2\u00a0%');
      await says(page, '.table-section', 'metatb generate KNNvkp');
      await page.reload();
      await says(page, '.results', '68.2\u00a0%');
    } finally {
      await site.start();
    }
  });

  test.runIf(whole)(
    'says in words that the solver is out of reach, and goes on once it is not',
    async () => {
      const page = await site.visitAlone();
      // Bare kings need no table: the page learns nothing of the server's.
      await page.goto(`${site.url}/${at('8/8/8/8/8/2k5/8/K7 w - - 0 1')}`);
      await says(page, '.verdict', 'White to move: a draw.');
      await site.stop();
      await page.goto(`${site.url}/${at('8/8/8/5k2/8/8/1q6/K2QR3 w - - 0 1')}`);
      const away = 'The server cannot be reached, and this device has not kept KQRvkq.';
      await says(page, '.tables-panel', away);
      await page.goto(`${site.url}/${at('8/8/8/8/8/2k5/7R/K7 w - - 0 1')}`);
      const failed = 'The solver could not be loaded: check the network, then try again.';
      await says(page, '.solving', failed);
      await site.start();
      await page.getByRole('button', { name: 'Solve KRvk' }).click();
      await says(page, '.verdict', /White wins in \d+ moves/);
    },
  );

  test('lets no script in but its own', async () => {
    const response = await fetch(site.url);
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(response.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    const text = await response.text();
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });
});

/** Waits until the service worker has kept every file of the page; `message` asks it to, should the page not have. */
async function allKept(page: Page, message?: string): Promise<void> {
  await page.evaluate(async (message) => {
    const { active } = await navigator.serviceWorker.ready;
    if (message) active?.postMessage(message);
  }, message);
  const files = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('metatb-page-'));
      const cache = await caches.open(names[0]!);
      return (await cache.keys()).map(({ url }) => url).join();
    });
  await expect.poll(files).toMatch(/tableWorker/);
  await expect.poll(files).toMatch(/webWorker/);
  await expect.poll(files).toMatch(/atlas/);
}

/** The squares a1 and h1 of each board that is shown, as the pixels in a corner of theirs are, beside men and letters. */
async function cornersOf(page: Page, flipped = false) {
  const corners = [];
  for (const board of await page.locator('.board:visible cg-board').all()) {
    const picture = (await board.screenshot()).toString('base64');
    // A browser can read its own pictures.
    const [a1, h1] = await page.evaluate(
      async ([picture, flipped]) => {
        const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        canvas.drawImage(image, 0, 0);
        return [0, 7].map((file) => {
          const [column, row] = flipped ? [7 - file, 0] : [file, 7];
          const at = (square: number) => Math.floor(((square + 0.15) / 8) * image.width);
          const [red, green, blue] = canvas.getImageData(at(column), at(row), 1, 1).data;
          return red! + green! + blue!;
        });
      },
      [picture, flipped] as const,
    );
    corners.push({ a1: a1! < h1! - 90 ? 'dark' : a1, h1: h1! > a1! + 90 ? 'light' : h1 });
  }
  return corners;
}

/** A way to a port of this machine that counts what comes back. */
async function countedWire(port: number) {
  let bytes = 0;
  const wire = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    far.on('data', (chunk) => {
      bytes += chunk.length;
    });
    for (const end of [near, far]) end.on('error', () => {});
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const address = wire.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    close: () => wire.close(),
  };
}
