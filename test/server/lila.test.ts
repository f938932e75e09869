import type { components, paths } from '@lichess-org/types';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { PositionDocument } from '../../src/server/lila/document.ts';
import type { MainlineDocument } from '../../src/server/lila/mainline.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { makeFolder, metatb } from '../cli/metatb.ts';

const dir = makeFolder();
let server: Listening;

beforeAll(async () => {
  const generated = ['generate', 'KPvkp', 'KBvkb', '--rules', 'chess', '--dir', dir];
  const { status, stderr } = await metatb(generated);
  expect(status, stderr).toBe(0);
  server = unwrap(await listen({ dir, version: '1', limits: { rate: 100_000 } }));
});
afterAll(() => server.close(0));

const get = (fen: string, path = '/lila/standard') =>
  fetch(`${server.address}${path}?fen=${fen.replaceAll(' ', '_')}`);
const probe = async (fen: string) => (await (await get(fen)).json()) as PositionDocument;
const line = async (fen: string) =>
  (await (await get(fen, '/lila/standard/mainline')).json()) as MainlineDocument;
const move = ({ moves }: PositionDocument, uci: string) => moves.find((each) => each.uci === uci)!;

/** The example of lila-tablebase's README. */
const example = '4k3/6KP/8/8/8/8/7p/8 w - - 0 1';

describe('as lila-tablebase documents it', () => {
  test('the example of its README, except for distances to zeroing', async () => {
    const document = await probe(example);
    const unknown = { dtz: null, precise_dtz: null, dtc: null, dtw: null };
    const nothing = {
      checkmate: false,
      stalemate: false,
      variant_win: false,
      variant_loss: false,
      insufficient_material: false,
    };
    const { moves, ...position } = document;
    expect(position).toEqual({ ...unknown, ...nothing, dtm: 17, category: 'win' });
    expect(moves[0]).toEqual({
      ...{ uci: 'h7h8q', san: 'h8=Q+', zeroing: true, conversion: true, ...nothing, ...unknown },
      ...{ dtm: -16, category: 'loss' },
    });
  });

  test('a client of the lichess API works with a changed base address', async () => {
    const client = createClient<paths>({ baseUrl: `${server.address}/lila` });
    const { data, error } = await client.GET('/standard', { params: { query: { fen: example } } });
    expect(error).toBe(undefined);
    // Types as lichess publishes them: an unknown field would not compile.
    const document: components['schemas']['TablebaseJson'] = data!;
    const [best]: components['schemas']['TablebaseMove'][] = document.moves;
    expect([document.category, document.dtm, best?.uci, best?.dtm]).toEqual([
      'win',
      17,
      'h7h8q',
      -16,
    ]);
    const ours = await probe(example);
    const typed: components['schemas']['TablebaseJson'] = { ...ours, moves: [...ours.moves] };
    expect(typed).toEqual(document);
  });

  test('moves are rated from the opponent’s view, and a lost side has a negative distance', async () => {
    const mated = await probe('8/8/8/8/8/1k6/8/K6q w - - 0 1');
    expect(mated).toMatchObject({ category: 'loss', dtm: 0, checkmate: true, moves: [] });
    const mating = await probe('8/8/8/8/8/1k6/7q/K7 b - - 0 1');
    expect(mating).toMatchObject({ category: 'win', dtm: 1 });
    expect(mating.moves[0]).toMatchObject({ checkmate: true, category: 'loss', dtm: 0 });
    expect(mating.moves[0]!.san).toMatch(/#$/);
    const lost = await probe('8/8/8/8/8/2k5/7q/K7 w - - 0 1');
    expect(lost.category).toBe('loss');
    expect(lost.dtm).toBeLessThan(0);
    expect(lost.moves.every(({ category, dtm }) => category === 'win' && dtm! > 0)).toBe(true);
    // The longest resistance first.
    const distances = lost.moves.map(({ dtm }) => dtm);
    expect(distances).toEqual([...distances].sort((a, b) => b! - a!));
    expect(distances[0]).toBe(-lost.dtm! - 1);
  });

  test('wins come first, shortest first, then draws, then losses', async () => {
    const { moves } = await probe('8/8/8/8/8/2k5/1p5P/K7 w - - 0 1');
    const order = ['loss', 'maybe-loss', 'draw', 'maybe-win', 'win'];
    const ranks = moves.map(({ category }) => order.indexOf(category));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    const winning = (await probe(example)).moves.filter(({ category }) => category === 'loss');
    const distances = winning.map(({ dtm }) => dtm);
    expect(distances).toEqual([...distances].sort((a, b) => b! - a!));
  });

  test('captures and pawn moves are zeroing; a position that neither side can win is insufficient material', async () => {
    const capture = await probe('8/8/8/8/8/1k6/8/Kq6 w - - 0 1');
    expect(move(capture, 'a1b1')).toMatchObject({
      ...{ san: 'Kxb1', zeroing: true, insufficient_material: true, category: 'draw', dtm: 0 },
    });
    const quiet = await probe(example);
    expect(move(quiet, 'g7f6')).toMatchObject({ zeroing: false, conversion: false });
    expect(move(quiet, 'h7h8n')).toMatchObject({ zeroing: true, insufficient_material: false });
    // Bishops of one colour of squares cannot mate, those of two can.
    expect(await probe('8/8/8/3b4/8/2k5/8/K5B1 w - - 0 1')).toMatchObject({
      insufficient_material: false,
    });
    expect(await probe('8/8/8/4b3/8/2k5/8/K5B1 w - - 0 1')).toMatchObject({
      insufficient_material: true,
    });
    const stalemate = await probe('8/8/8/8/8/1qk5/8/K7 w - - 0 1');
    expect(stalemate).toMatchObject({ stalemate: true, category: 'draw', dtm: 0, moves: [] });
  });

  test('a win is certain if distance and half-move clock sum to at most 100, else maybe', async () => {
    const at = (clock: number) => probe(`4k3/6KP/8/8/8/8/7p/8 w - - ${clock} 60`);
    const [sure, maybe] = [await at(83), await at(84)];
    expect([sure.category, maybe.category]).toEqual(['win', 'maybe-win']);
    // The clock starts again with the promotion.
    expect(move(maybe, 'h7h8q').category).toBe('loss');
    const lost = await probe('4k2Q/6K1/8/8/8/8/7p/8 b - - 84 60');
    expect([lost.dtm, lost.category]).toEqual([-16, 'loss']);
    const late = await probe('4k2Q/6K1/8/8/8/8/7p/8 b - - 85 60');
    expect(late.category).toBe('maybe-loss');
    expect(move(late, 'e8d7').category).toBe('maybe-win');
  });

  test('rights that the board contradicts are ignored, and the board alone is enough', async () => {
    const plain = await probe(example);
    for (const fen of [
      '4k3/6KP/8/8/8/8/7p/8',
      '4k3/6KP/8/8/8/8/7p/8 w KQkq - 0 1',
      '4k3/6KP/8/8/8/8/7p/8 w - e6 0 1',
      '4k3/6KP/8/8/8/8/7p/8 w KQkq e6',
    ]) {
      expect(await probe(fen), fen).toEqual(plain);
    }
  });

  test.each([
    ['no FEN', '', 400],
    ['rubbish', 'rubbish', 400],
    ['no king', '8/8/8/8/8/8/8/K7 w - - 0 1', 400],
    ['a long text', 'x'.repeat(500), 400],
    ['no table', '8/8/8/8/8/2k5/8/K2RR3 w - - 0 1', 404],
    ['too many pieces', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', 404],
    ['castling rights', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 404],
  ])('%s is refused', async (_, fen, status) => {
    for (const path of ['/lila/standard', '/lila/standard/mainline']) {
      const response = await get(fen, path);
      expect(response.status, path).toBe(status);
      expect(await response.json()).toHaveProperty('error.message');
    }
    expect((await fetch(`${server.address}/lila/standard`)).status).toBe(400);
  });
});

describe('the main line', () => {
  test('is as long as the distance to mate, and names the winner', async () => {
    const { mainline, winner, dtz, dtm } = await line(example);
    expect([mainline.length, winner, dtz, dtm]).toEqual([17, 'w', null, 17]);
    expect(mainline[0]).toEqual({
      ...{ uci: 'h7h8q', san: 'h8=Q+', dtz: null, precise_dtz: null, dtm: -16 },
    });
    expect(mainline.at(-1)).toMatchObject({ dtm: 0 });
    expect(mainline.at(-1)!.san).toMatch(/#$/);
    expect((await line('4k2Q/6K1/8/8/8/8/7p/8 b - - 0 1')).winner).toBe('w');
  });

  test('is empty for a draw', async () => {
    expect(await line('8/8/8/8/8/1qk5/8/K7 w - - 0 1')).toMatchObject({
      mainline: [],
      winner: null,
    });
  });

  test('ends when the 50-move rule ends the game', async () => {
    const at = (clock: number) => line(`4k2Q/6K1/8/8/8/8/7p/8 b - - ${clock} 60`);
    const whole = await at(0);
    expect(whole.mainline).toHaveLength(16);
    // Only the capture of the pawn resets the clock.
    const capture = whole.mainline.findIndex(({ san }) => san.includes('x'));
    expect(capture).toBeGreaterThan(0);
    const cut = await at(100 - capture);
    expect(cut).toEqual({ ...whole, mainline: whole.mainline.slice(0, capture), winner: null });
    expect((await at(99 - capture)).mainline).toEqual(whole.mainline);
    // Mate takes precedence over the rule.
    expect((await at(100)).mainline).toEqual([]);
  });
});

test('agrees with the main API', async () => {
  const own = async (clock: number) => {
    const asked = await fetch(`${server.address}/chess?fen=4k3/6KP/8/8/8/8/7p/8_w_-_-_${clock}_60`);
    return (await asked.json()) as { fiftyMoves: string; category: string };
  };
  expect(await own(83)).toMatchObject({ category: 'win', fiftyMoves: 'safe' });
  expect(await own(84)).toMatchObject({ category: 'win', fiftyMoves: 'may-end-first' });
});
