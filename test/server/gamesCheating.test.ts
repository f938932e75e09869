import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { whole } from '../thorough.ts';
import { begin, HandTime, makeFolder, Page, play, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();

test('illegal moves are refused and leave the game unchanged', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  await play(game, 'e2e4 e7e5');
  for (const uci of ['e4e5', 'e1g1', 'a1a8', 'e7e5', 'e2e4', 'e1e1', '0000', 'e4', 'Nf3', 'x']) {
    expect(await game.white.refusal({ type: 'move', ply: 2, uci }), uci).toBe('illegal');
  }
  expect(await game.black.settled()).toEqual([]);
  expect((await play(game, 'g1f3', 2)).ply).toBe(2);
});

test('moves out of turn, too early, too late or of the other side are refused', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  expect(await game.black.refusal({ type: 'move', ply: 0, uci: 'e7e5' })).toBe('turn');
  expect(await game.black.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('turn');
  expect(await game.white.refusal({ type: 'move', ply: 2, uci: 'e2e4' })).toBe('ply');
  expect((await game.white.next('game')).moves).toEqual([]);
  await play(game, 'e2e4');
  expect(await game.white.refusal({ type: 'move', ply: 1, uci: 'd2d4' })).toBe('turn');
  expect(await game.white.refusal({ type: 'move', ply: 0, uci: 'd2d4' })).toBe('ply');
  expect(await game.black.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('ply');
  expect((await game.black.next('game')).moves).toHaveLength(1);
});

test('forged seats are refused, and the connection is closed', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  const other = await begin(server);
  const wrong = `${game.whiteSeat[0] === 'A' ? 'B' : 'A'}${game.whiteSeat.slice(1)}`;
  const forged = [wrong, '', other.seat, game.id, game.whiteSeat.slice(0, -1), 'white', 'null'];
  for (const seat of forged) {
    const page = await Page.connect(server, game.id);
    expect(await page.refusal({ type: 'join', seat }), seat).toBe('seat');
    expect(await page.ending()).toBe(4000);
  }
  // Not even if the seat is free.
  const page = await Page.connect(server, other.id);
  expect(await page.refusal({ type: 'join', seat: 'mine', play: true })).toBe('seat');
});

test('the secret of a player is neither in the game that others receive nor in the file', async () => {
  const file = join(folder, 'secrets.db');
  const server = await serve(file);
  const game = await twoPlayers(server);
  await play(game, 'e2e4');
  const { game: seen } = await Page.join(server, game.id, {});
  const received = JSON.stringify([seen, await game.white.settled()]);
  await server.close();
  const kept = readFileSync(file, 'latin1');
  expect(kept).toContain(game.id);
  for (const seat of [game.whiteSeat, game.blackSeat]) {
    expect(seat).toMatch(/^[\w-]{43}$/);
    expect(received).not.toContain(seat);
    expect(kept).not.toContain(seat);
  }
});

test('an invalid message is refused, and the connection stays open', async () => {
  const server = await serve(':memory:');
  const { white } = await twoPlayers(server);
  const texts = [
    ...['', 'x', 'null', '7', '"move"', '[]', '{}', '{"type":"move"}', '{"type":"nothing"}'],
    ...['{"type":"move","ply":"0","uci":"e2e4"}', '{"type":"move","ply":0.5,"uci":"e2e4"}'],
    ...['{"type":"move","ply":-1,"uci":"e2e4"}', '{"type":"move","ply":0,"uci":["e2e4"]}'],
    ...['{"type":"offer","offer":"__proto__"}', '{"type":"ping"}', '{"type":"move","ply":0,"uci":'],
    `{"type":"move","ply":0,"uci":"${'e2e4'.repeat(100)}"}`,
  ];
  for (const text of texts) {
    white.socket.send(text);
    expect((await white.next('error')).code, text).toBe('message');
  }
  white.socket.send(new Uint8Array([1, 2, 3]));
  expect((await white.next('error')).code).toBe('message');
  white.send({ type: 'move', ply: 0, uci: 'e2e4' });
  expect((await white.next('moved')).san).toBe('e4');
});

test('a client that does not join first, or joins twice, is disconnected', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  const early = await Page.connect(server, game.id);
  expect(await early.refusal({ type: 'move', ply: 0, uci: 'e2e4' })).toBe('join');
  expect(await early.ending()).toBe(4000);
  expect(await game.white.refusal({ type: 'join', seat: game.blackSeat })).toBe('join');
  expect(await game.white.ending()).toBe(4000);
  expect((await game.black.next('seats')).seats.white).toBe('away');
});

test('joining a game that does not exist is refused', async () => {
  const server = await serve(':memory:');
  const page = await Page.connect(server, 'A'.repeat(22));
  expect(await page.refusal({ type: 'join', play: true })).toBe('no-game');
  expect(await page.ending()).toBe(4000);
});

test('a client that floods the server is disconnected, and the game goes on', async () => {
  const server = await serve(':memory:', { limits: { messageRate: 2 } });
  const game = await twoPlayers(server);
  for (let i = 0; i < 100; i++) game.white.send({ type: 'ping', sent: i });
  expect((await game.white.next('error')).code).toBe('rate');
  expect(await game.white.ending()).toBe(1008);
  const { page: white } = await Page.join(server, game.id, { seat: game.whiteSeat });
  await play({ white, black: game.black }, 'e2e4 e7e5');
});

test('a message above the limit closes the connection', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  game.white.socket.send(JSON.stringify({ type: 'ping', sent: 1, more: 'x'.repeat(900) }));
  await game.white.next('pong');
  game.white.socket.send(JSON.stringify({ type: 'ping', sent: 1, more: 'x'.repeat(1024) }));
  expect(await game.white.ending()).toBe(1009);
});

test.runIf(whole)(
  'a client that does not read is disconnected before it fills the memory',
  async () => {
    const server = await serve(':memory:', { limits: { unread: 1 << 14, messageRate: 1e6 } });
    const game = await twoPlayers(server);
    const { page: deaf } = await Page.join(server, game.id, {});
    deaf.socket.pause();
    // The network itself buffers some megabytes.
    for (let i = 0; i < 200 && !(await isGone(game.white)); i++) {
      for (let j = 0; j < 1000; j++) deaf.send({ type: 'ping', sent: j });
      await game.white.settled();
    }
    expect(await isGone(game.white)).toBe(true);

    async function isGone(page: Page): Promise<boolean> {
      page.send({ type: 'move', ply: 9, uci: 'e2e4' });
      return (await page.next('game')).onlookers === 0;
    }
  },
);

/** The status with which a connection is refused, or 101 if it is accepted. */
function knock(address: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<number>((resolve) => {
    const socket = new WebSocket(address.replace('http', 'ws') + path, { headers });
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
}

test('connections to other paths, or from pages of other sites, are refused', async () => {
  const server = await serve(':memory:');
  const { id } = await begin(server);
  const path = `/games/${id}/socket`;
  expect(await knock(server.address, '/')).toBe(404);
  expect(await knock(server.address, '/games/short/socket')).toBe(404);
  expect(await knock(server.address, `${path}?seat=1`)).toBe(404);
  expect(await knock(server.address, path, { Origin: 'https://elsewhere.example' })).toBe(403);
  expect(await knock(server.address, path, { Origin: 'null' })).toBe(403);
  expect(await knock(server.address, path, { Origin: server.address })).toBe(101);
});

test('the connections of one visitor are limited until one is closed', async () => {
  const server = await serve(':memory:', { limits: { visitorConnections: 3 } });
  const { id } = await begin(server);
  const path = `/games/${id}/socket`;
  const pages = [];
  for (let i = 0; i < 3; i++) pages.push((await Page.join(server, id, {})).page);
  expect(await knock(server.address, path)).toBe(429);
  await pages[0]!.leave();
  // Messages about the third visitor's arrival and the first one's departure.
  while ((await pages[1]!.next('seats')).onlookers !== 2);
  expect(await knock(server.address, path)).toBe(101);
});

test('onlookers of a game are limited, players are not', async () => {
  const server = await serve(':memory:', { limits: { onlookers: 1 } });
  const game = await begin(server);
  await Page.join(server, game.id, {});
  const second = await Page.connect(server, game.id);
  expect(await second.refusal({ type: 'join' })).toBe('full');
  expect(await second.ending()).toBe(4000);
  // Several tabs are fine too, and a visitor who asks to play gets the free seat.
  for (let i = 0; i < 3; i++) {
    const { game: seen } = await Page.join(server, game.id, { seat: game.seat });
    expect(seen.you.color).toBe(game.color);
  }
  const { game: taken } = await Page.join(server, game.id, { play: true });
  expect(taken.you.color).not.toBe(game.color);
});

test('connections are limited in total, and onlookers make room for players', async () => {
  const server = await serve(':memory:', { limits: { connections: 2 } });
  const { id, seat } = await begin(server);
  const { page: onlooker } = await Page.join(server, id, {});
  const unjoined = await Page.connect(server, id);
  const { page: player, game } = await Page.join(server, id, { seat });
  expect(game.you.color).not.toBe(null);
  const { page: other } = await Page.join(server, id, { play: true });
  expect([await onlooker.ending(), await unjoined.ending()]).toEqual([4000, 4000]);
  // Two players: no connection is closed.
  expect(await knock(server.address, `/games/${id}/socket`)).toBe(503);
  await player.settled();
  await other.settled();
});

test('connections are limited in rate', async () => {
  const slow = await serve(':memory:', {
    time: new HandTime(),
    limits: { connectRate: 0.1 },
  });
  const { id: third } = await begin(slow);
  expect(await knock(slow.address, `/games/${third}/socket`)).toBe(101);
  expect(await knock(slow.address, `/games/${third}/socket`)).toBe(429);
});

test('games, rematches included, are limited in rate and in total', async () => {
  const server = await serve(':memory:', { limits: { gameRate: 0.1 } });
  const game = await twoPlayers(server);
  await expect(begin(server)).rejects.toThrow('"rate"');
  game.white.send({ type: 'resign' });
  await game.black.next('ended');
  game.white.send({ type: 'offer', offer: 'rematch' });
  await game.black.next('offers');
  expect(await game.black.refusal({ type: 'accept', offer: 'rematch' })).toBe('rate');

  const full = await serve(':memory:', { limits: { games: 1 } });
  await begin(full);
  await expect(begin(full)).rejects.toThrow('"full"');
});
