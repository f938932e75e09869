import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { startClock } from '../../src/server/games/clock.ts';
import { beginPlay, flagged, type Game, makeMove, newGame } from '../../src/server/games/game.ts';
import type { Side } from '../../src/server/protocol.ts';
import { HandTime, makeFolder, Page, type Serving, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();
let files = 0;
const newFile = () => join(folder, `${files++}.db`);

type Players = Awaited<ReturnType<typeof twoPlayers>>;

const began = (serving: Serving, rules = 'illegal') => twoPlayers(serving, { rules });

/** What players do, `white e2e4`: all receive how the game stands then. Returns the last message to White. */
async function act({ white, black }: Players, ...actions: readonly string[]) {
  let last: Awaited<ReturnType<Page['next']>> | undefined;
  for (const action of actions) {
    const side = action.slice(0, 5) as Side;
    const plies = lastPly.get(white) ?? 0;
    (side === 'white' ? white : black).send({ type: 'move', ply: plies, uci: action.slice(6) });
    last = await white.next('seen');
    expect(await black.next('seen')).toEqual(last);
    lastPly.set(white, (last as { plies: number }).plies);
  }
  return last as Extract<typeof last, { type: 'seen' }>;
}

/** A game that begins in this position. */
function placed(fen: string): Game {
  const rules = unwrap(findRuleSet('illegal'));
  const seats = { white: undefined, black: undefined };
  const game = newGame(rules, { id: 'x', seats, clock: undefined });
  return { ...game, play: beginPlay(rules, unwrap(rules.parseFen(fen))) };
}

const lastPly = new WeakMap<Page, number>();

/** White's knight comes to f3 from g1, or illegally from h1. Before and after that move all is equal. */
const legal = ['white h1h4', 'black a7a6', 'white h4h3', 'black a6a5', 'white g1f3'];
const cheated = ['white h1h3', 'black a7a6', 'white g1h1', 'black a6a5', 'white h1f3'];

describe('the illegal-move game by link', () => {
  test('is played until a side has no hit points left, and then opens its record', async () => {
    const serving = await serve(newFile());
    const players = await began(serving, 'illegal:hp=12');
    const { page: onlooker, game } = await Page.join(serving, players.id, {});
    expect(game).toMatchObject({ moves: [], hidden: { plies: 0, view: { claimable: false } } });
    const claimed = await act(players, 'white e2e5', 'black claim e4', 'black claim e5');
    expect(claimed).toMatchObject({
      plies: 3,
      view: { turn: 'white', hp: { white: 5, black: 6 }, claim: 'Black: claim e5: correct, -7' },
      ending: null,
    });
    const last = await act(players, 'white e2e4', 'black d8d5', 'white claim d5');
    const ending = {
      reason: 'hit points',
      winner: 'white',
      text: 'Black has no hit points left. White wins.',
    };
    expect(last).toMatchObject({ view: { hp: { white: 5, black: 0 } }, ending });
    const moves = [
      ['e2e5', 'Pe2e5–'],
      ['claim e4', 'claim e4: incorrect, -6'],
      ['claim e5', 'claim e5: correct, -7'],
      ['e2e4', 'e4'],
      ['d8d5', 'Qd8d5–'],
      ['claim d5', 'claim d5: correct, -23'],
    ].map(([uci, san]) => ({ uci, san }));
    for (const page of [players.white, players.black, onlooker]) {
      const record = await page.next('game');
      expect(record).toMatchObject({ moves, ending });
      expect(record.hidden).toBeUndefined();
    }
  });

  test('is won by a fatal capture', async () => {
    const players = await began(await serve(newFile()));
    const last = await act(
      players,
      ...['white f2f3', 'black e7e5', 'white g2g4', 'black d8h4', 'white e1f2', 'black h4f2'],
    );
    expect(last.ending).toMatchObject({ reason: 'fatal capture', winner: 'black' });
    const { moves } = await players.black.next('game');
    expect(moves.map(({ san }) => san).slice(3)).toEqual(['Qh4#', 'Ke1f2E', 'fatal capture h4f2']);
  });

  test('is drawn by a stalemate once it is accepted', () => {
    const playing = placed('7k/8/8/6Q1/8/8/8/K7 w - - 0 1');
    const moved = unwrap(makeMove(playing, 'white', { ply: 0, uci: 'g5g6' }, 0, 9));
    expect(moved.ending).toBeUndefined();
    const drawn = unwrap(makeMove(moved, 'black', { ply: 1, uci: 'accept' }, 0, 9));
    expect(drawn.ending).toMatchObject({ reason: 'stalemate', winner: null });
  });

  test('ends when a side resigns', async () => {
    const serving = await serve(newFile());
    const players = await began(serving);
    await act(players, 'white e2e4');
    players.black.send({ type: 'resign' });
    expect((await players.white.next('ended')).ending.reason).toBe('resignation');
    const record = await players.white.next('game');
    expect(record.moves).toEqual([{ uci: 'e2e4', san: 'e4' }]);
  });

  test('can be drawn by agreement and played again, but no move is taken back', async () => {
    const { white, black, ...rest } = await began(await serve(newFile()));
    await act({ white, black, ...rest }, 'white e2e5');
    expect(await white.refusal({ type: 'offer', offer: 'takeback' })).toBe('offer');
    white.send({ type: 'offer', offer: 'draw' });
    await black.next('offers');
    black.send({ type: 'accept', offer: 'draw' });
    expect((await white.next('ended')).ending.reason).toBe('agreement');
    expect((await white.next('game')).moves).toHaveLength(1);
    black.send({ type: 'offer', offer: 'rematch' });
    await white.next('offers');
    white.send({ type: 'accept', offer: 'rematch' });
    expect((await black.next('rematch')).id).not.toBe(rest.id);
  });
});

describe('nobody learns whether a move was legal', () => {
  /** All that Black and an onlooker receive after White's move, with attempts to find out. */
  async function bytesAfter(moves: readonly string[]) {
    const serving = await serve(newFile());
    const players = await began(serving);
    const { id, black, blackSeat } = players;
    const { page: onlooker } = await Page.join(serving, id, {});
    await act(players, ...moves.slice(0, -1));
    await onlooker.settled();
    // By connection, as the order among them is chance.
    const bytes: string[][] = [];
    const watch = (page: Page) => {
      const own: string[] = [];
      bytes.push(own);
      page.socket.on('message', (data) => own.push(String(data)));
    };
    for (const page of [black, onlooker]) watch(page);
    await act(players, moves.at(-1)!);
    await onlooker.settled();
    bytes.push([await (await fetch(`${serving.address}/games/${id}`)).text()]);
    for (const uci of ['claim', 'accept', 'draw', 'f3e1', 'f3e1*', 'a5f3*', 'd7d1', 'd8e1']) {
      black.send({ type: 'move', ply: 5, uci });
    }
    for (const ply of [2, 4, 6]) black.send({ type: 'move', ply, uci: 'g1f3' });
    for (const page of [black, onlooker]) {
      for (const offer of ['takeback', 'draw'] as const) page.send({ type: 'offer', offer });
    }
    await onlooker.settled();
    const again = await Page.connect(serving, id);
    watch(again);
    again.send({ type: 'join', seat: blackSeat });
    await again.next('game');
    await black.settled();
    // Even the confirmation tells nothing.
    await act(players, 'black e7e6');
    await black.settled();
    await onlooker.settled();
    return bytes
      .flat()
      .map((text) => text.replaceAll(id, 'ID').replace(/"sent":[\d.e-]+/, '"sent":0'));
  }

  test('by any byte of the server', async () => {
    const [one, other] = [await bytesAfter(legal), await bytesAfter(cheated)];
    expect(one.length).toBeGreaterThan(20);
    expect(other).toEqual(one);
    expect(one.join('')).not.toMatch(/[gh]1f3|–|Nf3/);
  });

  test('by the file’s summary, or as onlooker', async () => {
    const serving = await serve(newFile());
    const players = await began(serving);
    await act(players, ...cheated);
    const { game } = await Page.join(serving, players.id, {});
    expect(game).toMatchObject({ moves: [], hidden: { plies: 5, view: { arrived: 'f3' } } });
    const summary = await (await fetch(`${serving.address}/games/${players.id}`)).json();
    expect(summary).toMatchObject({ rules: 'illegal', plies: 5, turn: 'black', ending: null });
  });
});

describe('a cheating client is refused', () => {
  test('claims out of turn, and what nobody can do', async () => {
    const players = await began(await serve(newFile()));
    const { white, black } = players;
    await act(players, 'white e2e5');
    const refusals = [
      [white, 'claim e5', 'turn'],
      [white, 'd2d4', 'turn'],
      [white, 'accept', 'turn'],
      [white, 'draw', 'illegal'],
      [black, 'draw', 'illegal'],
      [black, 'accept', 'illegal'],
      [black, 'd8e1', 'illegal'],
      [black, 'd7d1', 'illegal'],
      [black, 'claim z9', 'illegal'],
      [black, 'constructor', 'illegal'],
      [black, 'claim e5 '.repeat(60), 'message'],
    ] as const;
    for (const [page, uci, code] of refusals) {
      expect([uci, await page.refusal({ type: 'move', ply: 1, uci })]).toEqual([uci, code]);
    }
    expect(await black.refusal({ type: 'move', ply: 0, uci: 'e2e5' })).toBe('ply');
    await act(players, 'black e7e6');
    // What is confirmed cannot be claimed any more, nor can Black claim its own move.
    expect(await black.refusal({ type: 'move', ply: 2, uci: 'claim e6' })).toBe('turn');
  });

  test('a move that is sent twice counts once', async () => {
    const players = await began(await serve(newFile()));
    await act(players, 'white e2e5');
    players.white.send({ type: 'move', ply: 0, uci: 'e2e5' });
    expect(await players.white.next('seen')).toMatchObject({ plies: 1 });
    // To the opponent it is any ply that is past.
    expect(await players.black.refusal({ type: 'move', ply: 0, uci: 'e2e5' })).toBe('ply');
    expect(await players.black.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('ply');
  });

  test('onlookers do nothing', async () => {
    const serving = await serve(newFile());
    const players = await began(serving);
    const { page } = await Page.join(serving, players.id, {});
    expect(await page.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('onlooker');
    expect(await page.refusal({ type: 'move', ply: 0, uci: 'draw' })).toBe('onlooker');
  });
});

test('a restart in mid-game loses nothing: the last move can still be claimed', async () => {
  const file = newFile();
  const first = await serve(file);
  const players = await began(first);
  await act(players, 'white e2e5', 'black claim e4', 'black e7e6', 'white d1d5');
  await act(players, 'black claim d4');
  await first.close();
  const second = await serve(file);
  const { id, whiteSeat, blackSeat } = players;
  const { page: white } = await Page.join(second, id, { seat: whiteSeat });
  const { page: black, game } = await Page.join(second, id, { seat: blackSeat });
  expect(game.hidden).toMatchObject({
    plies: 5,
    view: {
      claimable: true,
      arrived: 'd5',
      hp: { white: 100, black: 88 },
      claim: 'Black: claim d4: incorrect, -6',
    },
  });
  const again = { ...players, white, black };
  lastPly.set(white, 5);
  expect((await act(again, 'black claim d5')).view).toMatchObject({
    turn: 'white',
    hp: { white: 77, black: 88 },
    claimable: false,
  });
});

describe('the clock', () => {
  const clock = { seconds: 60, increment: 5 };

  test('runs on for who has to move, and claims gain no time', async () => {
    const time = new HandTime();
    const serving = await serve(newFile(), { time, limits: { aliveEvery: 1e9 } });
    const players = await twoPlayers(serving, { rules: 'illegal', clock });
    await act(players, 'white e2e4', 'black e7e2');
    time.turn(10_000);
    const wrong = await act(players, 'white claim e7');
    expect(wrong.clocks).toEqual({ white: 50_000, black: 60_000, running: 'white' });
    time.turn(10_000);
    const right = await act(players, 'white claim e2');
    expect(right.clocks).toEqual({ white: 40_000, black: 60_000, running: 'black' });
    time.turn(1_000);
    const moved = await act(players, 'black e7e5');
    expect(moved.clocks).toEqual({ white: 40_000, black: 64_000, running: 'white' });
    time.turn(40_000);
    const { ending } = await players.black.next('ended');
    expect(ending).toMatchObject({ reason: 'flag', winner: 'black' });
    expect((await players.black.next('game')).moves).toHaveLength(5);
  });

  test('does not run while a side makes its first move again', async () => {
    const time = new HandTime();
    const serving = await serve(newFile(), { time, limits: { aliveEvery: 1e9 } });
    const players = await twoPlayers(serving, { rules: 'illegal', clock });
    const claimed = await act(players, 'white e2e5', 'black claim e5');
    expect(claimed.clocks?.running).toBeNull();
    time.turn(10_000);
    expect((await act(players, 'white e2e4')).clocks).toMatchObject({ white: 60_000 });
  });

  test('loses whatever the opponent has left', () => {
    const game = placed('4k3/8/8/8/8/8/8/Q3K3 w - - 0 1');
    const timed = { ...startClock(clock), since: 0 };
    expect(flagged({ ...game, clock: timed }, 60_000)?.ending).toMatchObject({
      reason: 'flag',
      winner: 'black',
    });
  });
});
