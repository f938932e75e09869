import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { few } from '../thorough.ts';
import { click, Site, sanOf, says, type } from './site.ts';

const AMAZON = `[amazon-chess:chess]
title = Amazon Chess
about = Chess whose queens leap like knights.
queen = -
amazon = a
startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
promotionPieceTypes = arbn
`;
const WRONG = `# Two games.
[wrong:chess]
queeen = q
maxRank = 40

[hill:chess]
flagPiece = k
flagRegion = d4 e4 d5 e5
`;

describe.skipIf(!hasBrowser())('a game of one’s own', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('begins with an example that works, and is played by clicks and by typed moves', async () => {
    const page = await site.visit('#own');
    await says(page, '.checked', 'It works.');
    await page.getByRole('button', { name: 'Play: Courtyard Chess' }).click();
    await click(page, 'b1');
    await click(page, 'a3');
    await type(page, 'bxa3');
    await expect.poll(() => sanOf(page)).toEqual(['Ga3', 'bxa3']);
    await page.reload();
    await expect.poll(() => sanOf(page)).toEqual(['Ga3', 'bxa3']);
  });

  test('shows each problem at its line, and leads there by a click and by a key', async () => {
    const page = await site.visit('#own');
    await write(page, WRONG, '1 of 2 games work.');
    const problems = page.locator('.at-line');
    expect(await problems.allTextContents()).toEqual([
      "line 3: 'queeen' is not a key of variants.ini: did you mean queen?",
      "line 4: maxRank: '40' is not a rank from 3 to 16",
    ]);
    expect(await page.locator('.line-numbers .wrong').allTextContents()).toEqual(['3', '4']);
    expect(await titles(page, '.checked-games')).toEqual(['Hill hill']);
    await problems.last().click();
    expect(await selected(page)).toBe('maxRank = 40');
    await problems.first().press('Enter');
    expect(await selected(page)).toBe('queeen = q');
    await page.keyboard.type('queen = q');
    await says(page, '.at-line', 'line 4');
    await expect.poll(() => page.locator('.line-numbers .wrong').allTextContents()).toEqual(['4']);
  });

  test('scrolls to a problem far down, with the numbers beside it', async () => {
    const page = await site.visit('#own');
    await drop(page, 'long.ini', `${'# A remark.\n'.repeat(2000)}${WRONG}`);
    await says(page, '.checked', '1 of 2 games work.');
    await page.locator('.at-line').first().click();
    await expect
      .poll(() => page.locator('.line-numbers .wrong').allTextContents())
      .toEqual(['2003', '2004']);
    // Few of two thousand numbers are drawn.
    expect(await page.locator('.line-numbers div').count()).toBeLessThan(60);
  });

  test('is read from a file that is dropped, and the text before comes back', async () => {
    const page = await site.visit('#own');
    await write(page, WRONG, '1 of 2 games work.');
    await drop(page, 'amazon.ini', AMAZON);
    await says(page, '.announcer', 'amazon.ini is in the field.');
    await says(page, '.checked', 'It works.');
    expect(await titles(page, '.checked-games')).toEqual(['Amazon Chess amazon-chess']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await says(page, '.checked', '1 of 2 games work.');
    expect(await field(page).inputValue()).toBe(WRONG);
  });

  test.each(
    few(
      [
        ['10 MB of text', '# a remark\n'.repeat(1_000_000), 'big.ini is too long'],
        ['very many lines', '\n'.repeat(30_000), 'at most 1048576 bytes and 20000 lines'],
        ['what is no text', 'MTB\0\x01\x02', 'big.ini is no text'],
      ],
      1,
    ),
  )('refuses %s, and leaves the text as it is', async (_, content, why) => {
    const page = await site.visit('#own');
    await write(page, AMAZON, 'It works.');
    await drop(page, 'big.ini', content);
    await says(page, '.announcer.problem', why);
    expect(await field(page).inputValue()).toBe(AMAZON);
  });

  test('refuses to paste more than a browser can show', async () => {
    const page = await site.visit('#own');
    await write(page, AMAZON, 'It works.');
    const paste = (text: string) =>
      field(page).evaluate((each, text) => {
        (each as HTMLTextAreaElement).select();
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        each.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
      }, text);
    await paste('# a remark\n'.repeat(1_000_000));
    await says(page, '.announcer.problem', 'The text is too long');
    expect(await field(page).inputValue()).toBe(AMAZON);
    await paste(`${'# a remark\n'.repeat(2000)}${AMAZON}`);
    await expect.poll(async () => (await field(page).inputValue()).length).toBeGreaterThan(20_000);
    await says(page, '.checked', 'It works.');
  });

  test('says what is wrong with a text that is too long to be checked', async () => {
    const page = await site.visit('#own');
    await write(page, 'x'.repeat(1 << 21), 'It does not work yet.');
    await says(page, '.at-line', 'line 1: a file has at most 1048576 bytes');
  });

  test('may be one of very many', async () => {
    const page = await site.visit('#own');
    const sections = Array.from({ length: 143 }, (_, i) =>
      [`[game${i}:chess]`, ...(i % 2 === 1 ? ['pieceDrops = true'] : []), ''].join('\n'),
    );
    await drop(page, 'many.ini', sections.join('\n'));
    await says(page, '.checked', '72 of 143 games work.');
    expect(await page.locator('.checked-games .own-row').count()).toBe(72);
    await page.getByRole('button', { name: 'Play: Game142' }).click();
    await type(page, 'e4');
    await expect.poll(() => sanOf(page)).toEqual(['e4']);
  });

  test('is kept once it is opened: to change, to delete and to have back', async () => {
    const page = await site.visit('#own');
    await write(page, AMAZON, 'It works.');
    expect(await page.locator('.kept-games').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Rules: Amazon Chess' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#games=amazon-chess');
    await page.goBack();
    await says(page, '.kept-games h3', 'Amazon Chess');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Edit: Amazon Chess' }).click();
    expect(await field(page).inputValue()).toBe(AMAZON);
    await page.getByRole('button', { name: 'Delete: Amazon Chess' }).click();
    await expect.poll(() => page.locator('.kept-games').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.reload();
    await says(page, '.kept-games h3', 'Amazon Chess');
  });

  test('is played as it was changed last', async () => {
    const page = await site.visit('#own');
    await write(page, AMAZON, 'It works.');
    const start = page.locator('.checked-games').getByRole('button', { name: /^Play/ });
    await start.click();
    await type(page, 'Ac3');
    await expect.poll(() => sanOf(page)).toEqual(['Ac3']);
    await page.goto(`${site.url}/#own`);
    await write(page, AMAZON.replace('amazon = a', 'customPiece1 = a:Q'), 'It works.');
    await start.click();
    await type(page, 'Ac3');
    await says(page, '#announcer', /Ac3/);
    expect(await sanOf(page)).toEqual([]);
  });

  test('without a first position says what it needs to be played', async () => {
    const page = await site.visit('#own');
    await write(page, '[small]\nking = k\nrook = r\nmaxFile = 4\nmaxRank = 4\n', 'It works.');
    await says(page, '.checked-games .hint', 'with startFen in its section it can be played');
    const actions = page.locator('.checked-games').getByRole('button');
    expect(await actions.allTextContents()).toEqual(['Rules', 'Endgames']);
  });

  test('survives as a text that is half written', async () => {
    const page = await site.visit('#own');
    await field(page).fill('[half');
    await page.reload();
    expect(await field(page).inputValue()).toBe('[half');
    await page.getByRole('link', { name: 'The rule' }).click();
    await page.locator('.lesson').first().waitFor();
    await page.goBack();
    await expect.poll(() => field(page).inputValue()).toBe('[half');
  });
});

function field(page: Page) {
  return page.getByLabel('The game as text');
}

/** Writes a text and waits for what the check says of it. */
async function write(page: Page, text: string, verdict: string): Promise<void> {
  await field(page).fill('');
  await says(page, '.at-line', 'there is no game');
  await field(page).fill(text);
  await says(page, '.checked', verdict);
  await expect
    .poll(() => page.locator('.at-line', { hasText: 'there is no game' }).count())
    .toBe(0);
}

function titles(page: Page, list: string): Promise<string[]> {
  return page.locator(`${list} .own-row h3`).allTextContents();
}

/** The text that is selected in the field. */
function selected(page: Page): Promise<string> {
  return field(page).evaluate((each) => {
    const { value, selectionStart, selectionEnd } = each as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
}

/** Drops a file where the page has nothing but text. */
function drop(page: Page, name: string, content: string): Promise<void> {
  return page.locator('.own-view h1').evaluate(
    (target, [name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      target.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      );
    },
    [name, content] as const,
  );
}
