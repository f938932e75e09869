import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { few, whole } from '../thorough.ts';
import { begin, isInView, PHONE, playGame, sitDown, takeSeat } from './liveGames.ts';
import { framed, Site, sanOf, says, type } from './site.ts';

/** What a page has made. */
interface Made {
  tones: number;
  context?: BaseAudioContext;
}

describe.skipIf(!hasBrowser())('to a game by link', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

  test.runIf(whole)('a clock of one’s own choice is kept', async () => {
    const white = await site.visit('#game');
    await white.getByRole('radio', { name: 'Other…' }).check();
    await white.getByLabel('Minutes').fill('90');
    await white.getByLabel('Seconds a move').fill('30');
    await white.getByRole('button', { name: 'Make the game' }).click();
    await says(white, '.player.white .clock', '1:30:00');
  });

  describe('the guest', () => {
    test.each(
      few(
        [
          ['a phone', PHONE],
          ['a desktop', { viewport: { width: 1440, height: 900 } }],
        ],
        1,
      ),
    )('is invited to what it is, on %s without scrolling', async (_, options) => {
      const { hash } = await begin(site, { clock: '5 min + 3 s', name: 'Ada' });
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

    test.runIf(whole)(
      'finds the rule behind the invitation, and the invitation again',
      async () => {
        const { hash } = await begin(site);
        const guest = await site.visit(hash);
        await guest.getByRole('link', { name: 'Try the rule' }).click();
        await guest.getByRole('heading', { level: 1 }).first().waitFor();
        await guest.goBack();
        await guest.getByRole('button', { name: 'Play Black' }).waitFor();
      },
    );
  });

  describe('whose turn it is', () => {
    test('stands in the title and in the icon', async () => {
      const { white, hash } = await begin(site, { name: 'Ada' });
      await expect.poll(() => white.title()).toMatch(/^Waiting for a player · /);
      const black = await sitDown(site, hash);
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

    test.runIf(whole)(
      'is signalled by a sound, unless it is switched off; the switch is remembered',
      async () => {
        const { white, hash } = await begin(site);
        const black = await sitDown(site, hash);
        /** Counts tones from now on. */
        const listen = (page: Page) =>
          page.evaluate(() => {
            const made = globalThis as unknown as Made;
            const { start } = OscillatorNode.prototype;
            made.tones = 0;
            OscillatorNode.prototype.start = function (when) {
              made.tones++;
              made.context = this.context;
              start.call(this, when);
            };
          });
        const tones = (page: Page) => page.evaluate(() => (globalThis as unknown as Made).tones);
        await listen(black);
        await playGame(white, black, ['e4']);
        await expect.poll(() => tones(black)).toBeGreaterThan(0);
        // What runs on keeps a core and the sound of a device awake.
        const state = () => black.evaluate(() => (globalThis as unknown as Made).context?.state);
        await expect.poll(state).toBe('suspended');
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
      },
    );

    test('is notified only if the button was pressed and the page is out of sight', async () => {
      const { white, hash } = await begin(site);
      const black = await site.visitAlone(hash);
      // Before the page looks at what is permitted: a browser without a window may permit nothing.
      await black.addInitScript(() => {
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
      await black.reload();
      await takeSeat(black);
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

  test.runIf(whole)(
    'is found again from Play and from the page of games by link, with whose turn it is',
    async () => {
      const { white, hash } = await begin(site, { name: 'Ada' });
      const black = await sitDown(site, hash);
      const lit = () => white.locator('nav a[aria-current=page]').allTextContents();
      expect(await lit()).toEqual(['By link']);
      await white.getByRole('link', { name: 'By link' }).click();
      await says(white, '.own-game', /as White.*Your turn/);
      await black.getByRole('link', { name: 'By link' }).click();
      await says(black, '.own-game', /Metachess against Ada, as Black.*White’s turn/);
      expect(await lit()).toEqual(['By link']);
      // The board on this device leads back, too.
      await white.getByRole('link', { name: 'Play', exact: true }).click();
      await says(white, '.play .games .own-game', /as White.*Your turn/);
      // Among the games of this device, opened for it.
      await white.locator('.play .games .own-game').click();
      await says(white, '.player.white', 'Ada (you)');
      await white.getByRole('button', { name: 'Resign' }).click();
      await white.getByRole('button', { name: 'Really resign?' }).click();
      await says(white, '.status', 'White resigned. Black wins.');
      await white.getByRole('link', { name: 'By link' }).click();
      await white.getByRole('button', { name: 'Make the game' }).waitFor();
      await expect.poll(() => white.locator('.own-game').count()).toBe(0);
    },
  );

  test('a notification leads back to the tab of its game, or to a new one', async () => {
    const page = await site.visitAlone('', { serviceWorkers: 'allow' });
    const controlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    await expect.poll(controlled).toBe(true);
    const [worker] = page.context().serviceWorkers();
    // A script can neither click on a notification nor focus a tab without such a click.
    await worker!.evaluate(() => {
      const done: string[] = [];
      const scope = self as unknown as {
        done: string[];
        shown: unknown;
        clients: { openWindow: (url: string) => Promise<void> };
        registration: object;
        WindowClient: { prototype: object };
      };
      const showNotification = async (title: string, options: object) => {
        done.push(title);
        scope.shown = { ...options, close: () => done.push('closed') };
      };
      const focus = async () => void done.push('focuses');
      Object.defineProperty(scope.registration, 'showNotification', { value: showNotification });
      Object.defineProperty(scope.WindowClient.prototype, 'focus', { value: focus });
      scope.clients.openWindow = async (url) => void done.push(`opens ${url}`);
      scope.done = done;
    });
    const done = () =>
      worker!.evaluate(() => (self as unknown as { done: string[] }).done.splice(0));
    const click = () =>
      worker!.evaluate(async () => {
        const works: Promise<unknown>[] = [];
        const { shown } = self as unknown as { shown: unknown };
        const waitUntil = (work: Promise<unknown>) => works.push(work);
        const event = new Event('notificationclick');
        dispatchEvent(Object.assign(event, { notification: shown, waitUntil }));
        await Promise.all(works);
      });
    const tag = 'AAAAAAAAAAAAAAAAAAAAAA';
    await page.evaluate((tag) => {
      const notice = { title: 'Your turn', options: { tag } };
      navigator.serviceWorker.controller!.postMessage(notice);
    }, tag);
    await expect.poll(done).toEqual(['Your turn']);
    await click();
    expect(await done()).toEqual(['closed', 'focuses']);
    await expect.poll(() => page.url()).toBe(`${site.url}/#game=${tag}`);
    // The tab is replaced by another one.
    await page.context().newPage();
    await page.close();
    await click();
    expect(await done()).toEqual(['closed', `opens ${site.url}/#game=${tag}`]);
  });

  test.runIf(whole)('is shared by the device, where it can', async () => {
    const page = await site.visitAlone();
    await page.evaluate(() => {
      const shared: ShareData[] = [];
      const share = async (data: ShareData) => {
        shared.push(data);
      };
      Object.defineProperty(navigator, 'share', { value: share });
      Object.assign(globalThis, { shared });
    });
    await page.getByRole('link', { name: 'By link' }).click();
    await page.getByRole('button', { name: 'Make the game' }).click();
    await page.getByRole('button', { name: 'Share…' }).click();
    const shared = await page.evaluate(
      () => (globalThis as unknown as { shared: ShareData[] }).shared,
    );
    expect(shared.map(({ url }) => url)).toEqual([page.url()]);
  });

  test('is shared as a link and as a QR code', async () => {
    const { white } = await begin(site);
    expect(await white.locator('.qr-code svg').count()).toBe(0);
    await white.getByRole('button', { name: 'QR code' }).click();
    await white.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    await framed(white);
    expect(await isInView(white, '.qr-code svg')).toBe(true);
  });

  test.each(
    few(
      [
        ['to a game that does not exist', 'AAAAAAAAAAAAAAAAAAAAAA'],
        ['that was cut off', 'BMpWFla81nXUHEStTy'],
        ['that is no id at all', 'nosuch'],
      ],
      1,
    ),
  )('a link %s says so at once and leads to a new game', async (_, id) => {
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
});
