import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { countTable } from '../../src/table/statistics.ts';
import { hasBrowser } from '../browser/browser.ts';
import { at, Site, says } from './site.ts';

/** Chess on 5x5 squares, with more rules. */
const tiny = (more = '') => `[tiny:chess]
maxFile = 5
maxRank = 5
castling = false
doubleStep = false
promotionRegionWhite = *5
promotionRegionBlack = *1
nMoveRule = 0
startFen = k4/5/5/5/K4 w - - 0 1
${more}`;
/** A king on the last rank has won. */
const RACE = 'flagPiece = k\nflagRegionWhite = *5\nflagRegionBlack = *1\n';

/** Four men on 11x11 squares: what takes a page longer than it solves by itself, and no more memory than it may take. */
const wide = `[wide:chess]
maxFile = 11
maxRank = 11
castling = false
doubleStep = false
promotionRegionWhite = *11
promotionRegionBlack = *1
startFen = k10/11/11/11/11/11/11/11/11/11/K10 w - - 0 1
`;

/** A table's file, as `metatb generate` writes it. */
async function fileOf(rules: RuleSet, name: string): Promise<Buffer> {
  const { material } = unwrap(parseMaterial(name, rules));
  const table = unwrap(await generateInMemory(rules, [material])).get(name)!;
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeNative(table, countTable(table))) chunks.push(chunk.slice());
  return Buffer.concat(chunks);
}

/** Has the browser keep a visitor's own game. */
function keepOwn(page: Page, name: string, ini: string): Promise<void> {
  return page.evaluate(
    (text) => localStorage.setItem('metatb-own-games', text),
    JSON.stringify([{ name, ini }]),
  );
}

describe.skipIf(!hasBrowser())('tables of other games', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  const choose = (page: Page, name: string, buffer: Buffer) =>
    page
      .locator('.file-opener input')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  /** From now on nothing can be solved, and no server answers. */
  const cutOff = async (page: Page) => {
    await page.route('**/tableWorker-*.js', (route) => route.abort());
    await page.route('**/tables/**', (route) => route.abort());
  };

  test('are solved in the page, and kept', async () => {
    const near = at('7k/8/8/8/8/2K5/6R1/8 w - - 0 1', 'kingofthehill');
    const page = await site.visit(near);
    // The king steps to the hill; the game has the 50-move rule, and it does not come first.
    await says(page, '.verdict', 'White wins in 1 move.');
    await says(page, '.move-table tr', /Kd4.*wins at once/);
    expect(await page.locator('.tables-panel .hint').count()).toBe(0);
    await cutOff(page);
    await page.reload();
    await says(page, '.verdict', 'White wins in 1 move.');
  });

  test('cover boards of other sizes', async () => {
    const page = await site.visit(at('10/10/10/10/10/4k5/10/K8C w - - 0 1', 'capablanca'));
    await says(page, '.verdict', /^White wins in \d+ moves\.$/);
    await says(page, '.source', 'All of KCvk');
    await page.goto(`${site.url}/${at('6/6/6/2k3/6/K4R w - - 0 1', 'losalamos')}`);
    await says(page, '.verdict', /^White wins in \d+ moves\.$/);
  });

  test('are packed once they are downloaded, as metatb generate writes them', async () => {
    const page = await site.visit('#endgames=kingofthehill/KRvk');
    await says(page, '.table-section', 'Download');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '.mtb' }).click();
    const file = await buffer(await (await downloading).createReadStream());
    const rules = unwrap(findRuleSet('kingofthehill'));
    expect(file.equals(await fileOf(rules, 'KRvk'))).toBe(true);
    await says(page, '.table-section', `KRvk.mtb: ${Math.round(file.length / 1024)} KiB`);
  });

  test('say that their positions are counted, which takes long for large ones', async () => {
    const page = await site.visit('#endgames');
    const said = await page.evaluateHandle(() => {
      const texts = new Set<string>();
      const note = () => texts.add(document.querySelector('.table-section')?.textContent ?? '');
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
      location.hash = '#endgames=kingofthehill/KNvk';
      return texts;
    });
    await says(page, '.table-section', 'Download');
    const texts = await said.evaluate((all) => [...all]);
    expect(texts).toContain('The table KNvkCounting its positions…');
  });

  test('of the visitor’s own game are those of its text', async () => {
    const page = await site.visit();
    await keepOwn(page, 'tiny', tiny());
    await page.goto(`${site.url}/#endgames=tiny/KRvk`);
    await says(page, '.table-section', 'Download');
    await keepOwn(page, 'tiny', tiny(RACE));
    await page.reload();
    // The king is next to the last rank.
    await page.goto(`${site.url}/${at('5/K4/5/4k/1R3 w - - 0 1', 'tiny')}`);
    await says(page, '.verdict', 'White wins in 1 move.');
    await page.goto(`${site.url}/#endgames=tiny`);
    await page.locator('.endgame-list a.there code', { hasText: 'KRvk' }).waitFor();
    // Neither has the 50-move rule.
    await page.goto(`${site.url}/${at('5/5/5/K3k/1R3 w - - 99 1', 'tiny')}`);
    await says(page, '.verdict', /^White wins in [2-9] moves\.$/);
    expect(await page.locator('.tables-panel .hint').count()).toBe(0);
  });

  test('that take longer are solved on request, with a bar, and can be stopped', async () => {
    const table = 'KQvkr';
    const page = await site.visit('#endgames');
    await keepOwn(page, 'wide', wide);
    await page.goto(`${site.url}/#endgames=wide/${table}`);
    await page.getByRole('button', { name: /^Solve KQvkr here \(about \d+ s\)$/ }).click();
    // Its subtables come first; then the bar moves on within the table itself.
    const bar = page.getByRole('progressbar', { name: `Solving ${table}` });
    const value = () => bar.evaluate((shown) => (shown as HTMLProgressElement).value);
    await expect.poll(value).toBeGreaterThan(0.05);
    await page.getByRole('button', { name: 'Stop' }).click();
    await says(page, '.solving', 'Stopped.');
    await page.goto(`${site.url}/#endgames=metamachy/KQPvk`);
    await says(page, '.details', 'metatb generate KQPvk --rules metamachy');
    await keepOwn(page, 'tiny', tiny());
    await page.goto(`${site.url}/#endgames=tiny/KQQQPvk`);
    await says(page, '.details', 'metatb generate KQQQPvk --variants FILE --rules tiny');
  });

  test('are listed for every game, and reached by names with parameters', async () => {
    const page = await site.visit('#endgames');
    await page.getByLabel('Game').selectOption('Antichess');
    // No king is needed, and neither are four men offered: there are very many.
    const codes = page.locator('.endgame-list code');
    await codes.getByText('Qvr', { exact: true }).waitFor();
    expect(await page.getByLabel('Number of men').locator('option').allTextContents()).toEqual([
      'any number of men',
      '2 men',
      '3 men',
    ]);
    await page.goto(`${site.url}/#endgames=hutnik:Q=QN/KQvk`);
    await says(page, 'h1', 'King and queen against king');
    await says(page, '.counts', 'won');
    expect(await page.getByLabel('Game').inputValue()).toBe('hutnik:Q=QN');
    await page.goto(`${site.url}/#endgames=nogame/KQvk`);
    await says(page, '[role=alert]', 'nogame');
    await page.goto(`${site.url}/#endgames=losalamos/KBvk`);
    await says(page, '[role=alert]', "Unknown piece 'B'");
  });

  test('are opened from files, without a server', async () => {
    const page = await site.visit('#endgames');
    await cutOff(page);
    // Packed; of the game that is shown, and of another one.
    const packed = new URL('../golden/metachess-KRvk.mtb', import.meta.url);
    await choose(page, 'rook.mtb', await readFile(packed));
    await says(page, '.table-section', 'Download');
    expect(new URL(page.url()).hash).toBe('#endgames=metachess/KRvk');
    await page.goto(`${site.url}/#endgames`);
    await choose(page, 'KRvk.mtb', await fileOf(unwrap(findRuleSet('losalamos')), 'KRvk'));
    await says(page, '.table-section', 'Download');
    expect(new URL(page.url()).hash).toBe('#endgames=losalamos/KRvk');
    await page.goto(`${site.url}/${at('6/6/6/2k3/6/K4R w - - 0 1', 'losalamos')}`);
    await says(page, '.verdict', /^White wins in \d+ moves\.$/);
  });

  test('are opened where a table is missing, and by a drop', async () => {
    const page = await site.visit();
    await keepOwn(page, 'tiny', tiny());
    const rules = unwrap(gameOf({ name: 'tiny', ini: tiny() }));
    const file = await fileOf(rules, 'KRvk');
    await page.goto(`${site.url}/#endgames=metachess/KQvk`);
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], 'KRvk.mtb'));
        return transfer;
      },
      [...file],
    );
    await page.locator('.endgames').dispatchEvent('drop', { dataTransfer: dropped });
    await expect.poll(() => new URL(page.url()).hash).toBe('#endgames=tiny/KRvk');
    await page.goto(`${site.url}/${at('8/8/8/5k2/8/8/1q6/K2QR3 w - - 0 1')}`);
    await page.getByRole('button', { name: 'Open a table file' }).waitFor();
    await choose(page, 'KRvk.mtb', file);
    await expect.poll(() => new URL(page.url()).hash).toBe('#endgames=tiny/KRvk');
  });

  test('that are damaged or of an unknown game are refused, with the reason', async () => {
    const page = await site.visit('#endgames');
    const file = await fileOf(unwrap(gameOf({ name: 'tiny', ini: tiny() })), 'KRvk');
    const news = '.file-opener .problem';
    await choose(page, 'notes.mtb', Buffer.from('some text'));
    await says(page, news, 'notes.mtb: not a table file');
    await choose(page, 'old.mtb', Buffer.concat([Buffer.from('MTB\u0001'), file.subarray(4)]));
    await says(page, news, 'old.mtb: a table file of version 1');
    await choose(page, 'KRvk.mtb', file);
    await says(page, news, "it is a table of the game 'tiny', which this page does not know");
    expect(await page.locator(news).getByRole('link').getAttribute('href')).toBe('#own');
    await keepOwn(page, 'tiny', tiny(RACE));
    await choose(page, 'KRvk.mtb', file);
    await says(page, news, 'other rules than those that this page knows by that name');
    await keepOwn(page, 'tiny', tiny());
    await choose(page, 'cut.mtb', file.subarray(0, -20));
    await says(page, news, 'cut.mtb: truncated table file');
    const altered = Buffer.from(file);
    altered[60]! ^= 1;
    await choose(page, 'altered.mtb', altered);
    await says(page, news, 'altered.mtb: altered table file');
    await choose(page, 'KRvk.mtb', file);
    await says(page, '.table-section', 'Download');
  });
});
