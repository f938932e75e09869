import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { at, Site, sanOf, says, tap, type } from './site.ts';

const FEN = '4P3/8/8/8/7k/8/8/K7[RN] w - - 0 1';
const there = at(FEN, 'hutnik:laterPromotion=yes');
const PHONE = { width: 390, height: 844 };
const choice = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Promote to' }).getByRole('button', { name, exact: true });

describe.skipIf(!hasBrowser())('a pawn that stayed on the last rank', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('promotes when it is touched, unless the choice is closed', async () => {
    const page = await site.visit(there, { viewport: PHONE, hasTouch: true });
    await tap(page, 'e8');
    await choice(page, 'knight').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await tap(page, 'e8');
    await choice(page, 'rook').tap();
    await expect.poll(() => sanOf(page)).toEqual(['e8=R']);
    // It has become a rook, and nothing waits for White any more.
    await page.locator('.cg-wrap piece.white.rook, .cg-wrap piece.white.r-piece').waitFor();
  });

  test('promotes by a button, which is there while a piece is in stock', async () => {
    const page = await site.visit(there);
    const promote = page.getByRole('button', { name: 'Promote on e8' });
    await promote.click();
    await choice(page, 'knight').click();
    await expect.poll(() => sanOf(page)).toEqual(['e8=N']);
    expect(await promote.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pass' }).count()).toBe(0);
  });

  test('promotes no more once the game is over', async () => {
    const page = await site.visit(there.replace('_0_1', '_100_90'));
    const promote = page.getByRole('button', { name: 'Promote on e8' });
    await says(page, '#status', '50');
    expect(await promote.count()).toBe(0);
  });

  test('promotes as it is typed', async () => {
    const page = await site.visit(there);
    await type(page, 'e8=R');
    await expect.poll(() => sanOf(page)).toEqual(['e8=R']);
    await type(page, 'Kg5');
    expect(await page.getByRole('button', { name: 'Promote on e8' }).count()).toBe(0);
  });
});
