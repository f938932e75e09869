import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { few, whole } from '../thorough.ts';
import { at, click, drag, framed, paste, Site, sanOf, says, squareAt, type } from './site.ts';

const KQVK = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
/** A desktop of 1440x900 at 200 % zoom. */
const ZOOMED = { width: 720, height: 450 };

describe.skipIf(!hasBrowser())('the play page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  async function boxOf(target: Locator) {
    const box = (await target.boundingBox())!;
    return { ...box, bottom: box.y + box.height };
  }

  test('shows the current move, wherever it is in a long game', async () => {
    const page = await site.visit();
    await paste(
      page,
      `1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. d3 d6 5. c3 c6
      6. h3 h6 7. g3 g6 8. b3 b6 9. a3 a6 10. Nf3 Nf6`,
    );
    await expect.poll(() => sanOf(page)).toHaveLength(20);
    for (const size of few([PHONE, { width: 1280, height: 700 }, ZOOMED], 1)) {
      await page.setViewportSize(size);
      for (const name of ['First position', 'One move on', 'Last position', 'One move back']) {
        await page.getByRole('button', { name }).click();
        if (name === 'First position') continue;
        const current = await boxOf(page.locator('.moves [aria-current]'));
        const list = await boxOf(page.locator('.move-list'));
        expect(current.y).toBeGreaterThanOrEqual(list.y);
        expect(current.bottom).toBeLessThanOrEqual(list.bottom);
      }
    }
  });

  test('shows the verdict of the tables before the moves, on the first screen of a phone', async () => {
    const page = await site.visit(at(KQVK), { viewport: PHONE });
    await page.locator('.verdict').waitFor();
    const verdict = await boxOf(page.locator('.verdict'));
    expect(verdict.bottom).toBeLessThan(PHONE.height);
    expect(verdict.y).toBeLessThan((await boxOf(page.locator('.move-list'))).y);
  });

  test.each([
    ['8/8/8/2K5/k7/8/4Q3/8 w - - 0 1', 'metachess', { width: 1280, height: 860 }],
    ['10/10/10/3N6/10/K9/6k3/10 b - - 0 1', 'capablanca', { width: 1400, height: 900 }],
  ])('shows the best moves of the tables beside the board: %s', async (fen, rules, viewport) => {
    const page = await site.visit(at(fen, rules), { viewport });
    await page.locator('.move-table tr').first().waitFor();
    const second = await boxOf(page.locator('.move-table tr').nth(1));
    expect(second.bottom).toBeLessThan((await boxOf(page.locator('.tables-panel'))).bottom);
  });

  test('keeps the board in sight on a phone, also after a button far below it', async () => {
    const page = await site.visit(at(KQVK), { viewport: PHONE });
    await page.locator('.verdict').waitFor();
    const inSight = async () => {
      const { y, bottom } = await boxOf(page.locator('.board:visible').first());
      return y >= -1 && bottom <= PHONE.height;
    };
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await framed(page);
    expect(await inSight()).toBe(true);
    await page.getByRole('button', { name: 'New game' }).click();
    await framed(page);
    expect(await inSight()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.locator('.editor').waitFor();
    expect(await inSight()).toBe(true);
    // A field with the focus brings up a keyboard, over the board.
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT');
  });

  test('fits the window: no scrollbar for nothing, the board whole, the buttons in reach', async () => {
    const page = await site.visit();
    await page.locator('cg-board piece').first().waitFor({ state: 'attached' });
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
      [1440, 900],
      [1536, 864],
    ] as const) {
      await page.setViewportSize({ width, height });
      await framed(page);
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(over, `${width}x${height}`).toBeLessThanOrEqual(0);
    }
    for (const size of [ZOOMED, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await framed(page);
      expect((await boxOf(page.locator('.board').first())).bottom).toBeLessThan(size.height);
      const steps = await boxOf(page.locator('.steps'));
      if (size !== ZOOMED) expect(steps.bottom).toBeLessThan(size.height);
    }
  });

  test('has a gauge exactly as high as the squares beside it', async () => {
    const page = await site.visit(at(KQVK));
    await page.locator('.verdict').waitFor();
    for (const size of [{ width: 1280, height: 720 }, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await framed(page);
      const squares = await boxOf(page.locator('cg-board:visible'));
      const gauge = await boxOf(page.locator('.gauge'));
      expect([gauge.y, gauge.height], `${size.width}`).toEqual([squares.y, squares.height]);
    }
  });

  test('has its navigation on one line, down to 320 pixels', async () => {
    const page = await site.visit('', { viewport: { width: 320, height: 640 } });
    const lines = await page
      .locator('nav a')
      .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size);
    expect(lines).toBe(1);
  });

  test.runIf(whole)(
    'keeps the board in sight of a small desktop where the position is covered',
    async () => {
      const page = await site.visit(at(KQVK), { viewport: { width: 1280, height: 720 } });
      await page.locator('.verdict').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await framed(page);
      const { y, bottom } = await boxOf(page.locator('cg-board:visible'));
      expect(y).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(720);
    },
  );

  test.runIf(whole)(
    'shows the verdict on what is set up on the first screen of a phone',
    async () => {
      const page = await site.visit(at(KQVK), { viewport: PHONE });
      await page.locator('.verdict').waitFor();
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await page.locator('.editor').waitFor();
      await framed(page);
      const verdict = page.locator('.verdict');
      expect((await boxOf(verdict)).bottom).toBeLessThan(PHONE.height);
      const isOnTop = await verdict.evaluate((each) => {
        const { left, top } = each.getBoundingClientRect();
        return document.elementFromPoint(left + 8, top + 8) === each;
      });
      expect(isOnTop).toBe(true);
    },
  );

  test.runIf(whole)('does not move when something of two lines is announced', async () => {
    const page = await site.visit(at('r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1'), { viewport: PHONE });
    await page.locator('.verdict, .tables-panel').first().waitFor();
    const list = page.locator('.move-list');
    const announcer = page.locator('#announcer');
    const before = [await boxOf(list), await boxOf(announcer)];
    await announcer.evaluate((line) => {
      line.textContent =
        'A move that takes more than one line to explain on a phone of this width.';
    });
    const lines = await announcer.evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return range.getClientRects().length;
    });
    expect(lines).toBe(2);
    expect([await boxOf(list), await boxOf(announcer)]).toEqual(before);
  });

  test('does not move when something is announced', async () => {
    const page = await site.visit(at('r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1'));
    await page.locator('.verdict, .tables-panel').first().waitFor();
    const list = page.locator('.move-list');
    const before = await boxOf(list);
    await type(page, 'Kh1');
    await says(page, '#announcer', 'Kh1 is illegal here: it would allow Ra1#.');
    expect(await boxOf(list)).toEqual(before);
  });

  test.runIf(whole)(
    'has room for the editor, with the tables’ verdict on what is set up',
    async () => {
      const page = await site.visit(at(KQVK), { viewport: { width: 1440, height: 900 } });
      await page.locator('.verdict').waitFor();
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await page.locator('.editor').waitFor();
      expect(
        (await boxOf(page.getByRole('button', { name: 'Play from here' }))).bottom,
      ).toBeLessThan(900);
      const fen = page.getByLabel('FEN', { exact: true });
      const value = () => fen.inputValue();
      await page.getByRole('button', { name: 'white king' }).click();
      await click(page, 'd5');
      await expect.poll(value).toBe('8/8/8/3K4/k7/8/4Q3/8 b - - 0 1');
      await says(page, '.verdict', /wins in/);
      await fen.fill('garbage');
      await fen.blur();
      await says(page, '.editor [role=alert]', 'A FEN begins with a board');
      await fen.fill('8/8/8/2K5/k7/8/4Q3/8 w - - 0 1');
      await says(page, '.editor [role=alert]', /^$/);
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(value).toBe('8/8/8/8/8/8/8/8 w - - 0 1');
      await says(page, '.editor [role=alert]', /king/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await says(page, '.described', 'queen e2');
    },
  );

  test('is gone through by keys, but not while one types', async () => {
    const page = await site.visit();
    for (const move of ['e4', 'e5', 'Nf3']) await type(page, move);
    const current = () => page.locator('.moves [aria-current]').allTextContents();
    const field = page.getByLabel('Your move');
    await field.press('f');
    await field.press('Home');
    expect(await field.inputValue()).toBe('f');
    expect(await current()).toEqual(['Nf3']);
    await field.fill('');
    await field.press('ArrowLeft');
    await expect.poll(current).toEqual(['e5']);
    const body = page.locator('body');
    await field.blur();
    await body.press('ArrowRight');
    for (const [key, expected] of [
      ['ArrowLeft', ['e5']],
      ['Home', []],
      ['ArrowRight', ['e4']],
      ['End', ['Nf3']],
    ] as const) {
      await body.press(key);
      await expect.poll(current, { message: key }).toEqual(expected);
    }
    await body.press('f');
    await expect.poll(() => page.locator('.orientation-black').count()).toBe(1);
    await page.getByRole('button', { name: 'New game' }).click();
    await expect.poll(() => page.locator('.orientation-black').count()).toBe(0);
  });

  test.runIf(whole)(
    'asks for the promotion on the pawn’s file, with the focus on what is legal',
    async () => {
      const page = await site.visit(at('8/2P4k/8/8/8/8/8/K7 w - - 0 1'));
      const dialog = page.getByRole('dialog');
      await drag(page, 'c7', 'c8');
      await dialog.waitFor();
      const box = (await dialog.boundingBox())!;
      const c8 = await squareAt(page, 'c8');
      expect(Math.abs(box.x + box.width / 2 - c8.x)).toBeLessThan(3);
      expect(Math.abs(box.y + box.width / 2 - c8.y)).toBeLessThan(3);
      await page.keyboard.press('Escape');
      await type(page, 'c7c8');
      await dialog.waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      expect(await focused()).toBe('queen');
      await page.getByRole('button', { name: 'rook' }).click();
      await expect.poll(() => sanOf(page)).toEqual(['c8=R']);
    },
  );

  test('forgets a typed move with the position it was for, and has nothing to undo at first', async () => {
    const page = await site.visit();
    const undo = page.locator('.steps').getByRole('button', { name: 'Undo' });
    expect(await undo.getAttribute('aria-disabled')).toBe('true');
    await type(page, 'e4');
    await type(page, 'e5e6');
    expect(await page.getByLabel('Your move').inputValue()).toBe('e5e6');
    await says(page, '#announcer', 'is not');
    await undo.click();
    expect(await page.getByLabel('Your move').inputValue()).toBe('');
  });

  test('has a chessboard in high contrast, and file letters that no piece covers', async () => {
    const page = await site.visit('', { forcedColors: 'active', viewport: PHONE });
    const look = await page.locator('cg-board').evaluate((board) => {
      const { backgroundImage, forcedColorAdjust } = getComputedStyle(board);
      const layer = (selector: string) =>
        Number(getComputedStyle(document.querySelector(selector)!).zIndex);
      return {
        squares: backgroundImage !== 'none',
        forcedColorAdjust,
        above: layer('.cg-wrap coords') > layer('cg-board piece'),
      };
    });
    expect(look).toEqual({ squares: true, forcedColorAdjust: 'none', above: true });
  });
});
