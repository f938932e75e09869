import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Site, sanOf, says, type } from './site.ts';

export const PHONE = { viewport: { width: 390, height: 844 } };

interface Wanted {
  /** Where the new game is offered. */
  readonly at?: string;
  readonly clock?: string;
  readonly name?: string;
}

/** A new game by link: White's page, and the hash of the address to share. */
export async function begin(site: Site, { at = '#game', ...wanted }: Wanted = {}) {
  const white = await site.visit(at);
  return { white, hash: await makeGame(white, wanted) };
}

/** Makes a game on a page that offers one, and takes White. */
export async function makeGame(
  white: Page,
  { clock = 'None', name }: Omit<Wanted, 'at'> = {},
): Promise<string> {
  await white.getByRole('radio', { name: 'White' }).check();
  await white.getByRole('radio', { name: clock }).check();
  if (name !== undefined) await white.getByLabel('Your name').fill(name);
  await white.getByRole('button', { name: 'Make the game' }).click();
  const link = white.getByLabel('Send this link to your friend');
  await link.waitFor();
  const address = await link.inputValue();
  expect(address).toBe(white.url());
  return new URL(address).hash;
}

export async function sitDown(
  site: Site,
  hash: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await site.visit(hash, options);
  await takeSeat(page);
  return page;
}

/** Takes Black's free seat. */
export async function takeSeat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play Black' }).click();
  await says(page, '.player.black', 'Black (you)');
}

/** Plays moves by White and Black in turn, each seen by both. */
export async function playGame(white: Page, black: Page, moves: readonly string[]): Promise<void> {
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await type(mover, move);
    await expect.poll(() => sanOf(other)).toEqual(moves.slice(0, ply + 1));
    await expect.poll(() => sanOf(mover)).toEqual(moves.slice(0, ply + 1));
  }
}

export function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((each) => {
    const { top, bottom, height } = each.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  });
}
