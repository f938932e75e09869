import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Board, makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { refOf } from '../../src/rules/gameRef.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { hasBrowser } from '../browser/browser.ts';
import { few, thorough } from '../thorough.ts';
import { at, click, framed, Site, sanOf, says, squareAt, type } from './site.ts';

const gardner = `[gardner:chess]
title = Gardner's minichess
maxFile = e
maxRank = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
`;
const [own] = unwrap(parseVariants(gardner));
const sizes = [
  own!,
  ...['metamachy', 'capablanca', 'losalamos', 'chess'].map((name) => unwrap(findRuleSet(name))),
];
/** A phone upright and on its side, a tablet, a small and a wide desktop. */
const windows = [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1920, height: 1080 },
];

describe.skipIf(!hasBrowser())('boards of any size', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  /** A page on which this game's first position is. It keeps the visitor's own game if that is the one. */
  async function visit(rules: (typeof sizes)[number], options = {}): Promise<Page> {
    const first = at(rules.makeFen(rules.start), rules.name);
    const page = await site.visit(rules === own ? '#games' : first, options);
    if (rules === own) {
      await page.evaluate(
        (games) => localStorage.setItem('metatb-own-games', games),
        JSON.stringify([refOf(own!)]),
      );
      await page.goto(`${site.url}/${first}`);
      await page.reload();
    }
    await page.locator('.board:visible cg-board').waitFor();
    return page;
  }

  test.each(few(sizes, 2))(
    'have dark squares from a1 on, seen from both sides: $title',
    async (rules) => {
      const page = await visit(rules);
      const { board } = rules;
      const squares = Array.from({ length: board.size }, (_, square) => square);
      const right = squares.filter(
        (s) => ((s % board.files) + Math.floor(s / board.files)) % 2 === 0,
      );
      expect(await darkSquares(page, board, false)).toEqual(right);
      await page.getByRole('button', { name: 'Flip' }).click();
      await framed(page);
      expect(await darkSquares(page, board, true)).toEqual(right);
      const coordinates = await page.locator('.board:visible coords').allTextContents();
      const files = 'abcdefghijkl'.slice(0, board.files);
      const ranks = Array.from({ length: board.ranks }, (_, rank) => rank + 1).join('');
      expect(coordinates.sort()).toEqual([files, ranks].sort());
    },
  );

  test.each(few(thorough ? windows : windows.slice(0, 3), 1))(
    'fit into a window of $width by $height',
    async (viewport) => {
      for (const rules of sizes) {
        const page = await visit(rules, { viewport });
        const box = (await page.locator('.board:visible cg-board').boundingBox())!;
        const { files, ranks } = rules.board;
        const name = `${rules.name} ${JSON.stringify(box)}`;
        expect(Math.abs(box.width / files - box.height / ranks), name).toBeLessThan(0.5);
        expect(box.x, name).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width, name).toBeLessThanOrEqual(viewport.width);
        expect(box.y + box.height, name).toBeLessThanOrEqual(viewport.height);
        const overflow = await page
          .locator('#content')
          .evaluate((content) => content.scrollWidth - content.clientWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
        await site.leave();
      }
    },
  );

  test('give a piece the picture of the one that moves so, and draw a letter for others', async () => {
    const page = await visit(unwrap(findRuleSet('knightmate')));
    const looks = await page
      .locator('.board:visible piece.white')
      .evaluateAll((pieces) =>
        pieces.map((piece) => [
          [...piece.classList].find((name) => name.endsWith('-piece')),
          getComputedStyle(piece).backgroundImage.startsWith('url("data:image/svg'),
        ]),
      );
    const kinds = ['b', 'letter-m', 'p', 'q', 'r', 'royal-k'].map((look) => `${look}-piece`);
    expect([...new Set(looks.map(([look]) => look))].sort()).toEqual(kinds);
    expect(looks.every(([, isPicture]) => isPicture)).toBe(true);
  });

  test('ask for the promotion on the very square where the pawn arrives, on both sides', async () => {
    const fen = '5k4/P8P/10/10/10/10/10/5K4 w - - 0 1';
    const page = await site.visit(at(fen, 'capablanca'), { viewport: windows[0]! });
    await says(page, '#status', 'White to move.');
    const dialog = page.getByRole('dialog');
    for (const flipped of [false, true]) {
      for (const file of ['a', 'j']) {
        await click(page, `${file}7`, flipped);
        await click(page, `${file}8`, flipped);
        await dialog.waitFor();
        const board = (await page.locator('.board:visible cg-board').boundingBox())!;
        const { x, y, width, height } = (await dialog.boundingBox())!;
        expect(x + width / 2).toBeCloseTo((await squareAt(page, `${file}8`, flipped)).x, 0);
        const apart = flipped ? board.y + board.height - (y + height) : y - board.y;
        expect(Math.abs(apart)).toBeLessThan(1);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Flip' }).click();
    }
  });

  test('are set up by clicks and by FEN, and kings are moved rather than added', async () => {
    const page = await visit(unwrap(findRuleSet('metamachy')));
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.locator('.editor-board cg-board').waitFor();
    const fen = page.locator('.editor').getByLabel('FEN', { exact: true });
    await page.getByRole('button', { name: 'Only kings' }).click();
    expect(await fen.inputValue()).toBe('5k6/12/12/12/12/12/12/12/12/12/12/5K6 w - - 0 1');
    await page.getByRole('button', { name: 'white lion' }).click();
    await click(page, 'l12');
    await page.getByRole('button', { name: 'white king' }).click();
    await click(page, 'a10');
    await expect
      .poll(() => fen.inputValue())
      .toBe('5k5L/12/K11/12/12/12/12/12/12/12/12/12 w - - 0 1');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await type(page, 'Lj10');
    await expect.poll(() => sanOf(page)).toEqual(['Lj10']);
  });

  test('are linked to with the description of their game, for a browser that does not know it', async () => {
    const page = await visit(own!, { permissions: ['clipboard-read', 'clipboard-write'] });
    expect(await page.getByRole('combobox', { name: 'Rules' }).inputValue()).toBe('gardner');
    await type(page, 'b3');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await says(page, '#announcer', 'The link to this position is copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await site.visitAlone(new URL(link).hash);
    await says(other, '#status', 'Black to move.');
    await type(other, 'cxb3');
    await expect.poll(() => sanOf(other)).toEqual(['cxb3']);
    await other.reload();
    await expect.poll(() => sanOf(other)).toEqual(['cxb3']);
    const cut = await site.visitAlone(new URL(link).hash.slice(0, -30));
    await says(cut, '#announcer', 'This link to a game is cut off: ask for it again.');
  });
});

/** The dark squares of the board on the page, by the pixels in their corners. */
async function darkSquares(page: Page, board: Board, flipped: boolean): Promise<number[]> {
  const picture = (await page.screenshot()).toString('base64');
  const squares = Array.from({ length: board.size }, (_, square) => square);
  const middles: { x: number; y: number }[] = [];
  const [first, second] = [
    await squareAt(page, makeSquare(0, board), flipped),
    await squareAt(page, makeSquare(board.files + 1, board), flipped),
  ];
  for (const square of squares) {
    const [file, rank] = [square % board.files, Math.floor(square / board.files)];
    middles.push({
      x: first.x + file * (second.x - first.x),
      y: first.y + rank * (second.y - first.y),
    });
  }
  const part = Math.abs(second.x - first.x) * 0.36;
  // A browser can read its own pictures.
  const light = await page.evaluate(
    async ([picture, points]) => {
      const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      return points.map(({ x, y }) =>
        canvas
          .getImageData(Math.round(x), Math.round(y), 1, 1)
          .data.slice(0, 3)
          .reduce((sum, each) => sum + each, 0),
      );
    },
    // The upper left of a square: letters are in the other corners.
    [picture, middles.map(({ x, y }) => ({ x: x - part, y: y - part }))] as const,
  );
  const limit = (Math.min(...light) + Math.max(...light)) / 2;
  return squares.filter((square) => light[square]! < limit);
}
