import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../src/board/result.ts';
import type { QueueState } from '../../src/queue/state.ts';
import { makeHttpServer } from '../../src/server/httpServer.ts';
import { readPage } from '../../src/server/page.ts';
import { makeQueueRoutes } from '../../src/server/queueRoutes.ts';
import { connect, hasBrowser } from '../browser/browser.ts';
import { queueOf } from '../queue/queueStates.ts';
import { pageFolder } from './site.ts';

describe.skipIf(!hasBrowser())('the page of a queue', () => {
  let browser: Browser;
  let server: Server;
  let page: Page;
  let url: string;
  let state: Result<QueueState>;
  /** The server's seconds pass as a test wants. */
  let now = 0;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await connect();
    const routes = makeQueueRoutes(async () => state, {
      page: await readPage(pageFolder),
      time: { now: () => now },
    });
    server = makeHttpServer(routes.fetch, () => true);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queue/`;
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (/Content Security|Refused/.test(message.text())) errors.push(message.text());
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  beforeEach(async () => {
    answer(ok(queueOf(60)));
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(url);
    await box('KQvk').waitFor();
  });

  function answer(next: Result<QueueState>): void {
    state = next;
    now += 10_000;
  }

  const box = (table: string) => page.locator(`[data-table="${table}"]`);
  const lines = () => page.locator('.lines path').count();
  const details = () => page.locator('.table-details').innerText();
  const oneOf = (wanted: string) => {
    const [game] = queueOf(60).games;
    return game!.tables.find((each) => each.state === wanted)!;
  };

  test('says how far a game is, and what each machine makes', async () => {
    const summary = page.locator('.counts');
    expect(await summary.innerText()).toMatch(
      /^60 of 145 tables done: 2 running, \d+ ready, \d+ waiting, 1 failed$/,
    );
    expect(await page.locator('.rest').innerText()).toMatch(
      /^2 of 3 machines at work · 10\.0 tables a minute · about \d+ min( \d+ s)? remain$/,
    );
    const rows = await page.locator('.machines tbody tr').allInnerTexts();
    expect(rows).toHaveLength(3);
    const { table, machine } = oneOf('running');
    expect(rows[0]).toMatch(
      new RegExp(`^${machine}\\s+${table}\\s+20\\s+2\\s+8 GiB\\s+1\\.2\\.3\\s+1 h ago`),
    );
    expect(rows[2]).toContain('waits for work');
  });

  test('has a box for every table, to the right of those that it needs, that says its state', async () => {
    expect(await page.locator('.level button').count()).toBe(145);
    const left = async (table: string) => (await box(table).boundingBox())!.x;
    expect(await left('KQvk')).toBeLessThan(await left('KPvk'));
    expect(await left('KPvk')).toBeLessThan(await left('KPPvk'));
    expect(await box('KQvk').textContent()).toBe('KQvk, done 20.0 s');
    expect(await box(oneOf('running').table).innerText()).toMatch(/running 43\s%$/);
    for (const wanted of ['ready', 'waiting', 'failed']) {
      expect(await box(oneOf(wanted).table).innerText()).toMatch(new RegExp(`${wanted}$`));
    }
  });

  test('draws lines from what a table needs to the one under the pointer', async () => {
    expect(await lines()).toBe(0);
    await box('KPvk').hover();
    expect(await lines()).toBe(4);
    expect(await page.locator('.needed').allInnerTexts()).toHaveLength(4);
    await page.locator('h1').hover();
    expect(await lines()).toBe(0);
  });

  test('is used by keyboard alone: one stop, arrow keys, and what is known of the table', async () => {
    await box('KBvk').focus();
    expect(await page.locator('.level button[tabindex="0"]').count()).toBe(1);
    const first = await page.locator('.level').first().locator('button').allInnerTexts();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-table'));
    expect(first.map((text) => text.split('\n')[0])).toContain(await focused());
    await page.keyboard.press('End');
    const last = queueOf(60).games[0]!.tables.at(-1)!;
    expect(await focused()).toBe(last.table);
    expect(await details()).toContain(last.table);
    expect(await lines()).toBe(last.needs.length);
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).not.toBe(last.table);
    const failed = oneOf('failed');
    await box(failed.table).focus();
    expect(await details()).toMatch(
      /state\s+failed\s+needs[\s\S]+memory\s+300 MiB\s+expected\s+10\.0 s[\s\S]+No machine has room/,
    );
  });

  test('follows the queue, and leaves the focus where it is', async () => {
    const { table } = oneOf('running');
    await box(table).focus();
    answer(ok(queueOf(100)));
    await expect.poll(() => page.locator('.counts').innerText()).toMatch(/^100 of 145/);
    expect(await box(table).innerText()).toMatch(/done 20\.0 s$/);
    expect(await details()).toMatch(/state\s+done 20\.0 s\s+machine\s+anna\/1/);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-table'))).toBe(
      table,
    );
  });

  test('says that the queue or the server cannot be reached, from when its figures are, and goes on after that', async () => {
    const note = page.locator('.note');
    answer(fail('queue', 'redis is gone'));
    await expect
      .poll(() => note.innerText())
      .toMatch(/^The queue cannot be reached: .* known at \d\d:\d\d:\d\d\. Trying again …$/);
    expect(await box('KQvk').isVisible()).toBe(true);
    await page.route('**/queue', (route) => route.abort());
    await expect
      .poll(() => note.innerText())
      .toMatch(/^The server cannot be reached\. This is what/);
    await page.unroute('**/queue');
    answer(ok({ games: [], machines: [], at: Date.now() }));
    await expect.poll(() => note.innerText()).toBe('Nothing is in the queue.');
    expect(await page.locator('.queue-game').count()).toBe(0);
    expect(await page.locator('.machines').innerText()).toContain('metatb work');
  });

  test.each([
    ['wide and light', { width: 1280, height: 860 }, 'light'],
    ['narrow and dark', { width: 360, height: 740 }, 'dark'],
  ] as const)('has no fault of access and fits: %s', async (_, size, colorScheme) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await box(oneOf('failed').table).focus();
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
  });
});
