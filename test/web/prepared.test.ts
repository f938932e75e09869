import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { begin, PHONE, playGame, sitDown } from './liveGames.ts';
import { Site, sanOf, says, type } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterEach(() => site.leave());
afterAll(() => site.close());

const TURN = '.prepare .turn';

function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Proposes a movement by typing it. */
async function propose(page: Page, kind: string, movement: string): Promise<void> {
  await page.getByRole('radio', { name: kind, exact: true }).check();
  await page.getByLabel('Its movement, in Betza’s notation').fill(movement);
  await press(page, `Propose for the ${kind.toLowerCase()}`);
}

/** Puts a piece on a square of the back rank. */
async function place(page: Page, piece: RegExp, square: string): Promise<void> {
  // The last kind of a side is chosen already.
  const tool = page.locator('.tray.active').getByRole('button', { name: piece });
  if ((await tool.getAttribute('aria-pressed')) !== 'true') await tool.click();
  await press(page, `${square}, empty`);
}

const pieces = [/^king/, /^queen/, /^rook/, /^rook/, /^bishop/, /^bishop/, /^knight/, /^knight/];
const files = [...'edahcfbg'];

describe('by link, in two browsers', () => {
  test('Metamachy: Black arranges, and the game is played to its end', async () => {
    const { white, hash } = await begin(site, { at: '#invite=metamachy' });
    const black = await sitDown(site, hash);
    await says(white, TURN, 'Black is choosing the arrangement.');
    expect(await white.getByRole('button', { name: 'Begin with this arrangement' }).count()).toBe(
      0,
    );
    await says(black, TURN, 'Your turn: choose the arrangement.');
    // King and eagle stand in the last rank, queen and lion before them: the queen goes to the eagle's place, then the lion to hers.
    await press(black, 'queen f11');
    await press(black, 'eagle g12');
    await press(black, 'eagle f11');
    await press(black, 'lion g11');
    await says(black, '.arranged', 'King f12, queen g12, lion f11, eagle g11.');
    await press(black, 'Begin with this arrangement');
    await says(white, '#announcer', 'Black arranges king f12, queen g12, lion f11, eagle g11.');
    await playGame(white, black, ['Ml4', 'Lh9', 'e5', 'Lf7', 'Ke3', 'Ld5#']);
    for (const page of [white, black]) await says(page, '.status', 'Checkmate');
    await white.getByText('Before the first move').click();
    await says(white, '.settled li', 'Black arranges king f12');
    // The record goes to the analysis with its preparation.
    await press(white, 'Analyse');
    await says(white, '.settled summary', 'Before the first move');
  });

  test('Hutnik’s Meta Chess: movements, placement, and play to the end', async () => {
    const { white, hash } = await begin(site, { at: '#invite=hutnik' });
    const black = await sitDown(site, hash, PHONE);
    await propose(white, 'Rook', 'RN');
    await says(black, '.proposal h3', 'White proposes for the rook');
    await press(black, 'Overrule (3 left)');
    await says(white, '.happened li:last-child', 'Black overrules');
    // What was overruled may not be proposed again.
    await white.getByRole('radio', { name: 'Rook', exact: true }).check();
    await white.getByLabel('Its movement, in Betza’s notation').fill('NR');
    await says(white, '.movement-said .problem', 'just refused');
    await propose(white, 'Queen', 'QN');
    await press(black, 'Accept');
    await propose(black, 'Knight', 'NN');
    await press(white, 'Accept');
    await white.getByText('Propose all 2 at once').click();
    await press(white, 'Propose all 2');
    await press(black, 'Accept');
    await says(white, TURN, 'Your turn: place a piece on the back rank.');
    for (const [i, piece] of pieces.entries()) {
      await place(white, piece, `${files[i]}1`);
      await place(black, piece, `${files[i]}8`);
    }
    await playGame(white, black, ['e3', 'Qc6', 'Be2', 'Qxg2#']);
    for (const page of [white, black]) await says(page, '.status', 'Checkmate');
    await white.getByText('Before the first move').click();
    await says(white, '.settled code', 'hutnik:Q=QN,N=NN');
  });

  test('a reload in the midst of it, and a resignation', async () => {
    const { white, hash } = await begin(site, { at: '#invite=hutnik' });
    const black = await sitDown(site, hash);
    await propose(white, 'Bishop', 'FA');
    await press(black, 'Accept');
    await white.reload();
    await says(white, TURN, 'Black is choosing a movement.');
    await says(white, '.happened li', 'White proposes FA for the bishop');
    await press(black, 'Resign');
    await press(black, 'Really resign?');
    await says(white, '.prepare .announcer', 'Black resigned. White wins.');
    expect(await white.getByRole('button', { name: 'Offer a rematch' }).count()).toBe(1);
  });
});

describe('on one device', () => {
  test('what is typed is drawn, and what is wrong is marked', async () => {
    const page = await site.visit('#prepare=hutnik');
    const field = page.getByLabel('Its movement, in Betza’s notation');
    await field.fill('QN');
    await says(page, '.movement-said', 'QN amazon');
    expect(await page.locator('.picture-frame .reach').count()).toBeGreaterThan(30);
    await field.fill('RJ');
    await says(page, '.movement-said .problem', /J/);
    await says(page, '.movement-said mark', 'J');
    // Strangers' text stays text.
    await field.fill('<b>x');
    expect(await page.locator('.movement-said b').count()).toBe(0);
    await field.fill('fN');
    await says(page, '.movement-said', 'fN');
    await field.fill('lN');
    await says(page, '.advice', /opponent has to agree/);
  });

  test('both sides settle everything, then the board opens; undo and reload on the way', async () => {
    const page = await site.visit('#games=hutnik');
    await page.getByRole('link', { name: /^Play: Hutnik/ }).click();
    await propose(page, 'Queen', 'QN');
    await press(page, 'Undo');
    await propose(page, 'Queen', 'KNAD');
    await press(page, 'Accept');
    await page.reload();
    await says(page, '.happened li', 'White proposes KNAD for the queen');
    await page.getByText('Propose all 3 at once').click();
    await press(page, 'Propose all 3');
    await press(page, 'Accept');
    for (const [i, piece] of pieces.entries()) {
      await place(page, piece, `${files[i]}1`);
      await place(page, piece, `${files[i]}8`);
    }
    await type(page, 'Nc3');
    await expect.poll(() => sanOf(page)).toEqual(['Nc3']);
    await page.getByText('Before the first move').click();
    await says(page, '.settled code', 'hutnik:Q=KNAD');
    await page.reload();
    await page.getByText('Before the first move').click();
    await page.getByRole('link', { name: 'its endgames' }).click();
    await says(page, 'h1', 'Endgames');
  });

  test('Black has lost if White could take its king, and the board does not open', async () => {
    // Knights that jump from a1 to a8.
    const page = await site.visit('#prepare=hutnik:N=N(7,0)');
    const white = [/^knight/, /^king/, /^queen/, /^rook/, /^rook/, /^bishop/, /^bishop/, /^knight/];
    for (const [i, piece] of pieces.entries()) {
      await place(page, white[i]!, `${'abcdefgh'[i]}1`);
      await place(page, piece, `${'abcdefgh'[i]}8`);
    }
    await says(page, '.prepare .announcer', 'Black has lost before the first move.');
    expect(await page.locator('.happened li').count()).toBe(16);
    await press(page, 'Undo');
    await place(page, /^knight/, 'h8');
    await says(page, '.prepare .announcer', 'Black has lost before the first move.');
  });

  test('the rules picker leads to it, and New game to another one', async () => {
    const page = await site.visit();
    await page.getByLabel('Rules').selectOption('metamachy');
    await says(page, TURN, 'Black: choose the arrangement.');
    await press(page, 'Mirror left and right');
    await press(page, 'Begin with this arrangement');
    await type(page, 'f3-f5');
    await expect.poll(() => sanOf(page)).toEqual(['f5']);
    await press(page, 'New game');
    await says(page, TURN, 'Black: choose the arrangement.');
  });

  test('other options begin another game', async () => {
    const page = await site.visit('#prepare=hutnik');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Does a king win that steps on the far rank').selectOption('king');
    await expect.poll(() => page.url()).toContain('#prepare=hutnik:reach=king');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel(/may overrule/).fill('0');
    await page.getByLabel(/may overrule/).press('Tab');
    await expect.poll(() => page.url()).toContain('#prepare=hutnik:reach=king,overrules=0');
    // Nobody can overrule: what is proposed stands.
    await propose(page, 'Queen', 'QN');
    await says(page, TURN, 'Black: propose a movement.');
  });

  test('a game without preparations says so', async () => {
    const page = await site.visit('#prepare=chess');
    await says(page, '.problem', 'Chess begins without preparations.');
    await page.goto(`${site.url}/#prepare=nothing`);
    await says(page, '.problem', 'nothing');
  });
});

describe('against the computer', () => {
  test('Metamachy: it arranges, and moves after White', async () => {
    const page = await site.visit('#prepare=metamachy');
    await press(page, 'Against the computer');
    await page.getByRole('radio', { name: 'White' }).check();
    await page.getByRole('radio', { name: 'Beginner' }).check();
    await press(page, 'Start the game');
    await says(page, '.opponent .state', 'your turn');
    await type(page, 'e5');
    await expect.poll(async () => (await sanOf(page)).length).toBe(2);
  });

  test('Hutnik’s Meta Chess: it proposes, answers and places', async () => {
    const page = await site.visit('#prepare=hutnik');
    await press(page, 'Against the computer');
    await page.getByRole('radio', { name: 'Black' }).check();
    await page.getByRole('radio', { name: 'Easy' }).check();
    await press(page, 'Start the game');
    await says(page, TURN, 'Your turn: accept the proposal or overrule it.');
    await press(page, 'Accept');
    await says(page, TURN, 'Your turn: propose a movement.');
    await page.getByText('Propose all 3 at once').click();
    await press(page, 'Propose all 3');
    await says(page, '.prepare h2', 'The placement');
    await says(page, TURN, 'Your turn: place a piece on the back rank.');
    await place(page, /^king/, 'e8');
    await says(page, TURN, 'Computer (easy) is placing a piece.');
    await says(page, TURN, 'Your turn: place a piece on the back rank.');
    expect(await page.locator('.happened li').count()).toBe(7);
  });
});
