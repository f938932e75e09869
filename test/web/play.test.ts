import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { backRankMetacheck } from '../rules/examples.ts';
import { few, whole } from '../thorough.ts';
import { at, click, drag, marksOf, Site, sanOf, says, tap, type } from './site.ts';

const kept = {
  id: 'a',
  pgn: '1. e4 *',
  path: [],
  title: 'Chess',
  opening: 'e4',
  plies: 1,
  result: '*',
  changed: 0,
};

describe.skipIf(!hasBrowser())('on the board', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('the targets of a picked piece are green, and amber where the move would allow mate', async () => {
    const page = await site.visit(at(backRankMetacheck.fen));
    await expect.poll(() => marksOf(page)).toEqual(['metacheck g1']);
    await click(page, 'g1');
    await expect.poll(() => marksOf(page)).toEqual(['amber h1', 'green f1', 'metacheck g1']);
    await click(page, 'c5');
    await expect.poll(() => marksOf(page)).toEqual(['metacheck g1']);
  });

  test('an amber move is refused, and arrows show it and the mate', async () => {
    const page = await site.visit(at(backRankMetacheck.fen));
    await drag(page, 'g1', 'h1');
    await says(page, '#announcer', 'Kh1 is illegal here: it would allow Ra1#.');
    await expect.poll(() => page.locator('.cg-shapes line').count()).toBe(2);
    expect(await sanOf(page)).toEqual([]);
    await says(page, '.described', 'White: king g1');
    await drag(page, 'g1', 'f1');
    await expect.poll(() => sanOf(page)).toEqual(['Kf1']);
  });

  test('check and metacheck differ by words and signs, not by colour alone', async () => {
    const page = await site.visit(at(backRankMetacheck.fen));
    await says(page, '#status', '#White to move, in metacheck: Ra1# is threatened.');
    expect(await page.locator('.mark.metacheck b').textContent()).toBe('#');
    await page.goto(`${site.url}/${at('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')}`);
    await says(page, '#status', '+White to move, in check.');
    expect(await page.locator('.mark.check b').textContent()).toBe('+');
  });

  test('pieces are moved by clicks, by drags and by touch', async () => {
    const page = await site.visit('', { hasTouch: true });
    await click(page, 'e2');
    await click(page, 'e4');
    await expect.poll(() => sanOf(page)).toEqual(['e4']);
    await drag(page, 'c7', 'c5');
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5']);
    await tap(page, 'g1');
    await tap(page, 'f3');
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3']);
    await expect.poll(() => page.locator('square.last-move').count()).toBe(2);
    await page.getByRole('button', { name: 'Flip' }).click();
    await click(page, 'd7', true);
    await click(page, 'd6', true);
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3', 'd6']);
  });

  test.runIf(whole)('a pawn is promoted to what is chosen, or not moved', async () => {
    const page = await site.visit(at('8/P6k/8/8/8/8/8/K7 w - - 0 1'));
    await drag(page, 'a7', 'a8');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await sanOf(page)).toEqual([]);
    await drag(page, 'a7', 'a8');
    await page.getByRole('button', { name: 'knight' }).click();
    await expect.poll(() => sanOf(page)).toEqual(['a8=N']);
  });

  test.each(
    few(
      [
        ['7k/6Q1/7K/8/8/8/8/8 b - - 0 1', [], 'Black is in check and has no way out'],
        ['7k/8/7K/8/8/8/6Q1/8 w - - 0 1', ['Qg1#'], 'Chess would call it stalemate. White wins'],
        ['8/2R5/8/3K4/8/R7/5k2/8 w - - 0 1', ['Rc2#'], 'every way out would allow mate'],
        [
          '8/8/8/8/8/3R4/k7/2K5 w - - 0 1',
          ['Rc3'],
          'Stalemate: every move of Black would allow mate',
        ],
        ['7k/8/8/8/8/4K3/8/R7 w - - 99 80', ['Rb1'], 'The 50-move rule'],
        [
          '7k/8/5K2/6p1/8/8/8/6B1 w - - 0 1',
          ['Kxg5'],
          'Dead position: with these pieces neither side',
        ],
      ],
      3,
    ),
  )('the end of a game is explained: %s %j', async (fen, moves, words) => {
    const page = await site.visit(at(fen));
    for (const move of moves) await type(page, move);
    await says(page, '#status', words);
    expect(await sanOf(page)).toEqual(moves);
    expect(await page.getByLabel('Your move').getAttribute('readonly')).toBe('');
  });

  test.runIf(whole)('a position for the third time is a draw', async () => {
    const page = await site.visit();
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    for (const move of [...shuffle, ...shuffle]) await type(page, move);
    await says(page, '#status', /Threefold repetition/);
  });

  test('everything can be played by keyboard, and is announced', async () => {
    const page = await site.visit();
    const input = page.getByLabel('Your move');
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab');
      if (await input.evaluate((node) => node === document.activeElement)) break;
    }
    await page.keyboard.type('e4\n');
    await says(page, '[aria-live=polite]', 'White: e4. Black to move.');
    await page.keyboard.type('e7e5\n');
    await says(page, '[aria-live=polite]', 'Black: e5.');
    await page.keyboard.type('Ke3\n');
    await says(page, '[aria-live=polite]', 'Ke3 is not a legal move here.');
    // Shift+Tab leads from the field to the moves, which lead to earlier positions.
    const first = page.locator('.moves button').first();
    for (let tabs = 0; tabs < 15; tabs++) {
      await page.keyboard.press('Shift+Tab');
      if (await first.evaluate((node) => node === document.activeElement)) break;
    }
    const outline = () => first.evaluate((node) => getComputedStyle(node).outlineWidth);
    expect(await outline()).toBe('3px');
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('aria-current')).toBe('true');
    expect(await first.evaluate((node) => node === document.activeElement)).toBe(true);
    await says(page, '#status', 'Black to move.');
  });

  test('FEN and PGN are copied, and read back with the whole game', async () => {
    const page = await site.visit('', { permissions: ['clipboard-read', 'clipboard-write'] });
    for (const move of ['e4', 'c5', 'Nf3']) await type(page, move);
    await page.getByText('FEN and PGN').click();
    const copied = async (what: string) => {
      await page.getByRole('button', { name: `Copy ${what}` }).click();
      await says(page, '#announcer', `${what} copied.`);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const pgn = await copied('PGN');
    expect(pgn).toContain('1. e4 c5 2. Nf3 *');
    const fen = await copied('FEN');
    expect(fen).toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
    await page.getByRole('button', { name: 'Copy for Game Courier' }).click();
    await says(page, '#announcer', 'Game Courier record copied.');
    const courier = await page.evaluate(() => navigator.clipboard.readText());
    expect(courier).toBe('1. P e2-e4\n1... p c7-c5\n2. N g1-f3\n');
    await page.getByRole('button', { name: 'New game' }).click();
    expect(await sanOf(page)).toEqual([]);
    await page.getByLabel('Paste a FEN or a game').fill(pgn);
    await page.getByRole('button', { name: 'Load' }).click();
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3']);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByLabel('Paste a FEN or a game').fill(courier);
    await page.getByRole('button', { name: 'Load' }).click();
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3']);
    await type(page, 'p b8-c6');
    await says(page, '#announcer', 'the piece on b8 is n, not p');
    await type(page, 'n b8-c6');
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3', 'Nc6']);
    await page.getByLabel('Paste a FEN or a game').fill(fen);
    await page.getByRole('button', { name: 'Load' }).click();
    await says(page, '.described', 'knight f3');
  });

  test('a game survives a reload of the page, until a new one is begun', async () => {
    const page = await site.visit();
    await page.getByLabel('Rules').selectOption('Chess');
    for (const move of ['e4', 'c5', 'Nf3']) await type(page, move);
    await page.getByRole('button', { name: 'One move back' }).click();
    await page.reload();
    await expect.poll(() => sanOf(page)).toEqual(['e4', 'c5', 'Nf3']);
    expect(await page.locator('.moves [aria-current]').textContent()).toBe('c5');
    await says(page, '#status', 'White to move.');
    expect(await page.getByLabel('Rules').inputValue()).toBe('chess');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.reload();
    await says(page, '.described', 'knight b1');
    expect(await sanOf(page)).toEqual([]);
    // A position from elsewhere is the game from then on.
    await page.goto(`${site.url}/${at(backRankMetacheck.fen)}`);
    await type(page, 'Kf1');
    await expect.poll(() => sanOf(page)).toEqual(['Kf1']);
    await page.reload();
    await expect.poll(() => sanOf(page)).toEqual(['Kf1']);
  });

  test.each(
    few(
      [
        ['no JSON', 'no JSON'],
        ['null', 'null'],
        ['a game without moves to read', '{"id":"a","pgn":7,"path":[],"plies":0,"changed":0}'],
        ['a game by unknown rules', JSON.stringify({ ...kept, pgn: '[Variant "Checkers"]\n\n*' })],
        ['a game with an illegal move', JSON.stringify({ ...kept, pgn: '1. e5 *' })],
      ],
      1,
    ),
  )('a stored entry that is not a game is skipped: %s', async (_, text) => {
    const page = await site.visit();
    await page.evaluate((each) => {
      sessionStorage.setItem('metatb-game', each);
      localStorage.setItem('metatb-games', `[${each}]`);
    }, text);
    await page.goto(site.url);
    await says(page, '#status', 'White to move.');
    await says(page, '.described', 'pawn a2');
    await type(page, 'e4');
    await expect.poll(() => sanOf(page)).toEqual(['e4']);
  });

  test('what is pasted is treated as text, and its errors are reported', async () => {
    const page = await site.visit();
    await page.getByText('FEN and PGN').click();
    const text = '1. e4 <img/src=x/onerror=document.title="taken">';
    await page.getByLabel('Paste a FEN or a game').fill(text);
    await page.getByRole('button', { name: 'Load' }).click();
    await says(page, '#announcer', /Move 1 of Black: '<img/);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Metachess');
    await page.goto(`${site.url}/#play=metachess/<b>/x`);
    await says(page, '#announcer', /FEN|fields|ranks/);
  });

  test('by the rules of chess the same move is allowed', async () => {
    const page = await site.visit();
    for (const move of ['f3', 'e5', 'g4']) await type(page, move);
    await says(page, '#announcer', 'g4 is illegal here: it would allow Qh4#.');
    await page.getByLabel('Rules').selectOption('Chess');
    // The position stays, and the game goes on from it.
    await type(page, 'g4');
    await type(page, 'Qh4#');
    await says(page, '#status', 'Checkmate: White is in check and has no legal move. Black wins.');
  });
});
