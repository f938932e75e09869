import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import type { EndgameStudy } from '../../src/study/endgameStudy.ts';
import { longestWins } from '../../src/study/longest.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { hasBrowser } from '../browser/browser.ts';
import { sixMenFile } from '../format/sixMenFile.ts';
import { few, whole } from '../thorough.ts';
import { at, Site, says } from './site.ts';

const atlas = JSON.parse(
  await readFile(new URL('../../tables/atlas.json', import.meta.url), 'utf8'),
) as { readonly endgames: readonly EndgameStudy[] };

function studyOf(name: string): EndgameStudy {
  return atlas.endgames.find(({ table }) => table === name)!;
}

const PHONE = { viewport: { width: 390, height: 844 } };

describe.skipIf(!hasBrowser())('the endgames page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const rows = (page: Page) => page.locator('.endgame-list tbody tr');

  test('lists every endgame of the atlas in words, pieces and code, the most changed first', async () => {
    const page = await site.visit('#endgames');
    await expect.poll(() => rows(page).count()).toBe(atlas.endgames.length);
    const first = rows(page).first();
    expect(await first.locator('.words').textContent()).toBe('king and two knights against king');
    expect(await first.locator('code').textContent()).toBe('KNNvk');
    expect(await first.locator('.symbols .piece').count()).toBe(4);
    expect(await first.locator('td').allTextContents()).toEqual([
      '89.4\u00a0%',
      '89.4\u00a0%',
      '31 moves',
      '–',
    ]);
    await says(
      page,
      '.headline',
      /most of all king and two knights against king: White wins 89\.4\u00a0%/,
    );
    // The server of these tests has one table.
    expect(await page.locator('.endgame-list a.there code').allTextContents()).toEqual(['KQvk']);
  });

  test.runIf(whole)('is sorted and searched, and remembers it on the way back', async () => {
    const page = await site.visit('#endgames');
    await page.getByRole('button', { name: 'longest win' }).click();
    const longest = (study: EndgameStudy) =>
      Math.max(study.ours.white.longestWin?.plies ?? 0, study.ours.black.longestWin?.plies ?? 0);
    const deepest = atlas.endgames.toSorted((a, b) => longest(b) - longest(a))[0]!;
    await expect.poll(() => rows(page).first().locator('code').textContent()).toBe(deepest.table);
    const head = page.getByRole('columnheader', { name: 'longest win' });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Find').fill('two knights pawn');
    await page.getByLabel('Number of men').selectOption('5 men');
    const codes = () => rows(page).locator('code').allTextContents();
    await expect.poll(async () => (await codes()).sort()).toEqual(['KNNPvk', 'KNNvkp']);
    await rows(page).first().getByRole('link').click();
    await page.getByRole('link', { name: 'All endgames' }).click();
    await expect.poll(async () => (await codes()).sort()).toEqual(['KNNPvk', 'KNNvkp']);
    await page.getByLabel('Find').fill('elephant');
    await says(page, '.endgame-list .hint', 'No endgame is called like this.');
  });

  test.runIf(whole)('shows the same endgames under the rules of chess', async () => {
    const page = await site.visit('#endgames');
    await page.getByLabel('Game').selectOption('Chess');
    const knights = rows(page).filter({ has: page.getByText('KNNvk', { exact: true }) });
    await expect
      .poll(() => knights.locator('td').allTextContents())
      .toEqual(['<0.1\u00a0%', '89.4\u00a0%', '1 move', '–']);
  });

  test('shows results, changes, the longest win and zugzwangs of an endgame, as the atlas has them', async () => {
    const page = await site.visit('#endgames=metachess/KNNvkp');
    await says(page, 'h1', 'King and two knights against king and pawn');
    const { ours, changes } = studyOf('KNNvkp');
    await says(page, '.results', 'Metachess68.2\u00a0%');
    await says(page, '.results', 'Chess21.8\u00a0%');
    await says(page, '.counts', ours.white.wins.toLocaleString('en'));
    const section = (title: string) => page.locator('.details section', { hasText: title });
    await expect
      .poll(() => section('Compared with chess').locator('.position-card').count())
      .toBe(changes.length);
    const longest = section('Longest wins').locator('.position-card').first();
    const { plies, line, fen } = ours.white.longestWin!;
    expect(await longest.locator('h4').textContent()).toBe(
      `White wins in ${(plies + 1) / 2} moves`,
    );
    const words = (await longest.locator('.moves-text').allTextContents()).join(' ');
    expect(words.split(' ').filter((word) => !/^\d+\.+$/.test(word))).toEqual(line);
    const found = ours.zugzwangs.map(({ unique }) => unique.toLocaleString('en'));
    const told = await page.locator('.zugzwangs tbody td:nth-child(2)').allTextContents();
    expect(told).toEqual(found);
    // A position opens on the board.
    const link = longest.getByRole('link');
    expect(await link.getAttribute('href')).toBe(at(fen));
    await link.click();
    await says(page, '#status', 'White to move');
  });

  test.runIf(whole)(
    'finds more longest wins in the table than the atlas has, the same as the command line',
    async () => {
      const page = await site.visit('#endgames=metachess/KQvk');
      await page.getByRole('button', { name: 'List the longest wins and zugzwangs' }).click();
      const { material } = unwrap(parseMaterial('KQvk', metachess));
      const table = unwrap(await generateInMemory(metachess, [material])).get('KQvk')!;
      const wins = longestWins(table, { count: 10, winner: 0 });
      const fens = wins.map(
        ({ squares }) =>
          metachess.makeFen(unwrap(metachess.place(material.men, squares, 0))).split(' ')[0],
      );
      const list = page.locator('.examples ol').first();
      await expect.poll(() => list.locator('code').allTextContents()).toEqual(fens);
      expect(await list.getByRole('link').first().textContent()).toBe('White wins in 9 moves');
      // Black never wins, and there is no zugzwang.
      expect(await page.locator('.examples').getByText('None.').count()).toBe(2);
    },
  );

  test('names the commands that look through a table of six men', async () => {
    const none = { wins: 0, draws: 0, losses: 0, histogram: { win: {}, loss: {} } };
    const longest = { longestWin: null, longestLoss: null };
    const squares = { longestWinSquares: null, longestLossSquares: null };
    const side = { ...none, ...longest, ...squares, unique: none };
    await mkdir(join(site.tables, 'chess'), { recursive: true });
    const file = await sixMenFile(chess, { white: side, black: side });
    await writeFile(join(site.tables, 'chess', 'KQRvkbn.mtb'), file);
    const page = await site.visit('#endgames=chess/KQRvkbn');
    await says(page, '.table-section', 'metatb zugzwang KQRvkbn --rules chess');
    expect(await page.getByText('List the longest wins').count()).toBe(0);
  });

  test('lists the longest wins and zugzwangs that a table of six men tells itself', async () => {
    const none = { wins: 0, draws: 0, losses: 0, histogram: { win: {}, loss: {} } };
    const won = { wins: 2, draws: 0, losses: 0, histogram: { win: { 3: 1, 5: 1 }, loss: {} } };
    const nothing = { longestWinSquares: null, longestLossSquares: null, longestLoss: null };
    const squares = (bishop: string) =>
      ['a1', 'b1', 'c1', 'h8', bishop, 'f8'].map((name) =>
        unwrap(parseSquare(name, metachess.board)),
      );
    const white = {
      ...{ ...won, unique: won, ...nothing, longestWin: 5, longestWinSquares: squares('g8') },
      nextLongestWins: [{ plies: 3, squares: squares('e8') }],
    };
    const black = { ...none, unique: none, ...nothing, longestWin: null };
    const deepest = [{ squares: squares('d8'), white: null, black: 4 }];
    const zugzwangs = [
      { unique: 0, board: 0, deepest: [] },
      { unique: 1, board: 8, deepest },
      { unique: 0, board: 0, deepest: [] },
    ];
    const path = join(site.tables, 'metachess', 'KQRvkbn.mtb');
    onTestFinished(() => rm(path));
    await writeFile(path, await sixMenFile(metachess, { white, black, zugzwangs }));
    const page = await site.visit('#endgames=metachess/KQRvkbn');
    const items = page.locator('.examples li');
    await expect
      .poll(() => items.locator('a').allTextContents())
      .toEqual([
        'White wins in 3 moves',
        'White wins in 2 moves',
        'White to move draws, Black to move loses in 2 moves',
      ]);
    expect(await items.first().locator('code').textContent()).toBe('5nbk/8/8/8/8/8/8/KQR5');
    expect(await page.getByText('too much for a page').count()).toBe(0);
  });

  test('says what the colours and lines of a histogram mean, and has its numbers', async () => {
    const page = await site.visit('#endgames=metachess/KQvk');
    const white = page.locator('.histograms > div').first();
    await white.locator('.histogram').waitFor();
    expect(await white.locator('.histogram-key').textContent()).toMatch(
      /^won by the side to move.*logarithmic scale/,
    );
    expect(await white.locator('rect.win').count()).toBe(9);
    expect(await white.locator('.swatch.loss').count()).toBe(0);
    const color = (selector: string, property: string) =>
      white
        .locator(selector)
        .first()
        .evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property);
    expect(await color('rect.win', 'fill')).toBe(await color('.swatch.win', 'background-color'));
    await white.getByText('In numbers').click();
    expect(await white.locator('tbody tr').count()).toBe(9);
  });

  test.each(few([390, 320], 1))('cuts no number on a screen of %i pixels', async (width) => {
    const page = await site.visit('#endgames=metachess/KQRPvk', {
      viewport: { width, height: 844 },
    });
    // Ten digits: the largest numbers of five men.
    await page.locator('.counts td').first().waitFor();
    await page.locator('.counts td').evaluateAll((cells) => {
      for (const cell of cells) cell.textContent = '1,017,133,906';
    });
    const cut = await page.locator('.statistics th, .statistics td').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const [text, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
          const right = Math.min(box.right, document.documentElement.clientWidth);
          return text.right > right + 0.5 || text.left < box.left - 0.5;
        })
        .map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
  });

  test.runIf(whole)('begins with what to do on a phone, and fills a wide screen', async () => {
    const page = await site.visit('#endgames', PHONE);
    const lead = (await page.locator('.lead').boundingBox())!;
    await rows(page).first().waitFor();
    expect((await rows(page).first().boundingBox())!.y).toBeGreaterThan(lead.y + lead.height);
    expect(lead.y).toBeLessThan(PHONE.viewport.height / 2);
    await page.setViewportSize({ width: 1440, height: 900 });
    const list = (await page.locator('.endgame-list').boundingBox())!;
    expect(list.width).toBeGreaterThan(1440 * 0.6);
  });

  test('opens a random position of an endgame', async () => {
    const page = await site.visit('#endgames=metachess/KQvk');
    await page.getByRole('button', { name: 'A random position' }).click();
    await says(page, '.verdict', /wins in \d+ moves?\.|a draw/);
    await says(page, '.source', 'All of KQvk');
  });

  test.runIf(whole)('asks for no file that the server does not list', async () => {
    const page = await site.visit();
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    await page.goto(`${site.url}/#endgames=metachess/KRvk`);
    await says(page, '.table-section', 'Download');
    await page.goto(`${site.url}/#endgames=metachess/KQRvkq`);
    await says(page, '.table-section', 'metatb generate KQRvkq');
    expect(failed).toEqual([]);
  });

  test('does without the atlas', async () => {
    const page = await site.visit();
    await page.route('**/*atlas*', (route) => route.abort());
    await page.goto(`${site.url}/#endgames`);
    await expect.poll(() => rows(page).count()).toBe(5 + 30);
    await page.goto(`${site.url}/#endgames=metachess/KQvk`);
    await says(page, '.counts', /won144,5080drawn0/);
  });
});
