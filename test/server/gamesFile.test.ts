import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { DEFAULT_GAME_LIMITS } from '../../src/server/games/limits.ts';
import { Lobby } from '../../src/server/games/lobby.ts';
import { listen } from '../../src/server/listen.ts';
import type { GameSnapshot, ServerMessage } from '../../src/server/protocol.ts';
import { HandTime, makeFolder, Page, play, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();
const advice = 'name another file with --games FILE, or go without games with --no-games';

/** Why a server does not start with this file. */
async function why(file: string) {
  const server = await listen({ dir: folder, version: '1', games: { file } });
  if (server.ok) {
    await server.value.close(0);
    return undefined;
  }
  const { code, message, text } = server.problem;
  expect(text).toBe(file);
  return `${code}: ${message.replace(file, 'FILE')}`;
}

test('a file that is no database, or of another program, is refused and left unchanged', async () => {
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'Not a database, but somebody’s notes. '.repeat(200));
  expect(await why(text)).toBe(
    `read: the games cannot be kept in FILE: it is no database, or damaged; ${advice}`,
  );
  expect(readFileSync(text, 'utf8')).toMatch(/^Not a database/);

  const foreign = join(folder, 'foreign.db');
  const database = new Database(foreign);
  database.exec('CREATE TABLE customers (name TEXT)');
  database.close();
  expect(await why(foreign)).toBe(
    'read: FILE is a database of another program: name another file with --games FILE',
  );
});

test('a damaged file is refused', async () => {
  const file = join(folder, 'damaged.db');
  const server = await serve(file);
  await play(await twoPlayers(server), 'e2e4 e7e5');
  await server.close();
  const bytes = readFileSync(file);
  expect(await why(file)).toBe(undefined);
  bytes.fill(0xff, 100, 4096);
  writeFileSync(file, bytes);
  expect(await why(file)).toMatch(/^read: the games cannot be kept in FILE: it is (no|damaged)/);
});

test('a file of a newer version is refused', async () => {
  const file = join(folder, 'newer.db');
  await (await serve(file)).close();
  const database = new Database(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(await why(file)).toMatch(/^read: FILE was written by a newer metatb \(version 99/);
});

test.each([
  ['a folder', (place: string) => mkdirSync(place), 'it is a folder'],
  ['a device', () => '/dev/full', 'it is no ordinary file'],
  [
    'a file below a file',
    (place: string) => {
      writeFileSync(place, '');
      return join(place, 'games.db');
    },
    'its folder is a file',
  ],
  ['a folder that takes no files', () => '/proc/games.db', 'its folder cannot be made'],
])(
  '%s cannot hold the games: the message says why, which path and what to do',
  async (name, make, reason) => {
    const place = join(folder, name);
    const file = make(place) ?? place;
    expect(await why(file)).toBe(`write: the games cannot be kept in FILE: ${reason}; ${advice}`);
    expect(existsSync(`${file}-journal`)).toBe(false);
  },
);

test('a missing folder is made', async () => {
  const file = join(folder, 'new', 'folder', 'games.db');
  const server = await serve(file);
  await twoPlayers(server);
  await server.close();
  expect(readFileSync(file, 'latin1')).toMatch(/^SQLite format 3/);
});

test('two servers cannot share a file', async () => {
  const file = join(folder, 'shared.db');
  const server = await serve(file);
  expect(await why(file)).toBe(
    `write: the games cannot be kept in FILE: another server has it; ${advice}`,
  );
  await server.close();
  expect(await why(file)).toBe(undefined);
});

test('a damaged game is refused, one with damaged moves continues before them, and the others continue', async () => {
  const file = join(folder, 'one.db');
  const first = await serve(file);
  const [good, bad, short, worse] = [
    await twoPlayers(first),
    await twoPlayers(first),
    await twoPlayers(first),
    await twoPlayers(first),
  ];
  for (const game of [good, bad, short, worse]) await play(game, 'e2e4 e7e5 g1f3');
  await first.close();
  const database = new Database(file);
  database.prepare("UPDATE moves SET uci = 'e7e6' WHERE game = ? AND ply = 1").run(bad.id);
  database.prepare('DELETE FROM moves WHERE game = ? AND ply = 2').run(short.id);
  // Well-formed, but altered.
  database
    .prepare("UPDATE games SET state = replace(state, 'true', 'null') WHERE id = ?")
    .run(worse.id);
  database.close();
  const second = await serve(file);
  const page = await Page.connect(second, worse.id);
  expect(await page.refusal({ type: 'join', seat: worse.whiteSeat })).toBe('damaged');
  expect(await page.ending()).toBe(4000);
  expect(second.errors.map(({ message }) => message)).toEqual([expect.stringContaining(worse.id)]);

  for (const [{ id, whiteSeat, blackSeat }, kept, what] of [
    [bad, 1, 'its last 2 moves are lost'],
    [short, 2, 'its last move is lost'],
  ] as const) {
    const { page: white, game } = await Page.join(second, id, { seat: whiteSeat });
    const { page: black } = await Page.join(second, id, { seat: blackSeat });
    expect(game.moves).toHaveLength(kept);
    expect(game.notice).toBe(`The server’s record of this game was damaged: ${what}.`);
    await play({ white, black }, kept === 1 ? 'c7c5 d2d4' : 'b1c3 b8c6', kept);
  }
  await second.close();
  const third = await serve(file);
  const { game } = await Page.join(third, bad.id, {});
  expect(game.moves.map(({ uci }) => uci)).toEqual(['e2e4', 'c7c5', 'd2d4']);
  const { page: white, game: whole } = await Page.join(third, good.id, { seat: good.whiteSeat });
  expect(whole.notice).toBe(null);
  const { page: black } = await Page.join(third, good.id, { seat: good.blackSeat });
  await play({ white, black }, 'b8c6 f1b5', 3);
});

test.each([
  ['an error that leaves the transaction open', 'ABORT'],
  ['one after which SQLite has rolled back by itself, as on a full disk', 'ROLLBACK'],
])(
  'a move that cannot be written is not published, and the game and /health report it: %s',
  async (_, how) => {
    const file = join(folder, `full-${how}.db`);
    await (await serve(file)).close();
    const database = new Database(file);
    // The disk is full for this one move.
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON moves WHEN NEW.uci = 'e7e5'
    BEGIN SELECT RAISE(${how}, 'database or disk is full'); END`);
    database.close();
    const server = await serve(file);
    const health = async () => (await fetch(`${server.address}/health`)).json();
    const game = await twoPlayers(server);
    await play(game, 'e2e4');
    expect(await health()).toMatchObject({ status: 'ok' });
    game.black.send({ type: 'move', ply: 1, uci: 'e7e5' });
    expect(await game.black.next('error')).toMatchObject({
      code: 'storage',
      message: 'The server could not write this to its file: database or disk is full. Try again.',
      ply: 1,
    });
    expect(await game.white.settled()).toEqual([]);
    expect(await health()).toMatchObject({
      status: 'degraded',
      problem: 'the games cannot be written: database or disk is full',
    });
    await play(game, 'c7c5', 1);
    expect(await health()).toMatchObject({ status: 'ok' });
    const { game: seen } = await Page.join(server, game.id, {});
    expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'c5']);
  },
);

/** The files of a server that is killed at this moment, in a separate folder. */
function killed(file: string, name: string): string {
  mkdirSync(join(folder, name));
  const copy = join(folder, name, 'games.db');
  for (const ending of ['', '-wal', '-recent']) copyFileSync(file + ending, copy + ending);
  return copy;
}

test('moves lost with a damaged log are reported to the players and to the operator', async () => {
  const file = join(folder, 'log.db');
  const first = await serve(file);
  const early = await twoPlayers(first);
  await play(early, 'e2e4 e7e5');
  const whole = killed(file, 'whole');
  const [late, begun] = [await twoPlayers(first), await twoPlayers(first)];
  await play(early, 'g1f3 b8c6', 2);
  await play(late, 'd2d4');
  const flipped = killed(file, 'flipped');
  const cut = killed(file, 'cut');
  await first.close();
  expect(existsSync(`${file}-recent`)).toBe(false);

  const sound = readFileSync(`${whole}-wal`).length;
  const untouched = await serve(whole);
  expect((await Page.join(untouched, early.id, {})).game.notice).toBe(null);
  expect(untouched.errors).toEqual([]);
  await untouched.close();

  // The log is cut before the last moves, or has a flipped bit there.
  const log = readFileSync(`${flipped}-wal`);
  log[sound + 100]! ^= 1;
  writeFileSync(`${flipped}-wal`, log);
  writeFileSync(`${cut}-wal`, readFileSync(`${cut}-wal`).subarray(0, sound));
  for (const damaged of [flipped, cut]) {
    const server = await serve(damaged);
    expect(server.errors.map(({ message }) => message)).toEqual([
      `${damaged} was damaged: 3 games have lost their last changes, and say so`,
    ]);
    const { page: white, game } = await Page.join(server, early.id, { seat: early.whiteSeat });
    expect(game.moves).toHaveLength(2);
    expect(game.notice).toContain('its last 2 moves are lost');
    const { page: black } = await Page.join(server, early.id, { seat: early.blackSeat });
    await play({ white, black }, 'g1f3', 2);
    for (const { id } of [late, begun]) {
      const page = await Page.connect(server, id);
      page.send({ type: 'join' });
      expect(await page.next('error')).toMatchObject({
        code: 'damaged',
        message: 'This game is lost: the server’s file of games was damaged.',
      });
    }
    await server.close();
    const again = await serve(damaged);
    expect(again.errors).toEqual([]);
    expect((await Page.join(again, early.id, {})).game.notice).toContain('2 moves are lost');
    await again.close();
  }
});

test('a flipped bit of the file is harmless or reported, never another failure', async () => {
  const file = join(folder, 'bits.db');
  const first = await serve(file);
  const game = await twoPlayers(first);
  await play(game, 'e2e4 e7e5 g1f3 b8c6');
  await first.close();
  const bytes = readFileSync(file);
  const moves = 'e2e4 e7e5 g1f3 b8c6';
  for (let i = 0; i < 40; i++) {
    const flipped = Buffer.from(bytes);
    // The stride reaches every page, header and record.
    const bit = (i * 2749 * 8 + i) % (bytes.length * 8);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    const copy = join(folder, `bit${i}.db`);
    writeFileSync(copy, flipped);
    const opened = Lobby.open({
      path: copy,
      limits: DEFAULT_GAME_LIMITS,
      time: new HandTime(),
      onError: () => {},
    });
    if (!opened.ok) {
      expect(opened.problem.code, `bit ${bit}`).toMatch(/^(read|write)$/);
      continue;
    }
    const summary = opened.value.room(game.id);
    if (summary.ok) {
      const sent: ServerMessage[] = [];
      const member = {
        side: undefined,
        visitor: '',
        send: (message: ServerMessage) => sent.push(message),
      };
      expect(summary.value.join(member, { type: 'join' }).ok, `bit ${bit}`).toBe(true);
      const snapshot = sent[0] as GameSnapshot;
      const seen = snapshot.moves.map(({ uci }) => uci).join(' ');
      if (snapshot.notice === null) expect(seen, `bit ${bit}`).toBe(moves);
      else expect(moves.startsWith(seen), `bit ${bit}`).toBe(true);
    } else {
      expect(summary.problem.code, `bit ${bit}`).toMatch(/^(damaged|storage|no-game)$/);
    }
    opened.value.close();
  }
});

test('a server that is closed twice closes its files once: their descriptors may be reused by then', async () => {
  const server = await serve(join(makeFolder(), 'games.db'));
  await server.close();
  await server.close();
});
