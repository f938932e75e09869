import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_GAME_LIMITS } from '../../src/server/games/limits.ts';
import { Trials } from '../../src/server/games/trials.ts';
import type { GameSummary, NewGame } from '../../src/server/protocol.ts';
import {
  begin,
  makeFolder,
  Page,
  play,
  post,
  type Serving,
  serve,
  twoPlayers,
} from './gamesServer.ts';

const folder = makeFolder();

/** A king that reaches the last rank wins. */
const dash = `[small]
maxFile = 4
maxRank = 4
king = k

# One sentence.
[dash:small]
flagPiece = k
flagRegionWhite = *4
flagRegionBlack = *1
startFen = 3k/4/4/K3 w - - 0 1
`;

/** The status and the problem of a refused game. */
async function refusalOf(server: Serving, game: object): Promise<[number, string, string]> {
  const response = await post(server, JSON.stringify(game));
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error?.code, error?.message];
}

describe('a game that the visitor describes', () => {
  test('is played to its end, kept over a restart, and played again', async () => {
    const file = join(folder, 'own.db');
    const first = await serve(file);
    const game = await twoPlayers(first, { variant: dash });
    await play(game, 'a1a2 d4d3');
    await first.close();
    const server = await serve(file);
    const { page: white, game: seen } = await Page.join(server, game.id, { seat: game.whiteSeat });
    const { page: black } = await Page.join(server, game.id, { seat: game.blackSeat });
    expect(seen.rules).toBe('dash');
    expect(seen.variant).toMatch(/^\[small\]\n[^#]*\[dash:small\]\n/);
    const { ending } = await play({ white, black }, 'a2a3 d3d2 a3a4', 2);
    expect(ending?.winner).toBe('white');
    const response = await fetch(`${server.address}/games/${game.id}`);
    const summary = (await response.json()) as GameSummary;
    expect(summary).toMatchObject({ rules: 'dash', variant: seen.variant, plies: 5 });
    white.send({ type: 'offer', offer: 'rematch' });
    await black.next('offers');
    black.send({ type: 'accept', offer: 'rematch' });
    const { id } = await black.next('rematch');
    expect((await Page.join(server, id, {})).game).toMatchObject({
      ...{ rules: 'dash', variant: seen.variant, start: seen.start, moves: [] },
    });
  });

  test('is the section that rules names, if the text has several', async () => {
    const server = await serve(':memory:');
    const two = `${dash}\n[other:dash]\nflagRegionWhite = *3\n[third:dash]\ntitle = Third\n`;
    const message = 'the description has several games, other, third: name one as rules';
    expect(await refusalOf(server, { variant: two })).toEqual([400, 'variant', message]);
    const { id } = await begin(server, { variant: two, rules: 'third' });
    const { game } = await Page.join(server, id, {});
    expect(game.rules).toBe('third');
    expect(game.variant).not.toContain('[other:dash]');
    expect(await refusalOf(server, { variant: two, rules: 'chess' })).toEqual([
      ...[400, 'variant'],
      'no section [chess] in the description, which has small, dash, other, third',
    ]);
  });

  test('may have 16 KiB, however JSON writes them', async () => {
    const server = await serve(':memory:');
    const most = DEFAULT_GAME_LIMITS.variant;
    const left = most - Buffer.byteLength(`${dash}#`);
    const text = `${dash}#${'ä'.repeat(left / 2)}${'"'.repeat(left % 2)}`;
    expect(Buffer.byteLength(text)).toBe(most);
    const escaped = [...text]
      .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    expect((await post(server, `{"variant": "${escaped}"}`)).status).toBe(201);
    const longer: NewGame = { variant: `${text}x` };
    const message = `a description has at most ${most} bytes`;
    expect(await refusalOf(server, longer)).toEqual([400, 'variant', message]);
  });

  test.each([
    ['a number', 7, /^variant is a text/, 'message'],
    ['null', null, /^variant is a text/, 'message'],
    ['an empty text', '', /^line 1: there is no game/],
    ['binary', '[a:chess]\n\u0001\u0002', /^line 2: this is no text/],
    ['half a character', '[a:chess]\ntitle = \ud800', /^the description is no text/],
    ['an unknown key', `${dash}color = red\n`, /^line 12: 'color' is not a key/],
    [
      'a wrong parent',
      `${dash.replace('king = k', 'king = kk')}`,
      /^line 7: its parent small is refused: line 4: king/,
    ],
    [
      'the name of a built-in game',
      '[chess:metachess]\n',
      /^line 1: there is a built-in game chess/,
    ],
    ['no section', 'king = k\n', /^line 1: 'king = k' is in no section/],
    [
      'two sections of one name',
      '[a:chess]\n[a:chess]\n',
      /^line 2: there is a section \[a\] at line 1/,
    ],
    ['a broken head among others', `${dash}[:b]\n`, /^line 12: '\[:b\]' is no section/],
    ['a broken head', '[a:b:c]\n', /^line 1: '\[a:b:c\]' is no section/],
    ['a circle', '[a:b]\n[b:a]\n', /^line 1: its parents go in a circle/],
    ['no first position', '[a:chess]\nmaxRank = 7\n', /^a has no first position/],
    [
      'an end at once',
      dash.replace('3k/4/4/K3', '4/4/4/K2k'),
      /^dash is over in its first position/,
    ],
    [
      'a large board',
      '[a:chess]\nmaxRank = 13\nstartFen = k7/8/8/8/8/8/8/8/8/8/8/8/K6R w - - 0 1\n',
      /at most 12x12, and that of a is 8x13$/,
    ],
  ])('is refused if it is %s', async (_, variant, message, code = 'variant') => {
    const server = await serve(':memory:');
    const refused = await refusalOf(server, { variant });
    expect(refused).toEqual([400, code, expect.stringMatching(message)]);
    expect(server.errors).toEqual([]);
  });
});

/** 12x12 boards full of riders. */
const letters = [...'abcdefghijlmnopqrstuvwxyz'];
const board = 'maxFile = 12\nmaxRank = 12\n';
const hostile: Readonly<Record<string, string>> = {
  'moves that look ahead': `[e:metachess]\n${board}castling = false\ndoubleStep = false
customPiece1 = a:NNCCZZ\nstartFen = k1a1a1a1a1a1/1p1p1p1p1p1p/a1a1a1a1a1a1/1p1p1p1p1p1p/a1a1a1a1a1a1/12/12/1A1A1A1A1A1A/P1P1P1P1P1P1/1A1A1A1A1A1A/P1P1P1P1P1P1/1A1A1A1A1A1K w - - 0 1\n`,
  'many kinds': `[e]\n${board}king = k\n${letters
    .map((letter, i) => `customPiece${i + 1} = ${letter}:QNNCCZZAADDHHGG\n`)
    .join('')}startFen = kabcdefghijl/12/mnopqrstuvwx/12/12/12/12/12/12/12/12/10YK w - - 0 1\n`,
  'long movements': `[e]\n${board}king = k\n${letters
    .map((letter, i) => `customPiece${i + 1} = ${letter}:${'mRcBmBcRNNCCZZ'.repeat(40)}\n`)
    .join('')}`,
  'many sections': Array.from({ length: 1500 }, (_, i) => `[s${i}]\n`).join(''),
  'deep parents': Array.from({ length: 400 }, (_, i) => `[s${i}:s${i - 1}]\n`).join(''),
  'unknown keys': `[s:chess]\n${Array.from({ length: 600 }, (_, i) => `promotionPieceType${i}=1\n`).join('')}`,
  'a long line': `[s:chess]\nstartFen = ${'/'.repeat(16_000)}\n`,
  parentheses: `[s:chess]\ncustomPiece1 = a:${'('.repeat(16_000)}\n`,
};

describe('a hostile description', () => {
  test.each(Object.keys(hostile))(
    'of %s is refused, and others are answered meanwhile',
    async (what) => {
      const server = await serve(':memory:', { limits: { trialTime: 300 } });
      let isRunning = true;
      const refused = refusalOf(server, { variant: hostile[what] }).finally(() => {
        isRunning = false;
      });
      while (isRunning) expect((await fetch(`${server.address}/health`)).status).toBe(200);
      const [status, code, message] = await refused;
      expect([status, code]).toEqual([400, 'variant']);
      expect(message.split('\n')).toHaveLength(1);
      expect(server.errors).toEqual([]);
    },
  );

  test('costs its sender a game, refused or not', async () => {
    const server = await serve(':memory:', { limits: { gameRate: 0.2 } });
    const text = hostile['a long line'];
    expect((await refusalOf(server, { variant: text }))[1]).toBe('variant');
    expect((await refusalOf(server, { variant: text }))[1]).toBe('variant');
    expect((await refusalOf(server, { variant: text }))[1]).toBe('rate');
  });

  test('has its time, and others wait for their turn or are refused', async () => {
    const limits = { ...DEFAULT_GAME_LIMITS, trials: 1, trialsWaiting: 1, trialTime: 1 };
    const trials = new Trials(limits, (error) => {
      throw error;
    });
    const text = hostile['moves that look ahead']!;
    const run = () => trials.run({ text, name: undefined });
    const codes = (await Promise.all([run(), run(), run()])).map((each) =>
      each.ok ? 'ok' : `${each.problem.code} ${each.problem.message.split(':')[0]}`,
    );
    expect(codes).toEqual([
      'variant too slow',
      'variant too slow',
      'full The server is reading too many other games. Try again.',
    ]);
    expect(await run()).toMatchObject({ ok: false, problem: { code: 'variant' } });
  });

  test('is refused when the server stops, whether it is tried or waits', async () => {
    const limits = { ...DEFAULT_GAME_LIMITS, trials: 1, trialTime: 60_000 };
    const trials = new Trials(limits, (error) => {
      throw error;
    });
    const runs = [1, 2].map(() => trials.run({ text: hostile['many kinds']!, name: undefined }));
    await trials.close();
    const stops = { problem: { code: 'full', message: 'The server stops. Try again.' } };
    expect(await Promise.all(runs)).toMatchObject([stops, stops]);
  });

  test('may not fill the memory with games that are played', async () => {
    const server = await serve(':memory:', { limits: { ownGames: 1 } });
    const game = await twoPlayers(server, { variant: dash });
    const same = await twoPlayers(server, { variant: dash });
    const { id } = await begin(server, { variant: `${dash}title = Another\n` });
    const page = await Page.connect(server, id);
    expect(await page.refusal({ type: 'join' })).toBe('full');
    for (const each of [same, game]) {
      await each.white.leave();
      await each.black.leave();
    }
    await Page.join(server, id, {});
  });
});
