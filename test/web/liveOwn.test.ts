import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser/browser.ts';
import { begin, isInView, makeGame, PHONE, playGame, sitDown, takeSeat } from './liveGames.ts';
import { Site, sanOf, says, type } from './site.ts';

const SPRINT = `[sprint:chess]
title = Amazon Sprint
about = Chess with amazons, which a pawn in the other half of the board wins.
queen = -
customPiece1 = a:QN
pieceNames = a:amazon
startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1
promotionPieceTypes = arbn
flagPiece = p
flagRegionWhite = *5
flagRegionBlack = *4
`;
const MOVES = ['e4', 'Nf6', 'e5#'];

describe.skipIf(!hasBrowser())('by link', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test('a game that was pasted is explained to the guest, and played to its end', async () => {
    const white = await site.visit('#own');
    await white.getByLabel('The game as text').fill(SPRINT);
    await white.getByRole('button', { name: 'By link: Amazon Sprint' }).click();
    await says(white, '.about-rules', 'Chess with amazons');
    expect(await white.getByLabel('Rules').inputValue()).toBe('sprint');
    const hash = await makeGame(white, { name: 'Ada' });

    const black = await site.visit(hash, PHONE);
    await says(black, '.invitation h1', 'Ada invites you to Amazon Sprint');
    await says(black, '.invitation .rules-body', 'a pawn');
    await says(black, '.invitation .rules-body', 'amazon');
    // Nothing of metachess.
    expect(await black.locator('.invitation').innerText()).not.toMatch(/board marks/);
    expect(await black.getByRole('link', { name: 'Try the rule' }).count()).toBe(0);
    for (const place of ['.invitation .terms', '.invitation .piece-card:last-child']) {
      await black.locator(place).scrollIntoViewIfNeeded();
      expect(await isInView(black, '.invitation .primary'), place).toBe(true);
    }
    await takeSeat(black);

    await playGame(white, black, MOVES.slice(0, 2));
    await black.getByRole('link', { name: 'By link' }).click();
    await says(black, '.own-game', /Amazon Sprint against Ada, as Black.*White’s turn/);
    await black.locator('.own-game').click();
    await expect.poll(() => sanOf(black)).toEqual(MOVES.slice(0, 2));
    await black.getByText('The rules of Amazon Sprint').click();
    await says(black, '.live-side .rules-body', 'amazon');
    await type(white, 'e5');
    for (const page of [white, black]) {
      await says(page, '.status', /White wins/);
      await expect.poll(() => sanOf(page)).toEqual(MOVES);
    }

    // In the guest's browser, which knows the game from the link alone.
    await black.getByRole('button', { name: 'Analyse' }).click();
    await expect.poll(() => new URL(black.url()).hash).toMatch(/^#play=sprint\//);
    expect(await sanOf(black)).toEqual(MOVES);
    await black.reload();
    await expect.poll(() => sanOf(black)).toEqual(MOVES);
  });

  test('a game of the catalogue is chosen by its address and from the list', async () => {
    const { white, hash } = await begin(site, { at: '#invite=atomic' });
    const black = await site.visit(hash);
    await says(black, '.invitation h1', 'You are invited to Atomic');
    await takeSeat(black);
    await playGame(white, black, ['Nf3', 'e6', 'Ne5']);

    const other = await site.visit('#game');
    await other.getByLabel('Rules').selectOption({ label: 'Chess' });
    const chess = await sitDown(site, await makeGame(other));
    await playGame(other, chess, ['e4']);
    expect(await chess.locator('.game-rules[open]').count()).toBe(0);
  });

  test('the guest of a game of chess finds its rules closed', async () => {
    const { hash } = await begin(site, { at: '#invite=chess' });
    const black = await site.visit(hash);
    await says(black, '.invitation h1', 'You are invited to Chess');
    expect(await black.locator('.invitation .rules-body').count()).toBe(0);
    await black.locator('.invitation').getByText('The rules of Chess').click();
    await black.locator('.invitation .rules-body').waitFor();
  });

  test('says that it knows no game of the name in the address, and offers the others', async () => {
    const page = await site.visit('#invite=nosuch');
    await says(page, '[role=alert]', 'nosuch');
    expect(await page.getByLabel('Rules').inputValue()).toBe('metachess');
  });

  test('refuses a description that is too long before it is sent', async () => {
    const page = await site.visit('#own');
    await page.getByLabel('The game as text').fill(longGame());
    await page.getByRole('button', { name: 'By link: Long' }).click();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.getByRole('button', { name: 'Make the game' }).click();
    await says(page, '.new-game .problem', /The description of Long has \d+ bytes/);
    expect(sent).not.toContain('POST');
  });

  test('a game whose rules the page does not know is told in words', async () => {
    const { hash } = await begin(site);
    const page = await site.visit();
    await page.routeWebSocket(/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        socket.send(String(message).replace('"rules":"metachess"', '"rules":"newchess"'));
      });
    });
    await page.goto(`${site.url}/${hash}`);
    await says(page, '[role=alert]', /This page cannot show the game: .*newchess.*load it again/);
  });
});

/** A game whose parents make its description longer than games by link take. */
function longGame(): string {
  const files = [...'abcdefgh'].map((file) => `${file}*`).join(' ');
  const squares = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => file + rank));
  const lines = ['White', 'Black'].flatMap((side) =>
    ['Rook', 'Bishop', 'Knight', 'Queen', 'Pawn'].map(
      (kind) => `mobilityRegion${side}${kind} = ${squares.join(' ')} ${files}`,
    ),
  );
  const parents = ['chess', ...Array.from({ length: 8 }, (_, i) => `parent${i}`)];
  const sections = parents
    .slice(1)
    .map((name, i) => [`[${name}:${parents[i]}]`, ...lines].join('\n'));
  return [...sections, `[long:${parents.at(-1)}]\ntitle = Long\n`].join('\n');
}
