import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { connect } from '../browser/browser.ts';

/** The built pages' files. Read-only. */
export const pageFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

const WIDE = { width: 1280, height: 860 };

interface Visitor {
  /** What its context was made with and keeps. */
  readonly key: string;
  readonly page: Page;
  /** In the current test. */
  here: boolean;
}

/** The page as built, with a server that has the table KQvk and keeps games. */
export class Site {
  /** {@link pageFolder}. */
  readonly files = pageFolder;
  /** The folder of tables. */
  readonly tables: string;
  /** The file of the games by link. */
  readonly games: string;
  readonly browser: Browser;
  url = '';
  private server: Listening | undefined;
  private readonly folder: string;
  private readonly visitors: Visitor[] = [];
  private readonly alone: BrowserContext[] = [];
  private readonly errors: string[] = [];

  private constructor(folder: string, browser: Browser) {
    this.folder = folder;
    this.tables = join(folder, 'tables');
    this.games = join(folder, 'games.db');
    this.browser = browser;
  }

  static async open(): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'metatb-web-'));
    const site = new Site(folder, await connect());
    await mkdir(join(site.tables, 'metachess'), { recursive: true });
    await cp(queenFile(), join(site.tables, 'metachess/KQvk.mtb'));
    await site.start();
    return site;
  }

  /** Starts the server, on the port that it had before. */
  async start(): Promise<void> {
    const port = this.url === '' ? 0 : Number(new URL(this.url).port);
    this.server = unwrap(
      await listen({
        dir: this.tables,
        version: 'test',
        page: this.files,
        port,
        games: { file: this.games },
      }),
    );
    this.url = this.server.address;
  }

  async stop(): Promise<void> {
    await this.server?.close(0);
    this.server = undefined;
  }

  /**
   * A page at `#hash` of a visitor of its own, who has nothing of this origin stored. Errors in it fail the test at
   * {@link leave}. Contexts are costly, so that later visits use those of earlier ones; service workers are blocked
   * unless asked for.
   */
  async visit(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
    const { viewport = WIDE, colorScheme = null, forcedColors = null, ...lasting } = options;
    const key = JSON.stringify(lasting);
    let visitor = this.visitors.find((each) => each.key === key && !each.here);
    if (visitor) {
      visitor.here = true;
      if (viewport) await visitor.page.setViewportSize(viewport);
      await visitor.page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    } else {
      visitor = { key, here: true, page: await this.pageOf(options) };
      this.visitors.push(visitor);
    }
    await visitor.page.goto(`${this.url}/${hash}`);
    return visitor.page;
  }

  /** The same in a context of its own, which ends with the visit: for what a later one must not inherit. */
  async visitAlone(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.pageOf(options);
    this.alone.push(page.context());
    await page.goto(`${this.url}/${hash}`);
    return page;
  }

  private async pageOf(options: BrowserContextOptions): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: WIDE,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => this.errors.push(message));
    // Chromium also reports unsuccessful responses, which are of no concern here.
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security|Refused/.test(message.text())) {
        this.errors.push(message.text());
      }
    });
    return page;
  }

  /** Ends all visits. */
  async leave(): Promise<void> {
    for (const context of this.alone.splice(0)) await context.close();
    for (const visitor of this.visitors.filter(({ here }) => here)) {
      await this.forget(visitor.page);
      visitor.here = false;
    }
    expect(this.errors.splice(0)).toEqual([]);
  }

  /** Leaves a page as its first visit found it. */
  private async forget(page: Page): Promise<void> {
    await page.unrouteAll();
    for (const other of page.context().pages()) if (other !== page) await other.close();
    // A document of this origin without a script, so that nothing is stored once it is cleared.
    await page.goto(`${this.url}/icon.svg`);
    await page.evaluate(() => sessionStorage.clear());
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: this.url, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The file of metachess KQvk. */
export function queenFile(): string {
  return join(inject('threeMen'), 'sets/metachess/KQvk.mtb');
}

/** `#play=...` of a position. */
export function at(fen: string, rules = 'metachess'): string {
  return `#play=${rules}/${fen.replaceAll(' ', '_')}`;
}

/** Waits two frames: a board notices a scroll or a new layout in one frame and draws in the next. */
export function framed(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** The middle of a square on the page, White below unless `flipped`. */
export async function squareAt(page: Page, square: string, flipped = false) {
  const board = page.locator('.board:visible cg-board').first();
  await framed(page);
  let box = await board.boundingBox();
  // While it is laid out again or replaced, a board has no box.
  while (!box) box = await board.boundingBox();
  const [files, ranks] = await sizeOf(page);
  const [file, rank] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
  const [column, row] = flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
  return {
    x: box.x + (box.width * (column + 0.5)) / files,
    y: box.y + (box.height * (row + 0.5)) / ranks,
  };
}

/** The files and ranks of the board on the page. */
function sizeOf(page: Page): Promise<[number, number]> {
  return page
    .locator('.board:visible')
    .first()
    .evaluate((board) => {
      const style = getComputedStyle(board);
      return [
        Number(style.getPropertyValue('--files')),
        Number(style.getPropertyValue('--ranks')),
      ] as [number, number];
    });
}

/** Puts a finger on a square. */
export async function tap(page: Page, square: string, flipped = false): Promise<void> {
  const { x, y } = await squareAt(page, square, flipped);
  await page.touchscreen.tap(x, y);
  await moved(page);
}

export async function click(page: Page, square: string, flipped = false): Promise<void> {
  const { x, y } = await squareAt(page, square, flipped);
  await page.mouse.click(x, y);
  await moved(page);
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await squareAt(page, from), await squareAt(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await moved(page);
}

/** Waits until the page knows of a move by hand: Chessground tells it a millisecond later, and it empties the move's field. */
async function moved(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 2)));
}

/** Loads a FEN or a game as a visitor would who has it as text. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.getByText('FEN and PGN').click();
  await page.getByLabel('Paste a FEN or a game').fill(text);
  await page.getByRole('button', { name: 'Load' }).click();
}

/** Plays a move by typing it. */
export async function type(page: Page, move: string): Promise<void> {
  await page.getByLabel('Your move').fill(move);
  await page.getByLabel('Your move').press('Enter');
}

export function sanOf(page: Page): Promise<string[]> {
  return page.locator('.moves .move').allTextContents();
}

/** What is marked, as `kind square`, with White below. */
export async function marksOf(page: Page): Promise<string[]> {
  const [files, ranks] = await sizeOf(page);
  const marks = await page.locator('.board:visible .mark').evaluateAll((marks) =>
    marks.map((mark) => {
      const { left, top } = (mark as HTMLElement).style;
      const kind = mark.className.replace('mark ', '');
      return { kind, left: Number.parseFloat(left), top: Number.parseFloat(top) };
    }),
  );
  return marks
    .map(({ kind, left, top }) => {
      const file = String.fromCharCode(97 + Math.round((left * files) / 100));
      return `${kind} ${file}${ranks - Math.round((top * ranks) / 100)}`;
    })
    .sort();
}

/** Waits until the page's own text in an element is this. */
export async function says(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await expect
    .poll(async () => (await page.locator(selector).allTextContents())[0] ?? 'nothing is there')
    .toMatch(typeof text === 'string' ? new RegExp(escaped(text)) : text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Waits until the page has loaded nothing for half a second. Playwright's own `networkidle` sometimes never comes to a page
 * that earlier visits used.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let loaded = -1;
        const look = setInterval(() => {
          const { length } = performance.getEntriesByType('resource');
          if (length === loaded && document.readyState === 'complete') {
            clearInterval(look);
            resolve();
          }
          loaded = length;
        }, 500);
      }),
  );
}

/** All layout shifts so far without recent input, as Chromium measures them, and the elements that moved. */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        interface Shift {
          readonly value: number;
          readonly hadRecentInput: boolean;
          readonly sources: readonly { readonly node: Element | null }[];
        }
        const found: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources } = entry as unknown as Shift;
            if (hadRecentInput) continue;
            const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className}`);
            found.push(`${value}: ${moved.join(', ')}`);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive in a task of their own.
        setTimeout(() => resolve(found), 300);
      }),
  );
}
