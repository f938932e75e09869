import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { gameSum } from '../../src/server/games/gameRecord.ts';
import { DEFAULT_GAME_LIMITS } from '../../src/server/games/limits.ts';
import { Lobby } from '../../src/server/games/lobby.ts';
import { HandTime, makeFolder, Page, play, serve } from './gamesServer.ts';

const folder = makeFolder();

const id = '1N_ILmSOtdqxbVbrLnwzGA';
const seats = {
  white: '03qzhyU2G8HGaw9HnmzIdn6Z2zNLWokOv2cLKMF7fes',
  black: 'WqzTDp1h0UfZwRglx-ilDAb8IQAmszcDCA6YLavY7kw',
};
const state =
  '{"seats":{"white":{"hash":"OLqO9gTETzlsxv-fO3BO2UVRI9NLawh4t5bTelnYtG4","confirmed":true,"name":"Anna"},' +
  '"black":{"hash":"Ah7EUmWQTttQLJ09kU4M7UJg5Utbo-Cai81UpP6JMwk","confirmed":true,"name":null}},' +
  '"clock":{"settings":{"seconds":300,"increment":3},"left":{"white":303000,"black":300000},"since":1000000000000},' +
  '"offers":{"draw":null,"takeback":null,"rematch":null},"declined":{}}';

/** What the last server of version 2 had written: a game of chess after three plies. */
const version2 = `
  CREATE TABLE games (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, start TEXT NOT NULL, state TEXT NOT NULL, plies INTEGER NOT NULL,
    sum TEXT NOT NULL, stage INTEGER NOT NULL, timed INTEGER NOT NULL, changed REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX games_by_age ON games (stage, changed);
  CREATE INDEX games_timed ON games (id) WHERE timed = 1;
  CREATE TABLE moves (
    game TEXT NOT NULL, ply INTEGER NOT NULL, uci TEXT NOT NULL, san TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (game, ply)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE lost (id TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE server (
    one INTEGER PRIMARY KEY CHECK (one = 1), alive REAL, changes INTEGER NOT NULL
  ) STRICT;
  INSERT INTO server VALUES (1, 1000000000000, 6);
  INSERT INTO games VALUES ('${id}', 'chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    '${state}', 3, 'te7Ibc5dIR0w5Y8i', 1, 1, 1000000000000);
  INSERT INTO moves VALUES ('${id}', 0, 'e2e4', 'e4', '_l3jlK2imk0wehxq');
  INSERT INTO moves VALUES ('${id}', 1, 'e7e5', 'e5', 'p0E4csb4eXBrGtLn');
  INSERT INTO moves VALUES ('${id}', 2, 'g1f3', 'Nf3', 'HaL1OmKbGFV6eyf7');
  PRAGMA application_id = 0x6d746267; PRAGMA user_version = 2;`;

function write(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

test('a file of version 2 is brought up to date in place, and its games go on', async () => {
  const file = join(folder, 'old.db');
  write(file, version2);
  const time = new HandTime();
  const first = await serve(file, { time });
  const { page: white, game } = await Page.join(first, id, { seat: seats.white });
  const { page: black } = await Page.join(first, id, { seat: seats.black });
  expect(game).toMatchObject({ rules: 'chess', notice: null, names: { white: 'Anna' } });
  expect(game).not.toHaveProperty('variant');
  expect(game.clocks).toEqual({ white: 303_000, black: 300_000, running: 'black' });
  await play({ white, black }, 'b8c6', 3);
  await first.close();
  const second = await serve(file, { time });
  const { game: again } = await Page.join(second, id, {});
  expect(again.moves.map(({ san }) => san)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
  expect([...first.errors, ...second.errors]).toEqual([]);
});

test('a game whose description can no longer be read is refused, and stays in the file', async () => {
  const file = join(folder, 'unread.db');
  write(file, version2);
  await (await serve(file)).close();
  // With a right checksum: so a program with other rules would have written it.
  const row = {
    ...{ id, rules: 'mine', start: '8/8', state, plies: 0 },
    variant: '[mine:chess]\nfuture = true\n',
  };
  write(
    file,
    `DELETE FROM moves; UPDATE games SET rules = 'mine', start = '8/8', plies = 0, state = '${state}',
     variant = '${row.variant}',
     sum = '${gameSum(row)}'`,
  );
  const opened = Lobby.open({
    path: file,
    limits: DEFAULT_GAME_LIMITS,
    time: new HandTime(),
    onError: () => {},
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.summary(id)).toMatchObject({
    problem: {
      code: 'damaged',
      message:
        "The server cannot read this game: no game 'mine' in its description: 'future' is not a key of variants.ini.",
    },
  });
  opened.value.close();
  const database = new Database(file);
  expect(database.prepare('SELECT count(*) AS count FROM games').get()).toMatchObject({ count: 1 });
  database.close();
});
