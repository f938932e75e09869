import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { whole } from '../thorough.ts';
import { at, Site, sanOf, says, type } from './site.ts';

const KQVK = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';

describe.skipIf(!hasBrowser())('a game on this device', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const undo = (page: Page) => page.locator('.steps').getByRole('button', { name: 'Undo' }).click();
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

  test('is kept and brought back by Undo, whatever takes its place', async () => {
    const page = await site.visit();
    const moves = ['e4', 'e5', 'Nf3'];
    for (const move of moves) await type(page, move);
    await page.getByText('FEN and PGN').click();
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['New game', () => press(page, 'New game')],
      ['other rules', () => page.getByLabel('Rules').selectOption('Chess')],
      ['an example', () => page.goto(`${site.url}/${at(KQVK)}`)],
      [
        'Load',
        async () => {
          await page.getByLabel('Paste a FEN or a game').fill('1. d4 d5 *');
          await press(page, 'Load');
        },
      ],
      [
        'Play from here',
        async () => {
          await press(page, 'Set up a position');
          await press(page, 'Play from here');
        },
      ],
    ];
    for (const [way, act] of ways) {
      await act();
      await expect.poll(() => sanOf(page), { message: way }).not.toEqual(moves);
      await says(page, '#announcer', 'Undo');
      await undo(page);
      await expect.poll(() => sanOf(page), { message: way }).toEqual(moves);
    }
    expect(await page.getByLabel('Rules').inputValue()).toBe('metachess');
  });

  test('is in the list of games, also for another visit, and is opened, deleted and restored from it', async () => {
    const page = await site.visit();
    for (const move of ['e4', 'c5']) await type(page, move);
    await press(page, 'New game');
    await type(page, 'd4');
    const other = await page.context().newPage();
    await other.goto(site.url);
    await other.getByText('Games on this device').click();
    const rows = other.locator('.games .open');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: 'e4 c5' }).click();
    await expect.poll(() => sanOf(other)).toEqual(['e4', 'c5']);
    await other.getByRole('button', { name: 'Delete the game d4' }).click();
    await expect.poll(() => rows.count()).toBe(0);
    await other.locator('#announcer').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(1);
  });

  test.runIf(whole)('gets a variation from another move, and is loaded with it again', async () => {
    const page = await site.visit();
    for (const move of ['e4', 'd5', 'exd5', 'Qxd5']) await type(page, move);
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.locator('body').press(key);
    await type(page, 'e5');
    const all = ['e4', 'd5', 'exd5', 'e5', 'Qxd5'];
    await expect.poll(() => sanOf(page)).toEqual(all);
    expect(await page.locator('.variation .move').allTextContents()).toEqual(['e5']);
    await page.reload();
    await expect.poll(() => sanOf(page)).toEqual(all);
    expect(await page.locator('.moves [aria-current]').textContent()).toBe('e5');
    await press(page, 'Make the variation e5 the main line');
    expect(await page.locator('.variation .move').allTextContents()).toEqual(['exd5', 'Qxd5']);
    await page.locator('.variation .move').first().click();
    await press(page, 'Delete the variation exd5');
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'd5', 'e5']);
    await undo(page);
    await undo(page);
    await expect.poll(() => sanOf(page)).toEqual(all);
  });

  test('against the tables is taken back to one’s own move, and they do not go on playing the next', async () => {
    const page = await site.visit(at(KQVK));
    await page.locator('.verdict').waitFor();
    await page.getByLabel('They play').selectOption('White');
    await type(page, 'Ka3');
    await expect.poll(async () => (await sanOf(page)).length).toBe(2);
    await type(page, 'Kb2');
    await expect.poll(async () => (await sanOf(page)).length).toBe(4);
    await undo(page);
    await expect.poll(async () => (await sanOf(page)).length).toBe(2);
    // Longer than the tables wait before they move.
    await page.waitForTimeout(700);
    expect((await sanOf(page)).length).toBe(2);
    await page.getByLabel('They play').selectOption('both sides');
    await page.goto(`${site.url}/${at('8/8/8/2K5/8/k7/4Q3/8 w - - 0 1')}`);
    await expect.poll(() => sanOf(page)).toEqual([]);
    expect(await page.getByLabel('They play').inputValue()).toBe('');
  });

  test.runIf(whole)(
    'by the rules of chess is offered as that, and the first of several is loaded',
    async () => {
      const page = await site.visit();
      await page.getByText('FEN and PGN').click();
      const field = page.getByLabel('Paste a FEN or a game');
      await field.fill('1. f3 e5 2. g4 Qh4# 0-1');
      await press(page, 'Load');
      await says(page, '#announcer', 'Move 2: g4 is illegal here: it would allow Qh4#.');
      await press(page, 'Load as chess');
      await expect.poll(() => sanOf(page)).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
      await says(page, '#announcer', 'by the rules of Chess');
      await field.fill(
        '[White "Ada"]\n\n1. e4 (1. d4 {closed}) e5 1-0\n\n[White "Bob"]\n\n1. c4 *',
      );
      await press(page, 'Load');
      await says(page, '#announcer', 'Loaded the first game of several');
      await expect.poll(() => sanOf(page)).toEqual(['e4', 'd4', 'e5']);
      expect(await page.getByLabel('Rules').inputValue()).toBe('metachess');
    },
  );

  test('has its position in the address', async () => {
    const page = await site.visit('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await type(page, 'e4');
    const link = `${site.url}/${at('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')}`;
    await expect.poll(() => page.url()).toBe(link);
    await press(page, 'Copy link');
    await says(page, '#announcer', 'is copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    // One's own address again is no other game.
    await page.goto(`${site.url}/#rule`);
    await page.locator('.lesson').first().waitFor();
    await page.goto(link);
    await expect.poll(() => sanOf(page)).toEqual(['e4']);
  });
});
