import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../../src/web/rule/examples.ts';
import { hasBrowser } from '../browser/browser.ts';
import { examples as ruleExamples } from '../rules/examples.ts';
import { few, whole } from '../thorough.ts';
import { click, marksOf, Site, says, type } from './site.ts';

describe.skipIf(!hasBrowser())('the page of the rule', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const open = async (page: Page, name: string) => {
    await page.goto(`${site.url}/#rule=${name}`);
    await page.locator(`#example-${name}`).waitFor();
  };

  test('shows each position once, the three of the rules among them', async () => {
    const page = await site.visit('#rule');
    await page.locator('.lesson').waitFor();
    expect(await page.locator('.board').count()).toBe(1);
    const boards = examples.map(({ fen }) => fen.split(' ')[0]);
    expect(new Set(boards).size).toBe(examples.length);
    for (const { fen } of ruleExamples) expect(boards).toContain(fen.split(' ')[0]);
  });

  test('explains its examples as they are', async () => {
    const page = await site.visit('#rule');
    await says(page, '.lesson .status', 'in metacheck: Ra1# is threatened');
    expect(await marksOf(page)).toEqual(['metacheck g1']);
    for (const [name, words] of [
      ['check', /every way out would (hang a|allow) mate/],
      ['stalemate', 'Chess would call it stalemate'],
      ['zugzwang', 'Stalemate'],
    ] as const) {
      await open(page, name);
      await says(page, '.lesson .status', words);
    }
  });

  test.each(
    few(
      [
        ['check', 'f2', 'e1', 'Ke1', 'Ke1 is illegal here: it would allow Ra1#.'],
        ['zugzwang', 'a2', 'a1', 'Ka1', 'Ka1 is illegal here: it would allow Ra3#.'],
        ['castling', 'e1', 'g1', 'O-O', 'the king passes f1, where Qd1# would be mate.'],
        ['disagree', 'b5', 'b6', 'Kb6', 'Kb6# is legal.'],
      ],
      2,
    ),
  )('lets %s be tried by hand and by keyboard', async (name, from, to, move, words) => {
    const page = await site.visit(`#rule=${name}`);
    await page.locator(`#example-${name}`).waitFor();
    await click(page, from);
    await click(page, to);
    await says(page, '.lesson .announcer', words);
    // Nothing but keys: the field of moves is a few stops behind the examples.
    await page.getByRole('button', { name: 'Next example' }).click();
    await open(page, name);
    await type(page, move);
    await says(page, '.lesson .announcer', words);
  });

  test('points at the square on the way when castling past a mate is tried', async () => {
    const page = await site.visit('#rule=castling');
    await type(page, 'O-O');
    await says(page, '.lesson .announcer', 'the king passes f1');
    // The tip of the first arrow, on the file of f1: the board has eight files from -4 to 4.
    const tip = await page.locator('.cg-shapes line').first().getAttribute('x2');
    expect(Math.floor(Number(tip) + 4)).toBe('abcdefgh'.indexOf('f'));
  });

  test.runIf(whole)('leads from example to example, and to the board', async () => {
    const page = await site.visit('#rule');
    for (const { name } of examples) {
      await page.locator(`#example-${name}`).waitFor();
      await page.getByRole('button', { name: 'Next example' }).click();
      // Keyboards and screen readers go on at the title.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
    }
    await page.getByRole('button', { name: 'A stalemate that is lost' }).click();
    expect(new URL(page.url()).hash).toBe('#rule=stalemate');
    await page.reload();
    await says(page, '.lesson h3', 'A stalemate that is lost');
    await page.getByRole('link', { name: 'Open on the board' }).click();
    await page.getByLabel('Rules').selectOption('Chess');
    await says(page, '#status', 'Stalemate: Black cannot move and is not in check. A draw.');
  });

  test('is a few screens long on a phone', async () => {
    const page = await site.visit('#rule', { viewport: { width: 390, height: 844 } });
    await page.locator('.lesson').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * 844);
    const board = (await page.locator('.lesson .board').boundingBox())!;
    expect(board.y + board.height).toBeLessThan(844);
  });
});
