import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metachess } from '../../src/rules/metachess.ts';
import { afterMoves } from '../rules/positions.ts';
import { begin, HandTime, makeFolder, Page, play, post, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();
let files = 0;
const newFile = () => join(folder, `${files++}.db`);

/** Ends in metacheckmate: Black is in check and has one chess-legal move, Kf8, which hangs Qf7#. */
const whole = 'e2e3 g8f6 a2a4 h8g8 g1h3 f6h5 a1a3 f7f6 b2b3 g7g5 f1c4 f8g7 d1h5';
const lastFen = 'rnbqk1r1/ppppp1bp/5p2/6pQ/P1B5/RP2P2N/2PP1PPP/1NB1K2R b Kq - 0 7';

describe('a game by link', () => {
  test('is played from the first move to metacheckmate, and both players receive the same', async () => {
    const server = await serve(newFile());
    const { id, white, black } = await twoPlayers(server);
    const last = await play({ white, black }, whole);
    expect(last).toMatchObject({
      ply: 12,
      uci: 'd1h5',
      san: 'Qxh5#',
      ending: {
        reason: 'metacheckmate',
        winner: 'white',
        text: 'Metacheckmate: Black is in check, and every way out would allow mate. White wins.',
      },
    });
    const { game } = await Page.join(server, id, {});
    expect(game.moves.map(({ uci }) => uci).join(' ')).toBe(whole);
    expect(game.ending).toEqual(last.ending);
    const position = afterMoves(metachess.start, ...game.moves.map(({ san }) => san));
    expect(metachess.makeFen(position)).toBe(lastFen);
    expect(await black.refusal({ type: 'move', ply: 13, uci: 'e8f8' })).toBe('over');
  });

  test('gives the creator the requested colour, and the other player the other', async () => {
    const server = await serve(':memory:');
    for (const color of ['white', 'black'] as const) {
      const created = await begin(server, { color });
      expect(created.color).toBe(color);
      expect(created.link).toBe(`/#game=${created.id}`);
      const other = color === 'white' ? 'black' : 'white';
      const { game } = await Page.join(server, created.id, { play: true });
      expect(game.you.color).toBe(other);
      expect(game.seats).toEqual({ [color]: 'away', [other]: 'here' });
      const { game: own } = await Page.join(server, created.id, { seat: created.seat });
      expect(own.you).toEqual({ color });
    }
  });

  test('has a summary for lists of games, which neither joins it nor starts its clock', async () => {
    const file = newFile();
    const time = new HandTime();
    const server = await serve(file, { time });
    const summary = async (on: typeof server, id: string) => {
      const response = await fetch(`${on.address}/games/${id}`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    const clock = { seconds: 60, increment: 0 };
    const created = await begin(server, { color: 'black', clock });
    const unbegun = {
      id: created.id,
      rules: 'metachess',
      clock,
      plies: 0,
      turn: 'white',
      taken: { white: false, black: true },
      names: { white: null, black: null },
      ending: null,
      rematch: null,
    };
    expect(await summary(server, created.id)).toEqual({ status: 200, ...unbegun });
    const { id, white, black } = await twoPlayers(server, { clock });
    await play({ white, black }, 'e2e4 e7e5 g1f3');
    expect(await summary(server, id)).toMatchObject({ plies: 3, turn: 'black', ending: null });
    await server.close();
    const again = await serve(file, { time });
    // Black is to move and has a minute. No player is connected, so the clock stands.
    expect(await summary(again, id)).toMatchObject({ plies: 3, turn: 'black', ending: null });
    time.turn(120_000);
    expect(await summary(again, id)).toMatchObject({ ending: null });
    const unknown = { status: 404, error: { code: 'no-game' } };
    expect(await summary(again, 'A'.repeat(22))).toMatchObject(unknown);
    expect(await summary(again, 'short')).toMatchObject({ status: 404 });
  });

  test('gives a random colour if none is requested', async () => {
    const server = await serve(':memory:', { limits: { gameRate: 60 } });
    const colors = new Set<string>();
    for (let i = 0; i < 100 && colors.size < 2; i++) colors.add((await begin(server)).color);
    expect([...colors].sort()).toEqual(['black', 'white']);
  });

  test('is played by other rules too: chess lets a move hang mate', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'chess' });
    const { ending } = await play(game, 'f2f3 e7e5 g2g4 d8h4');
    expect(ending?.text).toBe('Checkmate: White is in check and has no legal move. Black wins.');
    const meta = await twoPlayers(server);
    await play(meta, 'f2f3 e7e5');
    meta.white.send({ type: 'move', ply: 2, uci: 'g2g4' });
    expect(await meta.white.next('error')).toEqual({
      type: 'error',
      code: 'illegal',
      message: 'g4 is illegal here: it would allow Qh4#.',
      ply: 2,
    });
  });

  test('castles, captures en passant and promotes', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'chess' });
    const moves =
      'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8 e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 d6c7 a5a4 c7b8n';
    await play(game, moves);
    const { game: seen } = await Page.join(server, game.id, {});
    const sans = seen.moves.map(({ san }) => san);
    expect([sans[6], sans[12], sans[16]]).toEqual(['O-O', 'exd6', 'cxb8=N']);
  });

  test('ends by threefold repetition, counted by the server', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    const round = 'g1f3 g8f6 f3g1 f6g8';
    const before = await play(game, `${round} g1f3 g8f6 f3g1`);
    expect(before.ending).toBe(null);
    const { ending } = await play(game, 'f6g8', 7);
    expect(ending).toEqual({
      reason: 'threefold repetition',
      winner: null,
      text: 'Threefold repetition: the same position has come up three times. A draw.',
    });
  });
});

describe('a player whose connection was lost', () => {
  test('rejoins the game in its current state', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    await play(game, 'e2e4 e7e5');
    game.black.socket.terminate();
    expect((await game.white.next('seats')).seats.black).toBe('away');
    game.white.send({ type: 'move', ply: 2, uci: 'g1f3' });
    await game.white.next('moved');
    const { page, game: seen } = await Page.join(server, game.id, { seat: game.blackSeat });
    expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(seen.you).toEqual({ color: 'black' });
    expect((await game.white.next('seats')).seats.black).toBe('here');
    await play({ white: game.white, black: page }, 'b8c6 f1b5', 3);
  });

  test('may send a move again: it is made once, and answered as before', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    await play(game, 'e2e4');
    game.white.send({ type: 'move', ply: 0, uci: 'e2e4' });
    expect(await game.white.next('moved')).toMatchObject({ ply: 0, san: 'e4' });
    await play(game, 'e7e5', 1);
    game.white.send({ type: 'move', ply: 0, uci: 'e2e4' });
    expect(await game.white.next('moved')).toMatchObject({ ply: 0, san: 'e4' });
    const received = await game.black.settled();
    expect(received.filter(({ type }) => type === 'moved')).toEqual([]);
    const { game: seen } = await Page.join(server, game.id, {});
    expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'e5']);
  });

  test('may have a second connection', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    const { page: phone } = await Page.join(server, game.id, { seat: game.whiteSeat });
    phone.send({ type: 'move', ply: 0, uci: 'e2e4' });
    for (const page of [phone, game.white, game.black]) {
      expect((await page.next('moved')).san).toBe('e4');
    }
    await game.white.leave();
    await phone.settled();
    const { game: seen } = await Page.join(server, game.id, {});
    expect(seen.seats.white).toBe('here');
  });
});

describe('a server that restarts', () => {
  test('asks every client to reconnect, and continues the game with the same seats', async () => {
    const file = newFile();
    const first = await serve(file);
    const game = await twoPlayers(first);
    await play(game, 'e2e4 e7e5 g1f3');
    game.white.send({ type: 'offer', offer: 'draw' });
    await game.black.next('offers');
    await first.close();
    expect([await game.white.ending(), await game.black.ending()]).toEqual([1012, 1012]);

    const second = await serve(file);
    const { page: white } = await Page.join(second, game.id, { seat: game.whiteSeat });
    const { page: black, game: seen } = await Page.join(second, game.id, { seat: game.blackSeat });
    expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(seen.offers.draw).toBe('white');
    expect(seen.you.color).toBe('black');
    await play({ white, black }, 'b8c6 f1b5', 3);
  });

  test('has every move that was published before it was killed', async () => {
    const file = newFile();
    const game = await twoPlayers(await serve(file));
    await play(game, whole.split(' ').slice(0, 9).join(' '));
    // What a killed process leaves: the file and its log in their current state.
    const left = newFile();
    for (const ending of ['', '-wal']) {
      if (existsSync(file + ending)) copyFileSync(file + ending, left + ending);
    }
    const second = await serve(left);
    const { page: white } = await Page.join(second, game.id, { seat: game.whiteSeat });
    const { page: black, game: seen } = await Page.join(second, game.id, { seat: game.blackSeat });
    expect(seen.moves).toHaveLength(9);
    const last = await play({ white, black }, whole.split(' ').slice(9).join(' '), 9);
    expect(last.ending?.reason).toBe('metacheckmate');
  });

  test('counts earlier repetitions', async () => {
    const file = newFile();
    const first = await serve(file);
    const game = await twoPlayers(first);
    await play(game, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6');
    await first.close();
    const second = await serve(file);
    const { page: white } = await Page.join(second, game.id, { seat: game.whiteSeat });
    const { page: black } = await Page.join(second, game.id, { seat: game.blackSeat });
    const { ending } = await play({ white, black }, 'f3g1 f6g8', 6);
    expect(ending?.reason).toBe('threefold repetition');
  });
});

describe('the third visitor', () => {
  test('watches: receives everything, but gets no seat and can do nothing', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    const { page: third, game: seen } = await Page.join(server, game.id, { play: true });
    expect(seen.you).toEqual({ color: null });
    expect(seen.onlookers).toBe(1);
    expect((await game.white.next('seats')).onlookers).toBe(1);
    await play(game, 'e2e4');
    expect(await third.next('moved')).toMatchObject({ ply: 0, san: 'e4' });
    expect(await third.refusal({ type: 'move', ply: 1, uci: 'e7e5' })).toBe('onlooker');
    expect(await third.refusal({ type: 'resign' })).toBe('onlooker');
    expect(await third.refusal({ type: 'offer', offer: 'draw' })).toBe('onlooker');
    expect(await third.refusal({ type: 'accept', offer: 'draw' })).toBe('onlooker');
    await play(game, 'e7e5', 1);
  });

  test('does not get the seat of a player who is away', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server);
    await game.black.leave();
    await game.white.leave();
    const { game: seen } = await Page.join(server, game.id, { play: true });
    expect(seen.you).toEqual({ color: null });
    expect(seen.seats).toEqual({ white: 'away', black: 'away' });
  });

  test('gets a seat whose holder disconnected before receiving its secret', async () => {
    const server = await serve(':memory:');
    const { id, seat } = await begin(server, { color: 'white' });
    const { page: white } = await Page.join(server, id, { seat });
    const { page: lost, game } = await Page.join(server, id, { play: true });
    const { game: meanwhile } = await Page.join(server, id, { play: true });
    expect(meanwhile.you.color).toBe(null);
    await lost.leave();
    // The seat stays with its holder if the secret arrived ...
    const { page: back } = await Page.join(server, id, { seat: game.you.seat! });
    expect(await back.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('turn');
    await back.leave();
    const { game: later } = await Page.join(server, id, { play: true });
    expect(later.you.color).toBe(null);
    await white.settled();
    // ... and goes to the next visitor if it did not.
    const other = await begin(server, { color: 'white' });
    const { page: silent, game: unread } = await Page.join(server, other.id, { play: true });
    await silent.leave();
    const { game: next } = await Page.join(server, other.id, { play: true });
    expect(next.you.color).toBe('black');
    expect(next.you.seat).not.toBe(unread.you.seat);
    const page = await Page.connect(server, other.id);
    expect(await page.refusal({ type: 'join', seat: unread.you.seat! })).toBe('seat');
  });
});

describe('old games', () => {
  test('are deleted from the file long after their last change', async () => {
    const time = new HandTime();
    const file = newFile();
    const server = await serve(file, {
      time,
      limits: { keepUnstarted: 2, keepIdle: 5, keepFinished: 9 },
    });
    const day = 86_400_000;
    const unstarted = await begin(server, { color: 'white' });
    const going = await twoPlayers(server);
    await play(going, 'e2e4');
    const finished = await twoPlayers(server);
    finished.white.send({ type: 'resign' });
    await finished.white.next('ended');
    for (const { white, black } of [going, finished]) {
      await white.leave();
      await black.leave();
    }
    const there = async () => {
      const found: boolean[] = [];
      for (const { id } of [unstarted, going, finished]) {
        const page = await Page.connect(server, id);
        page.send({ type: 'join' });
        found.push((await page.any()).type === 'game');
        await page.leave();
      }
      return found;
    };
    time.turn(day);
    expect(await there()).toEqual([true, true, true]);
    time.turn(2 * day);
    expect(await there()).toEqual([false, true, true]);
    time.turn(3 * day);
    expect(await there()).toEqual([false, false, true]);
    time.turn(4 * day);
    expect(await there()).toEqual([false, false, false]);
  });
});

test('POST /games refuses an invalid game and says what would be valid', async () => {
  const server = await serve(':memory:');
  const refused = async (body: string, headers = {}) => {
    const response = await post(server, body, headers);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return [response.status, error.code];
  };
  expect(await refused('no JSON')).toEqual([400, 'message']);
  expect(await refused('[]')).toEqual([400, 'message']);
  expect(await refused('{"rules": "checkers"}')).toEqual([400, 'rules']);
  expect(await refused('{"rules": 7}')).toEqual([400, 'message']);
  expect(await refused('{"color": "green"}')).toEqual([400, 'message']);
  expect(await refused('{"clock": 5}')).toEqual([400, 'message']);
  expect(await refused('{"clock": {"seconds": 0, "increment": 0}}')).toEqual([400, 'message']);
  expect(await refused('{"clock": {"seconds": 9e9, "increment": 0}}')).toEqual([400, 'message']);
  expect(await refused('{"clock": {"seconds": 60, "increment": -1}}')).toEqual([400, 'message']);
  expect(await refused(JSON.stringify({ rules: 'x'.repeat(2000) }))).toEqual([400, 'message']);
  expect(await refused(JSON.stringify({ more: 'x'.repeat(2e5) }))).toEqual([413, 'too-large']);
  expect(await refused('{}', { Origin: 'https://elsewhere.example' })).toEqual([403, 'origin']);
  const { status } = await post(server, '{}', { Origin: server.address });
  expect(status).toBe(201);
});

test('players see one another’s names, from the invitation to the rematch', async () => {
  const server = await serve(':memory:');
  const created = await begin(server, { color: 'white', name: '  Anna\n Maria  ' });
  const { page: white } = await Page.join(server, created.id, { seat: created.seat });
  const { page: black, game: invitation } = await Page.join(server, created.id, { name: 'Ghost' });
  expect(invitation).toMatchObject({
    names: { white: 'Anna Maria', black: null },
    seats: { black: 'free' },
    notice: null,
  });
  await black.leave();
  const { page: guest, game } = await Page.join(server, created.id, { play: true, name: 'Ben' });
  expect(game.names).toEqual({ white: 'Anna Maria', black: 'Ben' });
  let seats = await white.next('seats');
  while (seats.seats.black !== 'here') seats = await white.next('seats');
  expect(seats.names.black).toBe('Ben');
  await guest.settled();
  // Joining again with another name changes it, without one keeps it.
  const seat = game.you.seat!;
  const renamed = await Page.join(server, created.id, { seat, name: 'Benjamin' });
  expect(renamed.game.names.black).toBe('Benjamin');
  const kept = await Page.join(server, created.id, { seat });
  expect(kept.game.names.black).toBe('Benjamin');
  white.send({ type: 'resign' });
  white.send({ type: 'offer', offer: 'rematch' });
  guest.send({ type: 'offer', offer: 'rematch' });
  const { id } = await guest.next('rematch');
  const next = await Page.join(server, id, { seat });
  expect(next.game.names).toEqual({ white: 'Benjamin', black: 'Anna Maria' });
});
