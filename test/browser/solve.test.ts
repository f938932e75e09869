import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { compiled, inFolder } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { connect, hasBrowser, serve } from './browser.ts';
import type { SolvedHere, Page as Solving } from './page.ts';

const TABLES = ['KQvk', 'KPvk'];

/** Every value of a table that Node's pool of workers makes, by side to move. */
function solveInNode(): Promise<Map<string, number[][]>> {
  return inFolder(async (dir) => {
    const wanted = TABLES.map((name) => materialOf(metachess, name));
    unwrap(await compiled.generate(metachess, wanted, { dir, threads: 2, pack: false }));
    const store = new compiled.TableStore(metachess, dir);
    const tables = new Map<string, number[][]>();
    for (const material of wanted) {
      const { values } = unwrap(await store.read(material));
      const all = values.map((side) => Array.from({ length: side.length }, (_, i) => side.at(i)));
      tables.set(material.name, all);
    }
    return tables;
  });
}

// Evaluated in the page, where page.ts has put these.
declare const solveHere: Solving['solveHere'];
declare const stopHere: Solving['stopHere'];

describe.skipIf(!hasBrowser())('in Chromium a table is solved as in Node, value by value', () => {
  let browser: Browser;
  let expected: Map<string, number[][]>;

  beforeAll(async () => {
    [browser, expected] = await Promise.all([connect(), solveInNode()]);
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Opens the page and counts the workers that it starts. */
  async function onPage(
    isolated: boolean,
    use: (page: Page, workers: () => number) => Promise<void>,
  ): Promise<void> {
    const server = await serve(inject('libraryPage'), isolated);
    const page = await browser.newPage();
    let started = 0;
    page.on('worker', () => started++);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    try {
      await page.goto(server.url);
      expect(await page.evaluate('crossOriginIsolated')).toBe(isolated);
      await use(page, () => started);
      expect(errors).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  }

  const solved = (page: Page, name: string): Promise<SolvedHere> =>
    page.evaluate(([table]) => solveHere('metachess', table!, 2), [name]);

  describe.each([
    ['by two workers over shared memory, where the page is cross-origin isolated', true, 2],
    ['by one thread, where it is not', false, 0],
  ])('%s', (_, isolated, workers) => {
    it.each(TABLES)('%s', (name) =>
      onPage(isolated, async (page, started) => {
        const { values, events, turns, tables } = await solved(page, name);
        expect(started()).toBe(workers);
        expect(values[0].length).toBe(expected.get(name)![0]!.length);
        expect(values[0].some((value) => value > 1)).toBe(true);
        // Not toEqual: of long arrays it would say every difference.
        for (const side of [0, 1] as const) {
          const theirs = expected.get(name)![side]!;
          const differences = values[side].filter((value, i) => value !== theirs[i]).length;
          expect(differences).toBe(0);
        }
        expect(tables).toEqual(name === 'KPvk' ? ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'] : [name]);
        expect(events[0]).toBe('plan');
        expect(events).toContain('progress');
        expect(events.filter((kind) => kind === 'solved')).toHaveLength(tables.length);
        // The page has had its turns meanwhile.
        expect(turns).toBeGreaterThan(0);
      }),
    );

    it('and stops when it is told to', () =>
      onPage(isolated, async (page) => {
        const stop = page.evaluate(([table]) => stopHere('metachess', table!, 2), ['KPvk']);
        expect(await stop).toBe('interrupted');
      }));
  });
});
