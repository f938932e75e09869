import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { beginPlay } from '../../src/server/games/game.ts';
import { GameFile } from '../../src/server/games/gameFile.ts';
import { hasBrowser } from '../browser/browser.ts';
import { begin, sitDown } from './liveGames.ts';
import { click, drag, framed, Site, says } from './site.ts';

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

/** Restarts the server, with a game that begins at this position: nobody else can choose one. */
async function place(site: Site, hash: string, fen: string): Promise<void> {
  await site.stop();
  const file = unwrap(GameFile.open(site.games));
  const game = unwrap(file.load(hash.replace('#game=', '')))!;
  const { rules } = game.play;
  const play = beginPlay(rules, unwrap(rules.parseFen(fen)));
  unwrap(file.save({ ...game, play }, game, Date.now()));
  file.close();
  await site.start();
}

/** The men on the board and where the last move ended, as `class x y`. */
const boardOf = (page: Page) =>
  page
    .locator('.hidden-board')
    .evaluate((board) =>
      [...board.querySelectorAll('piece, square')]
        .map((each) => `${each.className} ${(each as HTMLElement).style.transform}`)
        .sort(),
    );

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

    const boards = async () => [await boardOf(white), await boardOf(black), await boardOf(third)];
    const atFirst = await boards();
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
    // Turned round, each side's hit points go with it.
    await press(white, 'Flip');
    expect(await hitPointsOf(white)).toEqual(['12 HP', '6 HP']);
    await white.keyboard.press('f');
    expect(await hitPointsOf(white)).toEqual(['6 HP', '12 HP']);
    await press(black, 'Claim illegal move');
    await click(black, 'e5', true);
    await says(black, '.warning', 'Claim that the move to e5 was illegal?');
    await black.keyboard.press('NumpadEnter');
    await says(white, '.last-action', 'Black: claim e5: correct, -7.');
    await says(white, '.status', 'White to move.');
    // All see the earlier board again.
    await expect.poll(boards).toEqual(atFirst);
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
    await third.keyboard.press('ArrowLeft');
    await says(third, '.last-action', 'White begins.');
    await third.keyboard.press('ArrowRight');
    await says(third, '.last-action', 'White has moved to e5.');
    expect(await third.getByLabel('PGN').inputValue()).toContain('[Variant "illegal:hp=12"]');
    const record = await white.getByLabel('PGN').inputValue();
    expect(record).toContain('[Event "The Illegal-Move Game (hp=12) by link"]');
    expect(record).toContain(`[Site "${site.url}/"]`);
    expect(record).toMatch(/^\[Date "20\d\d\.\d\d\.\d\d"\]$/m);
    expect(record).toContain('[Result "1-0"]');
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
    // A pawn is taken en passant, or only the square behind it is entered.
    await act(white, black, 'a2a5');
    await act(black, white, 'b7b5');
    await drag(white, 'a5', 'b6');
    await press(white, 'Special: en passant');
    await says(black, '.last-action', 'White has moved to b6.');
    const menAfter = await boardOf(black);
    await act(black, white, 'a7b6');
    expect(menAfter.filter((man) => man.includes('p-piece'))).toHaveLength(15);

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
    for (const page of [white, black]) {
      for (const name of ['One move back', 'Analyse', 'Save as PGN', 'Copy']) {
        expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
      }
      expect(await page.getByLabel(/PGN/).count()).toBe(0);
      expect(await page.getByText('FEN and PGN').count()).toBe(0);
    }
    // The help says whose rules these are.
    await black.getByText('The rules of The Illegal-Move Game').click();
    await says(black, '.game-rules', 'The page leaves this open. Ours:');
    await says(black, '.game-rules', 'A player who writes positions down cannot be stopped.');
  });

  test('is drawn by stalemate if the player to move accepts it, who may claim instead', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    await place(site, hash, '7k/8/8/8/8/8/Q7/K7 w - - 0 1');
    await act(white, black, 'a2g6');
    await says(black, '.warning', 'A draw (stalemate), unless you claim the last move.');
    const accept = (page: Page) => page.getByRole('button', { name: 'Accept the draw' });
    expect(await accept(white).count()).toBe(0);
    expect(await accept(black).isVisible()).toBe(true);
    // It was an illegal move.
    await act(black, white, 'claim g6');
    await says(white, '.warning', 'Move any man');
    expect(await accept(black).count()).toBe(0);
    await act(white, black, 'a2f7');
    await propose(black, 'h8a8');
    await press(black, 'Confirm');
    await says(black, '#announcer', 'It is a draw (stalemate): accept it, or claim.');
    await accept(black).click();
    for (const page of [white, black]) {
      await says(page, '.status', 'Stalemate: no legal move, and no check. A draw.');
      await says(page, '.entries', /draw: stalemate$/);
      expect(await page.getByLabel('PGN').inputValue()).toContain('[Result "1/2-1/2"]');
    }
  });

  test('is drawn by a button after 50 moves, by the player who is not to move, too', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    const third = await site.visit(hash);
    await place(site, hash, '4k2r/7p/8/8/8/8/P7/R3K3 w - - 99 90');
    await act(white, black, 'e1e2');
    // One’s own move counts once it is confirmed.
    await press(white, 'Claim 50 moves');
    await says(white, '#announcer', 'There is no draw to claim or to accept.');
    await act(black, white, 'e8e7');
    expect(await third.getByRole('button', { name: 'Claim 50 moves' }).count()).toBe(0);
    await press(black, 'Claim 50 moves');
    for (const page of [white, black, third]) {
      await says(page, '.status', '50 moves without a capture or a pawn’s advance. A draw.');
      await says(page, '.last-action', 'Black: draw: 50-move rule.');
    }
  });

  test('flashes the square of each move for those who want it, and nothing else', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    const watch = async (page: Page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.evaluate(() => {
        document.body.dataset.flashes = '';
        document.addEventListener('animationstart', ({ animationName }) => {
          if (animationName === 'flash-square') document.body.dataset.flashes += '*';
        });
      });
    };
    const flashesOf = async (page: Page) => {
      await framed(page);
      return page.evaluate(() => document.body.dataset.flashes);
    };
    for (const page of [white, black]) await watch(page);
    const box = black.getByLabel('Flash the square of each move');
    expect(await box.isChecked()).toBe(false);
    await act(white, black, 'g1f3');
    await act(black, white, 'g8f6');
    expect(await flashesOf(black)).toBe('');
    await box.check();
    await act(white, black, 'f3g1');
    await expect.poll(() => flashesOf(black)).toBe('*');
    // What is proposed or claimed does not flash.
    await propose(black, 'f6g8');
    await press(black, 'Cancel');
    await act(black, white, 'claim g1');
    expect([await flashesOf(black), await flashesOf(white)]).toEqual(['*', '']);
    // It is remembered, also that it is wanted no more.
    await black.reload();
    await watch(black);
    expect(await box.isChecked()).toBe(true);
    await act(black, white, 'f6g8');
    await expect.poll(() => flashesOf(black)).toBe('*');
    await box.uncheck();
    await act(white, black, 'g1f3');
    await act(black, white, 'g8f6');
    expect(await flashesOf(black)).toBe('*');
  });

  test('stands as before after a new visit and a lost connection, and gives nothing away', async () => {
    const { white, hash } = await started(site);
    const black = await sitDown(site, hash);
    await act(white, black, 'b1b5');
    await act(black, white, 'claim b4');
    const seen = async (page: Page) => ({
      board: await boardOf(page),
      hitPoints: await hitPointsOf(page),
      last: await page.locator('.last-action').textContent(),
      turn: await page.locator('.live .status').textContent(),
      claim: await page.getByRole('button', { name: 'Claim illegal move' }).count(),
    });
    const [whiteSaw, blackSaw] = [await seen(white), await seen(black)];
    expect([whiteSaw.claim, blackSaw.claim]).toEqual([0, 1]);
    for (const page of [white, black]) await page.reload();
    await expect.poll(() => seen(white)).toEqual(whiteSaw);
    await expect.poll(() => seen(black)).toEqual(blackSaw);

    await site.stop();
    await says(black, '.link', 'The connection is lost.');
    await says(white, '.link', 'The connection is lost.');
    expect([await seen(white), await seen(black)]).toEqual([whiteSaw, blackSaw]);
    await site.start();
    for (const page of [white, black]) await says(page, '.link', /^$/);
    expect([await seen(white), await seen(black)]).toEqual([whiteSaw, blackSaw]);
    for (const page of [white, black]) {
      for (const secret of ['b1b5', 'Nb1', 'illegal:', '–']) {
        expect(await page.locator('.live-game').innerHTML()).not.toContain(secret);
      }
    }

    // A claim that is made meanwhile waits for the connection.
    await site.stop();
    await says(black, '.link', 'The connection is lost.');
    await propose(black, 'claim b5');
    await press(black, 'Confirm');
    await says(black, '#announcer', 'It is sent once the connection is back.');
    await site.start();
    for (const page of [white, black]) {
      await says(page, '.last-action', 'Black: claim b5: correct, -11.');
      expect((await hitPointsOf(page)).sort()).toEqual(['89 HP', '94 HP']);
    }
    await act(white, black, 'g1f3');
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
