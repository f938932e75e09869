import Database from 'libsql';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { whole } from '../thorough.ts';
import { begin, isInView, PHONE, playGame, sitDown } from './liveGames.ts';
import { drag, Site, sanOf, says, shiftsOf, type } from './site.ts';

/** The shortest that was found: after Qh5 Black is in check, and g6 would allow Qxg6#. */
const GAME = ['b3', 'f6', 'e3', 'h6', 'Nh3', 'b6', 'Qh5#'];

describe.skipIf(!hasBrowser())('a game by link', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('is played in two browsers to metacheckmate, before an onlooker, and once more', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash);
    const third = await site.visit(hash);
    await says(third, '.onlookers', 'You are watching.');
    expect(await shiftsOf(third)).toEqual([]);
    // Both seats are taken.
    expect(await third.locator('.invitation').count()).toBe(0);
    await says(white, '.onlookers', 'One person is watching.');
    await type(third, 'e4');
    await says(third, '#announcer', 'You are watching.');
    await playGame(white, black, GAME);

    for (const page of [white, black, third]) {
      await says(
        page,
        '.status',
        /Metacheckmate: Black is in check, and every way out .* White wins\./,
      );
      await expect.poll(() => page.title()).toMatch(/^White won · /);
    }
    await expect.poll(() => sanOf(third)).toEqual(GAME);

    await white.getByRole('button', { name: 'Offer a rematch' }).click();
    await black.getByRole('button', { name: 'Accept the rematch' }).click();
    // Both players are taken to the rematch; the onlooker follows a link.
    await says(white, '.player.black', 'Black (you)');
    await says(black, '.player.white', 'White (you)');
    for (const page of [white, black]) await says(page, '.status', 'White to move.');
    expect(black.url()).toBe(white.url());
    expect(new URL(black.url()).hash).not.toBe(hash);
    await third.getByRole('link', { name: 'To the rematch' }).click();
    await says(third, '.onlookers', 'You are watching.');
  });

  test.runIf(whole)('moves that are not ours, not now or forbidden are not made', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash);
    await type(black, 'e5');
    await says(black, '#announcer', 'It is not your turn.');
    await playGame(white, black, ['f3', 'e5']);
    await drag(white, 'g2', 'g4');
    await says(white, '#announcer', 'g4 is illegal here: it would allow Qh4#.');
    await type(black, 'g4');
    expect(await sanOf(white)).toEqual(['f3', 'e5']);
    expect(await sanOf(black)).toEqual(['f3', 'e5']);
  });

  test('goes on after a lost connection, a new start of the server and a new visit', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash);
    await playGame(white, black, ['e4', 'e5']);
    await site.stop();
    await says(white, '.link', 'The connection is lost.');
    // Made meanwhile, it is sent when the connection is back.
    await type(white, 'Nf3');
    await says(white, '#announcer', 'The move is sent once the connection is back.');
    await site.start();
    await expect.poll(() => sanOf(black)).toEqual(['e4', 'e5', 'Nf3']);
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5', 'Nf3']);
    await black.reload();
    await says(black, '.player.black', 'Black (you)');
    await type(black, 'Nc6');
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
  });

  test('draws, takebacks and resignation are for both to see', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash);
    await playGame(white, black, ['e4', 'e5']);
    await black.getByRole('button', { name: 'Takeback' }).click();
    await says(white, '.open-offer', 'Black asks to take back the last move.');
    await white.getByRole('button', { name: 'Accept the takeback' }).click();
    await expect.poll(() => sanOf(black)).toEqual(['e4']);
    await type(black, 'c5');
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'c5']);
    await white.getByRole('button', { name: 'Offer a draw' }).click();
    await black.getByRole('button', { name: 'Decline the draw offer' }).click();
    await says(white, '#announcer', 'Black declined your draw offer.');
    await says(black, '#announcer', 'You declined the draw offer.');
    await black.getByRole('button', { name: 'Resign' }).click();
    // News does not take the question back.
    await white.getByRole('button', { name: 'Takeback' }).click();
    await says(black, '#announcer', 'White asks to take back the last move.');
    await white.getByRole('button', { name: 'Withdraw the takeback request' }).click();
    await says(black, '#announcer', 'White withdrew the takeback request.');
    await black.getByRole('button', { name: 'Really resign?' }).click();
    for (const page of [white, black]) await says(page, '.status', 'Black resigned. White wins.');
  });

  test.runIf(whole)('a draw is agreed', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash);
    await playGame(white, black, ['e4']);
    await black.getByRole('button', { name: 'Offer a draw' }).click();
    await white.getByRole('button', { name: 'Accept the draw' }).click();
    for (const page of [white, black]) await says(page, '.status', 'Both sides agreed to a draw.');
  });

  test.runIf(whole)('an offer is seen and answered on a phone without scrolling', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash, PHONE);
    await playGame(white, black, ['e4']);
    const boardBefore = await black.locator('.board').boundingBox();
    const movesBefore = await black.locator('.moves').boundingBox();
    await white.getByRole('button', { name: 'Offer a draw' }).click();
    await says(black, '.open-offer', 'White offers a draw.');
    expect(await black.evaluate(() => scrollY)).toBe(0);
    for (const part of ['.open-offer', '.open-offer .primary', '.board', '.status']) {
      expect(await isInView(black, part), part).toBe(true);
    }
    // Its room was reserved: nothing below has moved.
    expect(await black.locator('.board').boundingBox()).toEqual(boardBefore);
    expect(await black.locator('.moves').boundingBox()).toEqual(movesBefore);
  });

  test.runIf(whole)(
    'each player stands at an edge of the board, the own side below, whichever way it is turned',
    async () => {
      const { white, hash } = await begin(site, { clock: '5 min + 3 s', name: 'Ada' });
      const black = await sitDown(site, hash, PHONE);
      const order = (page: Page) =>
        page
          .locator('.live-board')
          .evaluate((each) =>
            [...each.querySelectorAll('.player, .board')].map((part) =>
              part.matches('.board') ? 'board' : part.matches('.white') ? 'white' : 'black',
            ),
          );
      expect(await order(white)).toEqual(['black', 'board', 'white']);
      expect(await order(black)).toEqual(['white', 'board', 'black']);
      await says(black, '.player.white', 'Ada');
      for (const part of ['.player.white .clock', '.player.black .clock', '.board']) {
        expect(await isInView(black, part), part).toBe(true);
      }
      await black.getByRole('button', { name: 'Flip' }).click();
      expect(await order(black)).toEqual(['black', 'board', 'white']);
    },
  );

  test.runIf(whole)('the clocks run once both have moved', async () => {
    const { white, hash } = await begin(site, { clock: '3 min + 2 s' });
    const black = await sitDown(site, hash);
    await says(white, '.player.black', '3:00');
    await playGame(white, black, ['e4', 'e5']);
    await says(white, '.clock.running', /^[0-2]:\d\d$/);
    expect(await white.locator('.player.white .clock.running').count()).toBe(1);
  });

  test('keeps the board in sight of a tablet held upright, with the field for moves', async () => {
    const { white, hash } = await begin(site);
    const black = await sitDown(site, hash, { viewport: { width: 820, height: 1180 } });
    await playGame(white, black, ['e4', 'e5']);
    expect(await isInView(black, '.board')).toBe(true);
    expect(await isInView(black, '.move-input')).toBe(true);
  });

  test.runIf(whole)(
    'says what is lost if the server’s record of it is damaged, and goes on',
    async () => {
      const { white, hash } = await begin(site);
      const black = await sitDown(site, hash);
      await playGame(white, black, ['e4', 'e5', 'Nf3']);
      await site.stop();
      const database = new Database(site.games);
      const lose = database.prepare('DELETE FROM moves WHERE game = ? AND ply = 2');
      expect(lose.run(hash.replace('#game=', '')).changes).toBe(1);
      database.close();
      await site.start();
      await says(
        black,
        '.onlookers',
        'The server’s record of this game was damaged: its last move',
      );
      await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5']);
      await type(white, 'Nc3');
      await expect.poll(() => sanOf(black)).toEqual(['e4', 'e5', 'Nc3']);
    },
  );

  test('opens in analysis once it is over, with its names, its clock and its result', async () => {
    const { white, hash } = await begin(site, { clock: '5 min + 3 s', name: 'Ada' });
    const black = await sitDown(site, hash);
    await playGame(white, black, ['e4', 'e5']);
    await black.getByRole('button', { name: 'Resign' }).click();
    await black.getByRole('button', { name: 'Really resign?' }).click();
    await says(white, '.status', 'Black resigned. White wins.');
    await white.evaluate(() => {
      const page = globalThis as unknown as { copied: string };
      const writeText = async (text: string) => {
        page.copied = text;
      };
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    });
    await white.getByText('FEN and PGN').click();
    await white.getByRole('button', { name: 'Copy PGN' }).click();
    await says(white, '#announcer', 'PGN copied.');
    const pgn = await white.evaluate(() => (globalThis as unknown as { copied: string }).copied);
    for (const tag of [
      '[Event "Metachess by link"]',
      `[Site "${site.url}/"]`,
      '[White "Ada"]',
      '[Black "?"]',
      '[Result "1-0"]',
      '[TimeControl "300+3"]',
    ]) {
      expect(pgn).toContain(tag);
    }
    expect(pgn).toMatch(/\[Date "\d{4}\.\d\d\.\d\d"\]/);
    expect(pgn).toMatch(/1\. e4 e5 1-0\s*$/);
    await white.getByRole('button', { name: 'Analyse' }).click();
    await expect.poll(() => new URL(white.url()).hash).toMatch(/^#play/);
    expect(await sanOf(white)).toEqual(['e4', 'e5']);
    await type(white, 'Nf3');
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5', 'Nf3']);
  });

  test.runIf(whole)(
    'is gone through by keys, without losing the place when a move comes',
    async () => {
      const { white, hash } = await begin(site);
      const black = await sitDown(site, hash);
      await playGame(white, black, ['e4', 'e5']);
      const current = () => black.locator('.moves [aria-current]').allTextContents();
      await black.locator('main').press('ArrowLeft');
      expect(await current()).toEqual(['e4']);
      await type(white, 'Nf3');
      await expect.poll(() => sanOf(black)).toEqual(['e4', 'e5', 'Nf3']);
      expect(await current()).toEqual(['e4']);
      await black.locator('main').press('End');
      expect(await current()).toEqual(['Nf3']);
      await black.locator('main').press('f');
      const top = black.locator('.live-board .player').first();
      await expect.poll(() => top.getAttribute('class')).toContain('black');
    },
  );

  test.runIf(whole)('says that the server cannot be reached while it is not', async () => {
    const { white } = await begin(site);
    await site.stop();
    await says(white, '.link', 'The connection is lost.');
    await site.start();
    await expect.poll(() => white.locator('.link').textContent()).toBe('');
  });
});
