import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { makeFolder, Page, play, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();

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

test('a file that is no database, or another program’s, is refused and left as it is', async () => {
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'Not a database, but somebody’s notes. '.repeat(200));
  expect(await why(text)).toBe(
    'read: the games cannot be kept in FILE: it is no database, or damaged',
  );
  expect(readFileSync(text, 'utf8')).toMatch(/^Not a database/);

  const foreign = join(folder, 'foreign.db');
  const database = new Database(foreign);
  database.exec('CREATE TABLE customers (name TEXT)');
  database.close();
  expect(await why(foreign)).toBe('read: FILE is a database of another program: name another file');
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

test('a place where nothing can be written is refused', async () => {
  mkdirSync(join(folder, 'games.db'));
  expect(await why(join(folder, 'games.db'))).toMatch(/^write: the games cannot be kept in FILE/);
  writeFileSync(join(folder, 'file'), '');
  expect(await why(join(folder, 'file', 'games.db'))).toMatch(/^write: the games cannot be kept/);
});

test('a folder that is not there is made', async () => {
  const file = join(folder, 'new', 'folder', 'games.db');
  const server = await serve(file);
  await twoPlayers(server);
  await server.close();
  expect(readFileSync(file, 'latin1')).toMatch(/^SQLite format 3/);
});

test('two servers do not share a file', async () => {
  const file = join(folder, 'shared.db');
  const server = await serve(file);
  expect(await why(file)).toBe('write: the games cannot be kept in FILE: another server has it');
  await server.close();
  expect(await why(file)).toBe(undefined);
});

test('one damaged game is told to who asks for it, and the others go on', async () => {
  const file = join(folder, 'one.db');
  const first = await serve(file);
  const [good, bad, worse] = [
    await twoPlayers(first),
    await twoPlayers(first),
    await twoPlayers(first),
  ];
  for (const game of [good, bad, worse]) await play(game, 'e2e4 e7e5');
  await first.close();
  const database = new Database(file);
  database.prepare("UPDATE moves SET uci = 'e7e1' WHERE game = ? AND ply = 1").run(bad.id);
  database.prepare("UPDATE games SET state = '{' WHERE id = ?").run(worse.id);
  database.close();
  const second = await serve(file);
  for (const { id, whiteSeat } of [bad, worse]) {
    const page = await Page.connect(second, id);
    expect(await page.refusal({ type: 'join', seat: whiteSeat })).toBe('damaged');
    expect(await page.ending()).toBe(4000);
  }
  expect(second.errors.map(({ message }) => message)).toEqual([
    expect.stringContaining(bad.id),
    expect.stringContaining(worse.id),
  ]);
  const { page: white } = await Page.join(second, good.id, { seat: good.whiteSeat });
  const { page: black } = await Page.join(second, good.id, { seat: good.blackSeat });
  await play({ white, black }, 'g1f3 b8c6', 2);
});

test('what cannot be written is not told: the game is as it was, and goes on', async () => {
  const file = join(folder, 'full.db');
  await (await serve(file)).close();
  const database = new Database(file);
  // A disk that is full for this one move.
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON moves WHEN NEW.uci = 'e7e5'
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  database.close();
  const server = await serve(file);
  const game = await twoPlayers(server);
  await play(game, 'e2e4');
  game.black.send({ type: 'move', ply: 1, uci: 'e7e5' });
  expect(await game.black.next('error')).toMatchObject({
    code: 'storage',
    message: 'the game cannot be written down: disk full',
    ply: 1,
  });
  expect(await game.white.settled()).toEqual([]);
  await play(game, 'c7c5', 1);
  const { game: seen } = await Page.join(server, game.id, {});
  expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'c5']);
});
