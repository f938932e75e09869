import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { click, Site, says, type } from './site.ts';

describe.skipIf(!hasBrowser())('the study of the puzzle of Reach Chess', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const hash = (page: Page) => new URL(page.url()).hash;
  const verdict = (page: Page, words: string) => says(page, '.verdicts .verdict', words);
  const rows = (page: Page) => page.locator('.verdicts tr').allInnerTexts();
  const arrows = (page: Page) => page.locator('.cg-shapes line').count();

  test('is found on the game’s page, and tells what every move is worth', async () => {
    const page = await site.visit('#games=reach');
    await page.getByRole('link', { name: 'Walk through the solution' }).click();
    await verdict(page, 'White to move wins in 11 plies.');
    const found = (await rows(page)).map((row) => row.replaceAll('\t', ' ').trim());
    expect(found).toHaveLength(19);
    expect(found[0]).toBe('Bc3 wins in 11 plies');
    expect(found.slice(1).filter((row) => !/ loses in \d+ plies \S+$/.test(row))).toEqual([]);
    expect(
      await page.getByRole('link', { name: 'Games', exact: true }).getAttribute('aria-current'),
    ).toBe('page');
  });

  test('lets moves be played by hand, by keyboard and from the list, and taken back', async () => {
    const page = await site.visit('#study=reach');
    await verdict(page, 'wins in 11 plies.');
    await page.getByRole('button', { name: 'Bxc6 Rxc6' }).click();
    await says(page, '.study-text h2', '1...Rxc6');
    await verdict(page, 'White to move loses in 4 plies.');
    await press(page, 'Back');
    await press(page, 'Back');
    await says(page, '.study-text h2', 'White to play and win');
    await click(page, 'd2');
    await click(page, 'c3');
    await verdict(page, 'Black to move loses in 10 plies.');
    expect(hash(page)).toBe('#study=reach/bc3');
    await type(page, 'Rxc3');
    await says(page, '.study-text', 'The solution does not go this way.');
    await type(page, 'Ba8');
    await verdict(page, 'The game is over.');
    await says(page, '.study .status', 'White wins.');
  });

  test('leads through the solution, and its address to each of its steps', async () => {
    const page = await site.visit('#study=reach/kh4');
    await says(page, '.study-text h2', '3...Kh4');
    await press(page, 'Next: 4.Kxg2');
    expect(hash(page)).toBe('#study=reach/kxg2');
    await page.reload();
    await says(page, '.study-text h2', '4.Kxg2 · Zugzwang');
    const current = page.locator('.lesson-choices [aria-pressed="true"]');
    expect(await current.allTextContents()).toEqual(['4.Kxg2']);
    await press(page, '(3...Kg3)');
    await verdict(page, 'White to move wins in 3 plies.');
    expect(hash(page)).toBe('#study=reach/kg3');
  });

  test('explains the zugzwang with arrows for the ways that moves open', async () => {
    const page = await site.visit('#study=reach/kxg2');
    await verdict(page, 'Black to move loses in 4 plies.');
    await says(
      page,
      '.answers',
      /Every move loses:.*Ba8# wins at once after .*Bh8# wins at once after /,
    );
    await expect.poll(() => arrows(page)).toBe(2);
    // A reply: the move, and what it allows.
    await page.getByRole('button', { name: 'g4 Bxf6+' }).hover();
    await expect.poll(() => arrows(page)).toBe(2);
    await page.getByRole('button', { name: 'g4', exact: true }).hover();
    await expect.poll(() => arrows(page)).toBe(1);
  });

  test('of a game that has none leads to the game’s page', async () => {
    const page = await site.visit('#study=chess');
    await says(page, 'h1', 'Chess');
    expect(await page.getByText('Walk through the solution').count()).toBe(0);
  });

  test('fits a phone, the step that is shown in view', async () => {
    const page = await site.visit('#study=reach/g4', { viewport: { width: 380, height: 800 } });
    await verdict(page, 'White to move wins in 3 plies.');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const step = (await page.getByRole('button', { name: '4...g4', exact: true }).boundingBox())!;
    expect(step.x).toBeGreaterThanOrEqual(0);
    expect(step.x + step.width).toBeLessThanOrEqual(380);
  });
});
