import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { drag, framed, Site, sanOf, says, shiftsOf, type } from './site.ts';

/** The shortest that was found: after Qh5 Black is in check, and g6 would allow Qxg6#. */
const GAME = ['b3', 'f6', 'e3', 'h6', 'Nh3', 'b6', 'Qh5#'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe.skipIf(!hasBrowser())('a game by link', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  interface Wanted {
    readonly clock?: string;
    readonly name?: string;
    readonly options?: BrowserContextOptions;
  }

  /** A new game: White's page, and the address to share. */
  async function begin({ clock = 'None', name, options }: Wanted = {}) {
    const white = await site.visit('#game', options);
    await white.getByRole('radio', { name: 'White' }).check();
    await white.getByRole('radio', { name: clock }).check();
    if (name !== undefined) await white.getByLabel('Your name').fill(name);
    await white.getByRole('button', { name: 'Make the game' }).click();
    const link = white.getByLabel('Send this link to your friend');
    await link.waitFor();
    const address = await link.inputValue();
    expect(address).toBe(white.url());
    return { white, hash: new URL(address).hash };
  }

  async function sitDown(hash: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await site.visit(hash, options);
    await page.getByRole('button', { name: 'Play Black' }).click();
    await says(page, '.player.black', 'Black (you)');
    return page;
  }

  async function playGame(white: Page, black: Page, moves: readonly string[]): Promise<void> {
    for (const [ply, move] of moves.entries()) {
      const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
      await type(mover, move);
      await expect.poll(() => sanOf(other)).toEqual(moves.slice(0, ply + 1));
      await expect.poll(() => sanOf(mover)).toEqual(moves.slice(0, ply + 1));
    }
  }

  const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');
  const isInView = (page: Page, selector: string) =>
    page.locator(selector).evaluate((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });

  test('is played in two browsers to metacheckmate, before an onlooker, and once more', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
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

  test('moves that are not ours, not now or forbidden are not made', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
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
    const { white, hash } = await begin();
    const black = await sitDown(hash);
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
    const { white, hash } = await begin();
    const black = await sitDown(hash);
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

  test('a draw is agreed', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
    await playGame(white, black, ['e4']);
    await black.getByRole('button', { name: 'Offer a draw' }).click();
    await white.getByRole('button', { name: 'Accept the draw' }).click();
    for (const page of [white, black]) await says(page, '.status', 'Both sides agreed to a draw.');
  });

  test('an offer is seen and answered on a phone without scrolling', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash, PHONE);
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

  test('each player stands at an edge of the board, the own side below, whichever way it is turned', async () => {
    const { white, hash } = await begin({ clock: '5 min + 3 s', name: 'Ada' });
    const black = await sitDown(hash, PHONE);
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
  });

  test('the clocks run once both have moved', async () => {
    const { white, hash } = await begin({ clock: '3 min + 2 s' });
    const black = await sitDown(hash);
    await says(white, '.player.black', '3:00');
    await playGame(white, black, ['e4', 'e5']);
    await says(white, '.clock.running', /^[0-2]:\d\d$/);
    expect(await white.locator('.player.white .clock.running').count()).toBe(1);
  });

  test('a clock of one’s own choice is kept', async () => {
    const white = await site.visit('#game');
    await white.getByRole('radio', { name: 'Other…' }).check();
    await white.getByLabel('Minutes').fill('90');
    await white.getByLabel('Seconds a move').fill('30');
    await white.getByRole('button', { name: 'Make the game' }).click();
    await says(white, '.player.white .clock', '1:30:00');
  });

  describe('the guest', () => {
    test.each([
      ['a phone', PHONE],
      ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ])('is invited to what it is, on %s without scrolling', async (_, options) => {
      const { hash } = await begin({ clock: '5 min + 3 s', name: 'Ada' });
      const guest = await site.visit(hash, options);
      await says(guest, '.invitation h1', 'Ada invites you to Metachess');
      await says(guest, '.invitation .terms', 'You play Black · 5 min + 3 s');
      await says(guest, '.invitation .rule', 'lets the opponent checkmate at once');
      for (const part of ['.invitation h1', '.invitation .rule', '.invitation .primary']) {
        expect(await isInView(guest, part), part).toBe(true);
      }
      await guest.getByLabel('Your name').fill('Grace');
      await guest.getByRole('button', { name: 'Play Black' }).click();
      await says(guest, '.player.black', 'Grace (you)');
      expect(await guest.locator('.invitation').count()).toBe(0);
    });

    test('finds the rule behind the invitation, and the invitation again', async () => {
      const { hash } = await begin();
      const guest = await site.visit(hash);
      await guest.getByRole('link', { name: 'Try the rule' }).click();
      await guest.getByRole('heading', { level: 1 }).first().waitFor();
      await guest.goBack();
      await guest.getByRole('button', { name: 'Play Black' }).waitFor();
    });
  });

  describe('whose turn it is', () => {
    test('stands in the title and in the icon', async () => {
      const { white, hash } = await begin({ name: 'Ada' });
      await expect.poll(() => white.title()).toMatch(/^Waiting for a player · /);
      const black = await sitDown(hash);
      await expect.poll(() => white.title()).toMatch(/^Your turn · /);
      await expect.poll(() => black.title()).toMatch(/^Ada’s turn · /);
      expect([await iconOf(white), await iconOf(black)]).toEqual(['./icon-turn.svg', './icon.svg']);
      await playGame(white, black, ['e4']);
      await expect.poll(() => black.title()).toMatch(/^Your turn · /);
      await expect.poll(() => white.title()).toMatch(/^Black’s turn · /);
      expect([await iconOf(white), await iconOf(black)]).toEqual(['./icon.svg', './icon-turn.svg']);
      const icon = await black.request.get(`${site.url}/icon-turn.svg`);
      expect(icon.headers()['content-type']).toBe('image/svg+xml');
      // The title and icon of other pages are their own.
      await black.getByRole('link', { name: 'The rule' }).click();
      await expect.poll(() => black.title()).toBe('The rule · Metachess');
      expect(await iconOf(black)).toBe('./icon.svg');
    });

    test('is signalled by a sound, unless it is switched off; the switch is remembered', async () => {
      const { white, hash } = await begin();
      const black = await sitDown(hash);
      /** Counts tones from now on. */
      const listen = (page: Page) =>
        page.evaluate(() => {
          const made = globalThis as unknown as { tones: number };
          const { start } = OscillatorNode.prototype;
          made.tones = 0;
          OscillatorNode.prototype.start = function (when) {
            made.tones++;
            start.call(this, when);
          };
        });
      const tones = (page: Page) =>
        page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
      await listen(black);
      await playGame(white, black, ['e4']);
      await expect.poll(() => tones(black)).toBeGreaterThan(0);
      await black.getByLabel('Sound').uncheck();
      await black.reload();
      await says(black, '.player.black', 'Black (you)');
      expect(await black.getByLabel('Sound').isChecked()).toBe(false);
      await listen(black);
      await playGame(black, white, []);
      await type(black, 'e5');
      await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5']);
      await type(white, 'Nf3');
      await expect.poll(() => sanOf(black)).toEqual(['e4', 'e5', 'Nf3']);
      expect(await tones(black)).toBe(0);
    });

    test('is notified only if the button was pressed and the page is out of sight', async () => {
      const { white, hash } = await begin();
      const black = await sitDown(hash);
      await black.evaluate(() => {
        const page = globalThis as unknown as { asked: number; shown: string[] };
        page.asked = 0;
        page.shown = [];
        class FakeNotification {
          static permission = 'default';
          static requestPermission(): Promise<string> {
            page.asked++;
            FakeNotification.permission = 'granted';
            return Promise.resolve('granted');
          }
          constructor(title: string, { body }: { body: string }) {
            page.shown.push(`${title} | ${body}`);
          }
        }
        Object.assign(globalThis, { Notification: FakeNotification });
      });
      const state = () =>
        black.evaluate(() => {
          const { asked, shown } = globalThis as unknown as { asked: number; shown: string[] };
          return { asked, shown };
        });
      await playGame(white, black, ['e4', 'e5']);
      expect(await state()).toEqual({ asked: 0, shown: [] });
      await black.getByRole('button', { name: 'Notify me when it is my turn' }).click();
      await says(black, '.notify', 'You will be notified.');
      await black.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
      await type(white, 'Nf3');
      await expect.poll(state).toEqual({ asked: 1, shown: ['Your turn | White: Nf3.'] });
    });
  });

  test('is found again from Play and from the page of games by link, with whose turn it is', async () => {
    const { white, hash } = await begin({ name: 'Ada' });
    const black = await sitDown(hash);
    const lit = () => white.locator('nav a[aria-current=page]').allTextContents();
    expect(await lit()).toEqual(['By link']);
    await white.getByRole('link', { name: 'By link' }).click();
    await says(white, '.own-game', /as White.*Your turn/);
    await black.getByRole('link', { name: 'By link' }).click();
    await says(black, '.own-game', /Metachess against Ada, as Black.*White’s turn/);
    expect(await lit()).toEqual(['By link']);
    // The board on this device leads back, too.
    await white.getByRole('link', { name: 'Play', exact: true }).click();
    await says(white, '.play .own-game', /as White.*Your turn/);
    await white.locator('.play .own-game').click();
    await says(white, '.player.white', 'Ada (you)');
    await white.getByRole('button', { name: 'Resign' }).click();
    await white.getByRole('button', { name: 'Really resign?' }).click();
    await says(white, '.status', 'White resigned. Black wins.');
    await white.getByRole('link', { name: 'By link' }).click();
    await white.getByRole('button', { name: 'Make the game' }).waitFor();
    await expect.poll(() => white.locator('.own-game').count()).toBe(0);
  });

  test('is shared as a link and as a QR code', async () => {
    const { white } = await begin();
    expect(await white.locator('.qr-code svg').count()).toBe(0);
    await white.getByRole('button', { name: 'QR code' }).click();
    await white.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    await framed(white);
    expect(await isInView(white, '.qr-code svg')).toBe(true);
  });

  test('opens in analysis once it is over, with its names, its clock and its result', async () => {
    const { white, hash } = await begin({ clock: '5 min + 3 s', name: 'Ada' });
    const black = await sitDown(hash);
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

  test('is gone through by keys, without losing the place when a move comes', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
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
  });

  test.each([
    ['to a game that does not exist', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['that was cut off', 'BMpWFla81nXUHEStTy'],
    ['that is no id at all', 'nosuch'],
  ])('a link %s says so at once and leads to a new game', async (_, id) => {
    const page = await site.visit();
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.goto(`${site.url}/#game=${id}`);
    await says(page, '[role=alert]', 'There is no such game: the link may be cut off');
    // Nothing is tried again.
    expect(sockets.length).toBeLessThanOrEqual(1);
    await page.getByRole('link', { name: 'A new game by link' }).click();
    await page.getByRole('button', { name: 'Make the game' }).waitFor();
  });

  test('says that the server cannot be reached while it is not', async () => {
    const { white } = await begin();
    await site.stop();
    await says(white, '.link', 'The connection is lost.');
    await site.start();
    await expect.poll(() => white.locator('.link').textContent()).toBe('');
  });
});
