import type { components, paths } from '@lichess-org/types';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { PositionDocument } from '../../src/server/lila/document.ts';
import { isInsufficient } from '../../src/server/lila/insufficient.ts';
import type { MainlineDocument } from '../../src/server/lila/mainline.ts';
import { type Listening, listen } from '../../src/server/listen.ts';
import { makeFolder, metatb } from '../cli/metatb.ts';
import { gameOf } from '../games/moves.ts';

const dir = makeFolder();
let server: Listening;

beforeAll(async () => {
  for (const [rules, ...tables] of [
    ['atomic', 'KQvkn'],
    ['antichess', 'Kvbb', 'Pvk', 'Rvk'],
  ]) {
    const { status, stderr } = await metatb([
      'generate',
      ...tables,
      '--rules',
      rules!,
      '--dir',
      dir,
    ]);
    expect(status, stderr).toBe(0);
  }
  server = unwrap(await listen({ dir, version: '1', limits: { rate: 100_000 } }));
});
afterAll(() => server.close(0));

const get = (path: string, fen: string) =>
  fetch(`${server.address}/lila/${path}?fen=${fen.replaceAll(' ', '_')}`);
const probe = async (game: string, fen: string) =>
  (await (await get(game, fen)).json()) as PositionDocument;
const line = async (game: string, fen: string) =>
  (await (await get(`${game}/mainline`, fen)).json()) as MainlineDocument;

const open = {
  ...{ checkmate: false, stalemate: false, variant_win: false, variant_loss: false },
  ...{ insufficient_material: false, dtz: null, precise_dtz: null, dtc: null },
};

describe('atomic chess', () => {
  test('a king that explodes is the mover’s win: a variant’s loss for the other side', async () => {
    const { moves, ...position } = await probe('atomic', '3nk3/8/8/8/8/8/8/K2Q4 w - - 0 1');
    expect(position).toEqual({ ...open, dtm: 1, dtw: null, category: 'win' });
    expect(moves[0]).toEqual({
      ...{ ...open, uci: 'd1d8', san: 'Qxd8#', zeroing: true, conversion: true },
      ...{ variant_loss: true, dtm: 0, dtw: null, category: 'loss' },
    });
    expect(moves.filter(({ variant_loss }) => variant_loss)).toHaveLength(1);
    // What stands on the board afterwards is no table's, but decided.
    const over = await probe('atomic', '8/8/8/8/8/8/8/K7 b - - 0 1');
    expect(over).toEqual({
      ...open,
      variant_loss: true,
      dtm: 0,
      dtw: null,
      category: 'loss',
      moves: [],
    });
  });

  test('a mate is one, and no end of the variant alone', async () => {
    const { mainline, winner, dtm } = await line('atomic', '4k3/8/8/8/8/8/n7/K2Q4 w - - 0 1');
    expect([mainline.length, winner]).toEqual([dtm, 'w']);
    expect(mainline.at(-1)!.san).toMatch(/#$/);
    const mated = await probe('atomic', '5k2/5Q2/8/8/8/8/n7/K7 b - - 0 1');
    expect(mated).toMatchObject({ checkmate: true, variant_loss: false, category: 'loss', dtm: 0 });
  });

  test('a capture that leaves bare kings draws', async () => {
    const { moves, category, dtm } = await probe('atomic', '4k3/8/8/8/5n2/8/4Q3/K7 b - - 0 1');
    expect([category, dtm]).toEqual(['draw', 0]);
    expect(moves[0]).toMatchObject({
      ...{ san: 'Nxe2', zeroing: true, conversion: true, insufficient_material: true },
      ...{ variant_win: false, variant_loss: false, category: 'draw' },
    });
  });
});

describe('antichess', () => {
  // By the tests of https://github.com/tolius/antichess-tb-api, whose tables lila-tablebase reads.
  test.each([
    ['8/8/8/8/8/3k4/8/1R6 b - - 0 1', -35],
    ['8/8/8/8/8/P7/8/7k b - - 0 1', -45],
    ['8/8/K7/8/8/6b1/8/3b4 w - - 0 1', -47],
  ])('%s: plies to the win, as published', async (fen, dtw) => {
    const { moves, ...position } = await probe('antichess', fen);
    expect(position).toEqual({ ...open, dtm: null, dtw, category: 'loss' });
    expect(moves[0]).toMatchObject({ dtm: null, dtw: -dtw - 1, category: 'win' });
    const { mainline, ...rest } = await line('antichess', fen);
    const winner = fen.includes(' b ') ? 'w' : 'b';
    expect(rest).toEqual({ dtz: null, precise_dtz: null, dtw, winner });
    expect(mainline).toHaveLength(-dtw);
    expect(mainline[0]).toMatchObject({ dtz: null, dtw: -dtw - 1 });
    expect(mainline[0]).not.toHaveProperty('dtm');
    expect(mainline.at(-1)!.dtw).toBe(0);
  });

  test('a side that can take must; who has lost its last piece has won', async () => {
    const { moves, ...position } = await probe('antichess', '8/8/8/8/8/8/k7/R7 w - - 0 1');
    expect(position).toEqual({ ...open, dtm: null, dtw: -1, category: 'loss' });
    expect(moves).toEqual([
      {
        ...{ ...open, uci: 'a1a2', san: 'Rxa2#', zeroing: true, conversion: true },
        ...{ variant_win: true, dtm: null, dtw: 0, category: 'win' },
      },
    ]);
    const over = await probe('antichess', '8/8/8/8/8/8/R7/8 b - - 0 1');
    expect(over).toMatchObject({ variant_win: true, stalemate: false, category: 'win', moves: [] });
    expect(await line('antichess', '8/8/8/8/8/8/R7/8 b - - 0 1')).toMatchObject({
      ...{ mainline: [], winner: 'b' },
    });
  });

  test('a side without a move has won: to leave it none is the worst move', async () => {
    const stuck = await probe('antichess', '8/8/8/k7/P7/8/8/8 w - - 0 1');
    expect(stuck).toEqual({
      ...{ ...open, stalemate: true, variant_win: true },
      ...{ dtm: null, dtw: 0, category: 'win', moves: [] },
    });
    const { moves } = await probe('antichess', '8/8/k7/8/P7/8/8/8 b - - 0 1');
    expect(moves[0]).toMatchObject({ san: 'Kb5', dtw: -1, category: 'loss' });
    expect(moves.at(-1)).toMatchObject({
      ...{ san: 'Ka5#', stalemate: true, variant_win: true, dtw: 0, category: 'win' },
    });
  });

  test('castling rights are ignored, as there is no castling', async () => {
    const plain = '8/8/8/8/8/3k4/8/1R6 b - - 0 1';
    const claimed = plain.replace('b -', 'b KQkq');
    expect(await probe('antichess', claimed)).toEqual(await probe('antichess', plain));
  });
});

test('a client of the lichess API reads both', async () => {
  const client = createClient<paths>({ baseUrl: `${server.address}/lila` });
  const atomic = await client.GET('/atomic', {
    params: { query: { fen: '3nk3/8/8/8/8/8/8/K2Q4 w - - 0 1' } },
  });
  const antichess = await client.GET('/antichess', {
    params: { query: { fen: '8/8/8/8/8/3k4/8/1R6 b - - 0 1' } },
  });
  const documents: components['schemas']['TablebaseJson'][] = [atomic.data!, antichess.data!];
  expect(documents.map(({ dtm, dtw }) => [dtm, dtw])).toEqual([
    [1, null],
    [null, -35],
  ]);
});

describe('what nobody can win', () => {
  test.each([
    ['chess', '4k3/8/8/8/8/8/8/KN6', true],
    ['chess', '4k3/8/8/8/8/8/8/KR6', false],
    ['chess', '4k3/8/8/8/8/8/8/KNN5', false],
    ['chess', '4kb2/8/8/8/8/8/8/K1B5', true],
    ['chess', '2b1k3/8/8/8/8/8/8/K1B5', false],
    // No piece beside the king can explode.
    ['atomic', '4k3/8/8/8/8/8/8/K7', true],
    ['atomic', '4k3/8/8/8/8/8/8/KR6', true],
    ['atomic', '4k3/8/8/8/8/8/8/KQ6', false],
    ['atomic', '4k3/8/8/8/8/8/8/KNN5', true],
    ['atomic', '4k3/8/8/8/8/8/8/KNB5', false],
    ['atomic', '4kn2/8/8/8/8/8/8/KN6', false],
    // Bishops that never meet.
    ['atomic', '2b1k3/8/8/8/8/8/8/K1B5', true],
    ['atomic', '4kb2/8/8/8/8/8/8/K1B5', false],
    ['atomic', '2b1k3/8/8/8/8/8/8/KBB5', false],
    ['antichess', '2b5/8/8/8/8/8/8/2B5', true],
    ['antichess', '5b2/8/8/8/8/8/8/2B5', false],
    ['antichess', '2b5/8/8/8/8/8/8/1BB5', false],
    ['antichess', '1n6/8/8/8/8/8/8/1N6', false],
    ['antichess', '8/8/8/8/8/8/8/2B5', false],
  ])('%s: %s is insufficient material: %s', (name, board, expected) => {
    const rules = gameOf(name);
    const position = unwrap(rules.parseFen(`${board} w - - 0 1`));
    expect(isInsufficient(rules, position)).toBe(expected);
  });
});

test.each([
  ['a game of another address', 'chess', '8/8/8/8/8/3k4/8/1R6 b', 404, 'not-found'],
  ['a game that lila-tablebase lacks', 'shatranj', '4k3/8/8/8/8/8/8/K7 w', 404, 'not-found'],
  ['pieces without kings', 'standard', '8/8/8/8/8/3k4/8/1R6 b', 400, 'royals'],
  ['a king to be taken', 'atomic', 'R3k3/8/8/8/8/8/8/K7 w', 400, 'opponent-in-check'],
  ['rubbish', 'antichess', 'rubbish', 400, 'fen-fields'],
  ['castling rights', 'atomic', '4k3/8/8/8/8/8/8/4K2R w K', 404, 'castling'],
  ['no table', 'antichess', '8/8/8/8/8/8/8/QQ4qq w', 404, 'missing-table'],
  ['no table', 'atomic', '4k3/8/8/8/8/8/8/KRR5 w', 404, 'missing-table'],
  [
    ...(['the beginning', 'antichess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'] as const),
    ...([404, 'not-covered'] as const),
  ],
])('%s is refused: /lila/%s', async (_, game, fen, expected, code) => {
  for (const path of [game, `${game}/mainline`]) {
    const response = await get(path, fen);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code], path).toEqual([expected, code]);
    if (code === 'not-found')
      for (const name of ['standard', 'atomic', 'antichess'])
        expect(error.message).toContain(`/lila/${name}?fen=`);
  }
});
