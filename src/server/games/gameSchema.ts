import type Database from 'libsql';
import { fail, ok, type Result } from '../../board/result.ts';
import { cannotKeep } from './gamePlace.ts';

/** SQLite's application id, by which we and file(1) recognize the file: "mtbg" in ASCII. */
const APPLICATION = 0x6d746267;
/** Version 1 had no checksums and was never released; version 2 had no descriptions of games. */
const VERSION = 3;

const schema = `
  CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, start TEXT NOT NULL, state TEXT NOT NULL, plies INTEGER NOT NULL,
    sum TEXT NOT NULL, stage INTEGER NOT NULL, timed INTEGER NOT NULL, changed REAL NOT NULL, variant TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS games_by_age ON games (stage, changed);
  CREATE INDEX IF NOT EXISTS games_timed ON games (id) WHERE timed = 1;
  CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, ply INTEGER NOT NULL, uci TEXT NOT NULL, san TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (game, ply)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lost (id TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS server (
    one INTEGER PRIMARY KEY CHECK (one = 1), alive REAL, changes INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO server VALUES (1, NULL, 0);
`;

const fromVersion2 = 'ALTER TABLE games ADD COLUMN variant TEXT;';

/**
 * Creates the schema in an empty database, or checks that an existing one is ours and sound and brings it up to date.
 * Errors: `read`.
 */
export function claim(database: Database.Database, path: string): Result<'new' | 'old'> {
  const pragma = (name: string) =>
    (database.prepare(`PRAGMA ${name}`).get() as Readonly<{ [field: string]: number }>)[name];
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  const application = pragma('application_id');
  const isNew = application === 0 && (tables as { count: number }).count === 0;
  if (!isNew && application !== APPLICATION) {
    return another(path, 'is a database of another program');
  }
  const version = pragma('user_version')!;
  if (version > VERSION) {
    return another(path, `was written by a newer metatb (version ${version} of the file)`);
  }
  if (!isNew && version < 2) {
    return another(path, `was written by a metatb before its first release`);
  }
  const [check] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check?: string }[];
  if (check?.quick_check !== 'ok') return cannotKeep(path, 'it is damaged', 'read');
  database.exec(`BEGIN IMMEDIATE; ${!isNew && version === 2 ? fromVersion2 : ''} ${schema}
    PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}; COMMIT`);
  return ok(isNew ? 'new' : 'old');
}

function another(path: string, why: string) {
  return fail('read', `${path} ${why}: name another file with --games FILE`, path);
}
