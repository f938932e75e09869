import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { drag, Site, sanOf, says, shiftsOf, type } from './site.ts';

/** The shortest that was found: after Qh5 Black is in check, and g6 would hang Qxg6#. */
const GAME = ['b3', 'f6', 'e3', 'h6', 'Nh3', 'b6', 'Qh5#'];

describe.skipIf(!hasBrowser())('a game by link', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  /** A new game: White's page, and the address to share. */
  async function begin(clock = 'none'): Promise<{ white: Page; hash: string }> {
    const white = await site.visit('#game');
    await white.getByLabel('You play').selectOption('White');
    await white.getByLabel('Clock').selectOption(clock);
    await white.getByRole('button', { name: 'Make the game' }).click();
    const link = white.getByLabel('Send this link to your friend');
    await link.waitFor();
    const address = await link.inputValue();
    expect(address).toBe(white.url());
    return { white, hash: new URL(address).hash };
  }

  async function sitDown(hash: string): Promise<Page> {
    const page = await site.visit(hash);
    await page.getByRole('button', { name: 'Sit down' }).click();
    await says(page, '.seats', 'Black (you)');
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

  test('is played in two browsers to metacheckmate, before an onlooker, and once more', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
    const third = await site.visit(hash);
    await says(third, '.seats', 'You are looking on');
    expect(await shiftsOf(third)).toEqual([]);
    // Both seats are taken.
    expect(await third.getByRole('button', { name: 'Sit down' }).count()).toBe(0);
    await playGame(white, black, GAME);
    for (const page of [white, black, third]) await says(page, '#status', /metacheckmate/i);
    await expect.poll(() => sanOf(third)).toEqual(GAME);
    await type(third, 'g6');
    await says(third, '#announcer', 'You are looking on.');

    await white.getByRole('button', { name: 'Offer a rematch' }).click();
    await black.getByRole('button', { name: 'Accept a rematch' }).click();
    for (const page of [white, black]) {
      await page.getByRole('link', { name: 'To the rematch' }).click();
      await says(page, '#status', 'White to move.');
    }
    await says(white, '.seats', 'Black (you)');
    await says(black, '.seats', 'White (you)');
  });

  test('moves that are not ours, not now or forbidden are not made', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
    await type(black, 'e5');
    await says(black, '#announcer', /no legal move|not your turn/);
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
    await says(black, '.seats', 'Black (you)');
    await type(black, 'Nc6');
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
  });

  test('draws, takebacks and resignation are for both to see', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
    await playGame(white, black, ['e4', 'e5']);
    await black.getByRole('button', { name: 'Ask to take back' }).click();
    await says(white, '#announcer', 'Black asks to take the last move back.');
    await white.getByRole('button', { name: 'Accept to take the last move back' }).click();
    await expect.poll(() => sanOf(black)).toEqual(['e4']);
    await type(black, 'c5');
    await expect.poll(() => sanOf(white)).toEqual(['e4', 'c5']);
    await white.getByRole('button', { name: 'Offer a draw' }).click();
    await black.getByRole('button', { name: 'Decline a draw' }).click();
    await says(white, '#announcer', 'No longer offered: a draw.');
    await black.getByRole('button', { name: 'Resign' }).click();
    // News does not take the question back.
    await white.getByRole('button', { name: 'Ask to take back' }).click();
    await says(black, '#announcer', 'White asks to take the last move back.');
    await black.getByRole('button', { name: 'Really resign?' }).click();
    for (const page of [white, black]) await says(page, '#status', /resign/i);
  });

  test('a draw is agreed', async () => {
    const { white, hash } = await begin();
    const black = await sitDown(hash);
    await playGame(white, black, ['e4']);
    await black.getByRole('button', { name: 'Offer a draw' }).click();
    await white.getByRole('button', { name: 'Accept a draw' }).click();
    for (const page of [white, black]) await says(page, '#status', /draw/i);
  });

  test('clocks run once both have moved', async () => {
    const { white, hash } = await begin('3 min + 2 s a move');
    const black = await sitDown(hash);
    await says(white, '.seats', '3:00');
    await playGame(white, black, ['e4', 'e5']);
    await expect.poll(() => white.locator('.clock.running').count()).toBe(1);
    await says(white, '.clock.running', /^2:\d\d$/);
  });

  test('that does not exist is told of, with a way to a new one', async () => {
    const page = await site.visit('#game=AAAAAAAAAAAAAAAAAAAAAA');
    await says(page, '[role=alert]', 'There is no such game');
    await page.getByRole('link', { name: 'A new game by link' }).click();
    await page.getByRole('button', { name: 'Make the game' }).waitFor();
  });
});
