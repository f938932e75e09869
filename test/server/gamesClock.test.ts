import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begin, HandTime, makeFolder, Page, play, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();
const clock = { seconds: 60, increment: 2 };
const both = { white: 60_000, black: 60_000 };

test('first moves are not timed; later ones are, and gain the increment', async () => {
  const time = new HandTime();
  const server = await serve(':memory:', { time, limits: { aliveEvery: 1e9 } });
  const game = await twoPlayers(server, { clock });
  time.turn(1_000_000);
  expect((await play(game, 'e2e4')).clocks).toEqual({ ...both, running: null });
  time.turn(1_000_000);
  expect((await play(game, 'e7e5', 1)).clocks).toEqual({ ...both, running: 'white' });
  time.turn(10_000);
  const { clocks } = await play(game, 'g1f3', 2);
  expect(clocks).toEqual({ white: 52_000, black: 60_000, running: 'black' });
  time.turn(500);
  const { game: seen } = await Page.join(server, game.id, {});
  expect(seen.clocks).toEqual({ white: 52_000, black: 59_500, running: 'black' });
  expect(seen.clock).toEqual(clock);
});

test('a clock that runs out ends the game by itself, at exactly that moment', async () => {
  const time = new HandTime();
  const server = await serve(':memory:', { time, limits: { aliveEvery: 1e9 } });
  const game = await twoPlayers(server, { clock });
  await play(game, 'e2e4 e7e5');
  time.turn(59_999);
  const { game: seen } = await Page.join(server, game.id, {});
  expect([seen.ending, seen.clocks?.white]).toEqual([null, 1]);
  time.turn(1);
  const ended = {
    type: 'ended',
    ending: { reason: 'flag', winner: 'black', text: 'White is out of time. Black wins.' },
    clocks: { white: 0, black: 60_000, running: null },
  };
  expect(await game.white.next('ended')).toEqual(ended);
  expect(await game.black.next('ended')).toEqual(ended);
  expect(await game.white.refusal({ type: 'move', ply: 2, uci: 'g1f3' })).toBe('over');
});

test('a bare king does not win on time', async () => {
  const time = new HandTime();
  const server = await serve(':memory:', { time, limits: { aliveEvery: 1e9, messageRate: 1e6 } });
  const game = await twoPlayers(server, { rules: 'chess', clock: { seconds: 60, increment: 0 } });
  // White captures everything.
  await play(
    game,
    'g2g4 h7h5 g4h5 g7g6 h5g6 h8h3 f1h3 b7b5 h3d7 d8d7 g6f7 e8d8 f7g8n d7d3 c2d3 c8h3 g8e7 c7c6 ' +
      'g1h3 f8h6 e7c6 d8d7 c6a7 h6e3 f2e3 b8c6 a7c6 a8a3 b1a3 d7e6 a3b5 e6d7',
  );
  time.turn(60_000);
  const { ending } = await game.white.next('ended');
  expect(ending).toEqual({
    reason: 'flag',
    winner: null,
    text: 'White is out of time, but Black has a bare king. A draw.',
  });
});

test('a clock stops when the game is over, and continues after a takeback', async () => {
  const time = new HandTime();
  const server = await serve(':memory:', { time, limits: { aliveEvery: 1e9 } });
  const game = await twoPlayers(server, { clock });
  await play(game, 'e2e4 e7e5 g1f3');
  time.turn(5000);
  game.white.send({ type: 'offer', offer: 'takeback' });
  await game.black.next('offers');
  game.black.send({ type: 'accept', offer: 'takeback' });
  expect((await game.white.next('taken-back')).clocks).toEqual({
    white: 62_000,
    black: 55_000,
    running: 'white',
  });
  time.turn(1000);
  game.black.send({ type: 'resign' });
  const { clocks } = await game.white.next('ended');
  expect(clocks).toEqual({ white: 61_000, black: 55_000, running: null });
  time.turn(1_000_000);
  const { game: seen } = await Page.join(server, game.id, {});
  expect(seen.clocks).toEqual(clocks);
  expect(seen.ending?.reason).toBe('resignation');
});

test('clocks stop while the server is down, and continue once a player is back', async () => {
  const file = join(folder, 'stopped.db');
  const time = new HandTime();
  const first = await serve(file, { time });
  const game = await twoPlayers(first, { clock });
  await play(game, 'e2e4 e7e5');
  time.turn(7000);
  await first.close();
  time.turn(10_000_000);
  const second = await serve(file, { time });
  time.turn(10_000_000);
  const { game: seen } = await Page.join(second, game.id, { seat: game.whiteSeat });
  expect(seen.clocks).toEqual({ white: 53_000, black: 60_000, running: 'white' });
  time.turn(3000);
  const { game: later } = await Page.join(second, game.id, {});
  expect(later.clocks?.white).toBe(50_000);
  // The second server idled for long, too: only thinking time counts.
  await second.close();
  const third = await serve(file, { time });
  const { game: last } = await Page.join(third, game.id, {});
  expect(last.clocks).toEqual({ white: 50_000, black: 60_000, running: 'white' });
});

test('a crash gives back at most five seconds of thinking', async () => {
  const file = join(folder, 'running.db');
  const time = new HandTime();
  const game = await twoPlayers(await serve(file, { time }), { clock });
  await play(game, 'e2e4 e7e5');
  time.turn(12_000);
  const left = join(folder, 'crashed.db');
  for (const part of ['', '-wal']) copyFileSync(file + part, left + part);
  time.turn(30_000);
  const { game: seen } = await Page.join(await serve(left, { time }), game.id, {});
  expect(seen.clocks?.white).toBeGreaterThanOrEqual(48_000);
  expect(seen.clocks?.white).toBeLessThan(53_000);
});

test('connections that never join or are dead are closed', async () => {
  const time = new HandTime();
  const server = await serve(':memory:', {
    time,
    limits: { joinWithin: 10_000, aliveEvery: 30_000 },
  });
  const { id, seat } = await begin(server);
  const silent = await Page.connect(server, id);
  const { page } = await Page.join(server, id, { seat });
  time.turn(10_000);
  expect((await silent.next('error')).code).toBe('join');
  expect(await silent.ending()).toBe(4000);
  time.turn(20_000);
  await page.settled();
  // Nothing was read between these two checks, so the first has no answer.
  time.turn(60_000);
  expect(await page.ending()).toBe(1006);
});
