import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { servePage } from '../../tools/pageServer.ts';
import { compiled, inFolder } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { connect, hasBrowser } from './browser.ts';
import { digestOf } from './digest.ts';
import type { SolvedHere, Page as Solving } from './page.ts';

/** What is small is solved by one worker, before another would have started: tables of three men, and a few of four. */
const THREE_MEN = ['KQvk', 'KPvk'];
const FOUR_MEN = 'KNPvk';

const below: Readonly<Record<string, readonly string[]>> = {
  KQvk: [],
  KPvk: ['KQvk', 'KRvk', 'KBvk', 'KNvk'],
  KNPvk: ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk', 'KQNvk', 'KRNvk', 'KBNvk', 'KNNvk'],
};

/** A table of another game, by the general set solver. */
const OTHER = { game: 'kingofthehill', name: 'KRvkn' } as const;

/** Digests of the tables that Node's pool of workers makes, by side to move. */
async function solveInNode(): Promise<Map<string, string[]>> {
  const other = unwrap(findRuleSet(OTHER.game));
  return new Map([
    ...(await digestsOf(metachess, [...THREE_MEN, FOUR_MEN])),
    ...(await digestsOf(other, [OTHER.name])),
  ]);
}

function digestsOf(rules: RuleSet, names: readonly string[]): Promise<Map<string, string[]>> {
  return inFolder(async (dir) => {
    const wanted = names.map((name) => materialOf(rules, name));
    unwrap(await compiled.generate(rules, wanted, { dir, threads: 2 }));
    const store = new compiled.TableStore(rules, dir);
    const tables = new Map<string, string[]>();
    for (const material of wanted) {
      const { values } = unwrap(await store.read(material));
      expect(values[0].length).toBeGreaterThan(1000);
      tables.set(material.name, await Promise.all(values.map(digestOf)));
    }
    return tables;
  });
}

// Evaluated in the page, where page.ts has put these.
declare const solveHere: Solving['solveHere'];
declare const stopHere: Solving['stopHere'];

describe.skipIf(!hasBrowser())('in Chromium a table is solved as in Node, value by value', () => {
  let browser: Browser;
  let context: BrowserContext;
  let expected: Map<string, string[]>;

  beforeAll(async () => {
    [browser, expected] = await Promise.all([connect(), solveInNode()]);
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Opens the page and counts the workers that it starts. */
  async function onPage(
    isolated: boolean,
    use: (page: Page, workers: () => number) => Promise<void>,
  ): Promise<void> {
    const server = await servePage(inject('libraryPage'), isolated);
    const page = await context.newPage();
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

  const solved = (page: Page, name: string, game = 'metachess'): Promise<SolvedHere> =>
    page.evaluate(([rules, table]) => solveHere(rules!, table!, 2), [game, name]);

  describe.each([
    ['by two workers over shared memory, where the page is cross-origin isolated', true],
    ['by one thread, where it is not', false],
  ])('%s', (_, isolated) => {
    it.each(isolated ? [...THREE_MEN, FOUR_MEN] : THREE_MEN)('%s', (name) =>
      onPage(isolated, async (page, started) => {
        const { digests, events, turns, tables } = await solved(page, name);
        expect(started()).toBe(isolated ? (name === FOUR_MEN ? 2 : 1) : 0);
        expect(digests).toEqual(expected.get(name));
        expect(tables).toEqual([...below[name]!, name]);
        expect(events[0]).toBe('plan');
        expect(events).toContain('progress');
        expect(events.filter((kind) => kind === 'solved')).toHaveLength(tables.length);
        // The page could do other things meanwhile.
        expect(turns).toBeGreaterThan(0);
      }),
    );

    it(`${OTHER.name} of a game that sets of any board make`, () =>
      onPage(isolated, async (page, started) => {
        const { digests } = await solved(page, OTHER.name, OTHER.game);
        // Another thread shares the work, where the page has started one.
        expect(started()).toBe(isolated ? 1 : 0);
        expect(digests).toEqual(expected.get(OTHER.name));
      }));

    it('and stops when it is asked to', () =>
      onPage(isolated, async (page) => {
        const stop = page.evaluate(([table]) => stopHere('metachess', table!, 2), ['KPvk']);
        expect(await stop).toBe('interrupted');
      }));
  });
});
