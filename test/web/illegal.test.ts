import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { begin, sitDown } from './liveGames.ts';
import { click, drag, Site, says } from './site.ts';

const started = (site: Site, options = '') => begin(site, { at: `#invite=illegal${options}` });

/** Proposes by typing. */
async function propose(page: Page, text: string): Promise<void> {
  await page.getByLabel('Move or claim').fill(text);
  await page.getByLabel('Move or claim').press('Enter');
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Proposes and confirms; all see the move, by the square where it ends. */
async function act(page: Page, other: Page, text: string): Promise<void> {
  await propose(page, text);
  await press(page, 'Confirm');
  const ends = text.startsWith('claim') ? text : `has moved to ${text.slice(2, 4)}.`;
  for (const each of [page, other]) await says(each, '.last-action', new RegExp(ends, 'i'));
}

const hitPointsOf = (page: Page) => page.locator('.hit-points .number').allTextContents();

describe.skipIf(!hasBrowser())('the illegal-move game', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('is played in two browsers until a side has no hit points left', async () => {
    const { white, hash } = await started(site, ':hp=12');
    const black = await sitDown(site, hash);
    const third = await site.visit(hash);
    await says(third, '.onlookers', 'You are watching.');
    expect(await third.getByRole('region', { name: 'Your move' }).isVisible()).toBe(false);

    // By hand: a pawn too far, with a warning before it is confirmed.
    await drag(white, 'e2', 'e5');
    await says(white, '.warning', 'e2e5: This move is illegal');
    await press(white, 'Cancel');
    await says(white, '.warning', 'Move any man');
    await drag(white, 'e2', 'e5');
    await white.keyboard.press('Enter');
    await says(black, '.last-action', 'White has moved to e5.');
    // No origin, no arrow: only where it ended.
    expect(await black.locator('.last-move').count()).toBe(1);
    expect(await black.locator('.hidden-board line').count()).toBe(0);

    // A claim of the wrong square, then of the right one, picked on the board.
    await act(black, white, 'claim e4');
    expect(await hitPointsOf(white)).toEqual(['6 HP', '12 HP']);
    await press(black, 'Claim illegal move');
    await click(black, 'e5', true);
    await says(black, '.warning', 'Claim that the move to e5 was illegal?');
    await black.keyboard.press('NumpadEnter');
    await says(white, '.last-action', 'Black: claim e5: correct, -7.');
    await says(white, '.status', 'White to move.');
    for (const page of [white, black, third]) {
      expect((await hitPointsOf(page)).sort()).toEqual(['5 HP', '6 HP']);
    }
    expect(await white.getByText('Pe2e5').count()).toBe(0);

    await act(white, black, 'g1f3');
    await act(black, white, 'd8d5');
    await act(white, black, 'claim d5');
    for (const page of [white, black, third]) {
      await says(page, '.status', 'Black has no hit points left. White wins.');
      await expect
        .poll(() => page.locator('.entry').allTextContents())
        .toEqual([
          'Pe2e5–',
          'claim e4: incorrect, -6',
          'claim e5: correct, -7',
          'Nf3',
          'Qd8d5–',
          'claim d5: correct, -23',
        ]);
    }
    await third.getByRole('button', { name: 'First position' }).click();
    await says(third, '.last-action', 'White begins.');
    await third.getByRole('button', { name: 'White: Pe2e5–' }).click();
    await says(third, '.last-action', 'White has moved to e5.');
    expect(await third.getByLabel('PGN').inputValue()).toContain('[Variant "illegal:hp=12"]');
    await third.getByRole('link', { name: 'Analyse as chess' }).click();
    await expect.poll(() => third.url()).toContain('#play=chess/rnbqkbnr/pppppppp/8/4P3/');

    await white.getByRole('button', { name: 'Offer a rematch' }).click();
    await black.getByRole('button', { name: 'Accept the rematch' }).click();
    await says(white, '.player.black', 'Black (you)');
    await says(white, '.last-action', 'White begins.');
  });

  test('is won by a fatal capture after castling, promotion and en passant by choice', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    // Enter does not choose between a king’s move and castling.
    await drag(white, 'e1', 'g1');
    await white.keyboard.press('Enter');
    await says(white, '#announcer', 'There is a special move');
    await press(white, 'Special: castle');
    await says(black, '.last-action', 'White has moved to g1.');
    // The bishop and the knight are captured: the king’s square is the one to claim.
    await act(black, white, 'claim f1');
    await act(black, white, 'claim g1');
    // A pawn promotes from afar.
    await propose(white, 'a2c8');
    await white.getByLabel('Promote to').selectOption('knight');
    await says(white, '.warning', 'a2c8n: This move is illegal');
    await press(white, 'Confirm');
    await says(black, '.last-action', 'White has moved to c8.');
    await act(black, white, 'claim c8');

    await act(white, black, 'f2f3');
    await act(black, white, 'e7e5');
    await act(white, black, 'g2g4');
    await act(black, white, 'd8h4');
    await propose(white, 'e1f2');
    await says(white, '.warning', 'An escape from checkmate');
    await press(white, 'Confirm');
    await says(black, '.last-action', 'White has moved to f2.');
    await propose(black, 'h4f2');
    await press(black, 'Confirm');
    for (const page of [white, black]) {
      await says(page, '.status', /Fatal capture: .* Black wins\./);
      await says(page, '.entries', 'fatal capture h4f2');
    }
  });

  test('gives nothing away to a page that reads all that it has', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    await act(white, black, 'b1b5');
    const text = await black.evaluate(() => {
      const stored = JSON.stringify({ ...localStorage, ...sessionStorage });
      return document.documentElement.outerHTML + stored;
    });
    for (const secret of ['b1b5', 'Nb1', 'b1-b5', 'This move is illegal']) {
      expect(text).not.toContain(secret);
    }
    expect(await black.getByRole('button', { name: 'Takeback' }).count()).toBe(0);
    expect(await black.getByRole('button', { name: 'One move back' }).count()).toBe(0);
    // The help says whose rules these are.
    await black.getByText('The rules of The Illegal-Move Game').click();
    await says(black, '.game-rules', 'The page leaves this open. Ours:');
    await says(black, '.game-rules', 'A player who writes positions down cannot be stopped.');
  });

  test('is not offered on one device, but by link', async () => {
    const page = await site.visit();
    const names = await page.getByLabel('Rules').locator('option').allTextContents();
    expect(names).not.toContain('The Illegal-Move Game');
    await page.goto(`${site.url}/#invite=chess`);
    await page.getByLabel('Rules').selectOption({ label: 'The Illegal-Move Game' });
    await page.getByText('Options', { exact: true }).click();
    const hp = page.getByLabel('The hit points of each player');
    await hp.fill('0');
    await page.getByRole('button', { name: 'Make the game' }).click();
    expect(await hp.evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(
      /from 1 to 1000/,
    );
    await hp.fill('7');
    await page.getByRole('button', { name: 'Make the game' }).click();
    await says(page, '.hit-points .number', '7 HP');
    await page.goto(`${site.url}/#games=illegal`);
    await page
      .getByRole('link', { name: /The Illegal-Move Game$/ })
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: /^Play: The Illegal/ }).count()).toBe(0);
  });
});
