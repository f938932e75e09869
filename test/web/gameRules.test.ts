import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allGames } from '../../src/rules/registry.ts';
import { gameExamples } from '../../src/web/rules/gameExamples.ts';
import { hasBrowser } from '../browser/browser.ts';
import { few } from '../thorough.ts';
import { click, Site, says, tap } from './site.ts';

const PHONE = { width: 390, height: 844 };

describe.skipIf(!hasBrowser())('the pages of games and their rules', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('list every game with its board, and lead to its rules, a game and its endgames', async () => {
    const page = await site.visit('#games');
    const cards = page.locator('.game-card');
    await cards.first().waitFor();
    expect(await cards.locator('h2').allTextContents()).toEqual([
      'Your own game',
      ...allGames().map(({ title }) => title),
    ]);
    expect(await page.locator('.game-card .diagram').count()).toBe(allGames().length);
    const atomic = cards.filter({ hasText: 'Atomic chess' });
    expect(await hrefs(atomic)).toEqual([
      '#games=atomic',
      '#games=atomic',
      '#games=atomic',
      '#play=atomic/startpos',
      '#invite=atomic',
      '#endgames=atomic',
    ]);
    expect(await hrefs(cards.first())).toEqual(['#own']);
    await page.getByRole('link', { name: 'Rules: Atomic chess' }).click();
    await says(page, 'h1', 'Atomic chess');
    expect(await page.title()).toBe('Atomic chess · Metachess');
  });

  test.each(
    few(
      [
        ['metamachy', 'Metamachy', 12, 12],
        ['losalamos', 'Los Alamos chess', 6, 6],
        ['capablanca', 'Capablanca chess', 10, 8],
        ['metachess', 'Metachess', 8, 8],
      ] as const,
      2,
    ),
  )('show %s with its board and its pieces, and fit a phone', async (name, title, files, ranks) => {
    const page = await site.visit(`#games=${name}`, { viewport: PHONE });
    await says(page, 'h1', title);
    const { width, height } = (await page.locator('.rules-top .diagram').boundingBox())!;
    expect(width / height).toBeCloseTo(files / ranks, 1);
    const { army } = allGames().find((rules) => rules.name === name)!;
    expect(await page.locator('.piece-card .name').allTextContents()).toEqual(
      army.map((kind) => kind.name),
    );
    expect(await overflow(page)).toBe(0);
  });

  test('tell in words and shapes where a piece goes', async () => {
    const page = await site.visit('#games=metamachy');
    const cannon = page.locator('.piece-card', { hasText: 'cannon' });
    const picture = cannon.getByRole('img');
    expect(await picture.getAttribute('aria-label')).toBe(
      'cannon on e5 of an empty board of 9 by 9 squares: only moves: e4, d5, f5, e6; moves there and goes there over one other piece: e1, e2, e3, a5, b5, c5, g5, h5, i5, e7, e8, e9.',
    );
    // Not by colour alone: each differs in outline or in being filled.
    const shapes = await page
      .locator('.legend path')
      .evaluateAll((marks) =>
        marks.map((mark) => `${mark.getAttribute('d')} ${getComputedStyle(mark).fill}`),
      );
    expect(new Set(shapes).size).toBe(4);
    expect(shapes).toHaveLength(4);
  });

  test('speak of the rule only where it holds', async () => {
    const page = await site.visit('#games=metachess');
    await says(page, '.game-page', /metacheckmate/);
    expect(await page.getByRole('link', { name: 'Try the rule' }).getAttribute('href')).toBe(
      '#rule',
    );
    await page.goto(`${site.url}/#games=atomic`);
    await says(page, 'h1', 'Atomic chess');
    expect(await page.locator('#content').textContent()).not.toMatch(/metacheck|amber/);
  });

  test('follow addresses of sources only over https', async () => {
    const page = await site.visit('#games=atomic');
    const link = page.locator('.rules-body .hint a').first();
    expect(await link.getAttribute('href')).toBe('https://lichess.org/variant/atomic');
    expect(await link.getAttribute('rel')).toBe('noopener');
    // The comma belongs to the sentence.
    await page.goto(`${site.url}/#games=illegal`);
    const inSentence = page.locator('.rules-top .hint a[href="https://cheatchess.ru"]');
    await expect.poll(() => inSentence.textContent()).toBe('https://cheatchess.ru');
    await page.goto(`${site.url}/#games=metamachy`);
    await says(page, '.rules-top .hint', 'http://history.chess.free.fr/metamachy.htm');
    expect(await page.locator('.rules-top .hint a').count()).toBe(0);
  });

  test.each([
    ['chesss', 'There is no game “chesss” here.'],
    ['hutnik:Q=9', /Q=9: /],
  ])('say that %s is no game, and show the list', async (name, words) => {
    const page = await site.visit(`#games=${name}`);
    await says(page, '.problem', words);
    expect(await page.locator('.game-card').count()).toBe(allGames().length + 1);
  });

  test('mark a game of one’s own, to be edited, and show its rules as text', async () => {
    const page = await site.visit('#games', { viewport: PHONE });
    await keepOwn(page, {
      name: 'tiny',
      ini: '[tiny:gardner]\ntitle = <b>Tiny</b>OneVeryLongWordThatNoPhoneHasRoomFor\nsource = me: javascript:alert(1)',
    });
    const card = page.locator('.game-card', { hasText: '<b>Tiny</b>' });
    await card.waitFor();
    expect(await card.locator('.origin').textContent()).toBe('your own');
    expect(await card.locator('.hint').textContent()).toContain('5×5');
    expect(await hrefs(card)).toContain('#own');
    expect(await overflow(page)).toBe(0);
    await card.getByRole('link', { name: 'Rules' }).click();
    await says(page, 'h1', '<b>Tiny</b>');
    expect(await overflow(page)).toBe(0);
    expect(await page.locator('.rules-top .hint a').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('#own');
    expect(await page.locator('.lesson').count()).toBe(0);
  });

  test('let an example be played to its end by mouse and by finger', async () => {
    const page = await site.visit('#games=losalamos');
    const lesson = await lessonOf(page, 'losalamos-mate');
    await lesson.locator('.board').scrollIntoViewIfNeeded();
    await click(page, 'a1');
    await click(page, 'a6');
    await ended(lesson, 'Checkmate');
    const phone = await site.visit('#games=metamachy', { viewport: PHONE, hasTouch: true });
    const other = await lessonOf(phone, 'metamachy-lion');
    await other.locator('.board').scrollIntoViewIfNeeded();
    await tap(phone, 'e8');
    await tap(phone, 'c10');
    await ended(other, 'Checkmate');
  });

  test.each(few(['racingkings-door', 'reach-pass', 'shatranj-answer', 'capablanca-archbishop'], 2))(
    'let %s be played to its end by keyboard',
    async (name) => {
      const { rules, solution } = gameExamples.find((example) => example.name === name)!;
      const page = await site.visit(`#games=${rules}`);
      const lesson = await lessonOf(page, name);
      for (const move of solution!) {
        await lesson.getByLabel('Your move').fill(move);
        await page.keyboard.press('Enter');
      }
      await ended(lesson, /wins|A draw/);
    },
  );

  test('can be walked through by keyboard', async () => {
    const page = await site.visit('#games');
    await page.getByRole('link', { name: 'Your own game' }).focus();
    await page.keyboard.press('Tab');
    // The picture of a card is no stop: its title leads to the same page.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Metachess');
    await page.keyboard.press('Enter');
    await says(page, 'h1', 'Metachess');
  });

  test('fit a phone', async () => {
    const page = await site.visit('#games', { viewport: PHONE });
    await page.locator('.game-card').first().waitFor();
    expect(await overflow(page)).toBe(0);
  });
});

function hrefs(place: Locator): Promise<(string | null)[]> {
  return place.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

/** As the browser keeps the visitor's own games. */
async function keepOwn(page: Page, game: { name: string; ini: string }): Promise<void> {
  await page.evaluate(
    (kept) => localStorage.setItem('metatb-own-games', kept),
    JSON.stringify([game]),
  );
  await page.reload();
}

/** An example of the game on the page, chosen if another one is shown. */
async function lessonOf(page: Page, name: string): Promise<Locator> {
  const { title, rules } = gameExamples.find((example) => example.name === name)!;
  const several = gameExamples.filter((example) => example.rules === rules).length > 1;
  if (several) await page.getByRole('button', { name: title }).click();
  return page.locator(`#example-${name}`);
}

async function ended(lesson: Locator, words: string | RegExp): Promise<void> {
  await expect.poll(() => lesson.locator('.status').textContent()).toMatch(words);
}

/** Pixels of the view beyond the side of the page. */
function overflow(page: Page): Promise<number> {
  return page.locator('#content').evaluate((view) => view.scrollWidth - view.clientWidth);
}
