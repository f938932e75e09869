import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { fail, ok, type Result } from '../../chess/result.ts';
import type { PlayedMove } from '../protocol.ts';
import type { Game } from './game.ts';
import { type GameRow, makeState, readRecord } from './gameRecord.ts';

/** Names the file for `file` and for us: "mtbg" in ASCII. */
const APPLICATION = 0x6d746267;
const VERSION = 1;
export const IN_MEMORY = ':memory:';

/** Stages of a game, by which it is decided how long it is kept. */
const stages = { unstarted: 0, going: 1, finished: 2 } as const;
export type Stage = keyof typeof stages;

const schema = `
  CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, start TEXT NOT NULL, state TEXT NOT NULL,
    stage INTEGER NOT NULL, timed INTEGER NOT NULL, changed REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS games_by_age ON games (stage, changed);
  CREATE INDEX IF NOT EXISTS games_timed ON games (id) WHERE timed = 1;
  CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL, ply INTEGER NOT NULL, uci TEXT NOT NULL, san TEXT NOT NULL,
    PRIMARY KEY (game, ply)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS alive (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL) STRICT;
`;

/**
 * Games in a libSQL file, which is SQLite's format. What `save` has returned from survives the end of the process; after
 * a loss of power the last moves may be missing. One server has the file at a time.
 */
export class GameFile {
  private readonly database: Database.Database;
  private readonly statements: ReturnType<typeof prepare>;

  private constructor(database: Database.Database) {
    this.database = database;
    this.statements = prepare(database);
  }

  /** Makes the file, and its folder, where there is none. Errors: `read`, `write`. */
  static open(path: string): Result<GameFile> {
    let database: Database.Database | undefined;
    try {
      if (path !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true });
      database = new Database(path, { timeout: 1000 });
      // Exclusive: two servers would each think that they know how a game stands.
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
      database.exec('PRAGMA synchronous = NORMAL');
      const foreign = claim(database);
      if (foreign) {
        database.close();
        return fail('read', `${path} ${foreign}: name another file`, path);
      }
      return ok(new GameFile(database));
    } catch (error) {
      database?.close();
      return openingProblem(path, error as NodeJS.ErrnoException);
    }
  }

  /** Writes all that has changed since `before`, or nothing. Errors: `storage`. */
  save(game: Game, before: Game | undefined, now: number): Result<void> {
    return this.write(() => this.put(game, before, now));
  }

  /** Writes a game and the one that follows it, both or none. Errors: `storage`. */
  saveBoth(game: Game, before: Game, next: Game, now: number): Result<void> {
    return this.write(() => {
      this.put(game, before, now);
      this.put(next, undefined, now);
    });
  }

  /** Undefined where there is no such game. Errors: `storage`, `damaged`. */
  load(id: string): Result<Game | undefined> {
    try {
      const row = this.statements.load.get(id) as GameRow | undefined;
      if (!row) return ok(undefined);
      return readRecord(row, this.statements.moves.all(id) as PlayedMove[]);
    } catch (error) {
      return fail('storage', `the games cannot be read: ${(error as Error).message}`, id);
    }
  }

  count(): number {
    return (this.statements.count.get() as { count: number }).count;
  }

  /** The ids of games with a running clock. */
  timed(): string[] {
    return (this.statements.timed.all() as { id: string }[]).map(({ id }) => id);
  }

  /** The ids of games of this stage that have not changed since then; not all of them at once. */
  unchangedSince(stage: Stage, then: number): string[] {
    const rows = this.statements.old.all(stages[stage], then) as { id: string }[];
    return rows.map(({ id }) => id);
  }

  /** Errors: `storage`. */
  delete(ids: readonly string[]): Result<void> {
    return this.write(() => {
      for (const id of ids) {
        this.statements.deleteMoves.run(id, 0);
        this.statements.delete.run(id);
      }
    });
  }

  /** When a server was seen last to have this file, undefined where there was none. */
  lastAlive(): number | undefined {
    return (this.statements.lastAlive.get() as { at: number } | undefined)?.at;
  }

  /** Errors: `storage`. */
  isAlive(now: number): Result<void> {
    return this.write(() => this.statements.alive.run(now));
  }

  close(): void {
    // libSQL keeps a file as long as a statement lives: the lock has to be given back before. Leaving the log does it.
    try {
      this.database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL');
      this.count();
    } catch {
      // The disk fails; what is in the log will be found there.
    }
    this.database.close();
  }

  private put(game: Game, before: Game | undefined, now: number): void {
    const { id, rules, start, moves, clock, ending } = game;
    const stage = ending ? 'finished' : moves.length > 0 ? 'going' : 'unstarted';
    const timed = clock?.since === undefined ? 0 : 1;
    const { put, deleteMoves, putMove } = this.statements;
    put.run(id, rules.name, start, makeState(game), stages[stage], timed, now);
    const kept = before?.moves.length ?? 0;
    if (moves.length < kept) deleteMoves.run(id, moves.length);
    for (let ply = kept; ply < moves.length; ply++) {
      const { uci, san } = moves[ply]!;
      putMove.run(id, ply, uci, san);
    }
  }

  private write(work: () => void): Result<void> {
    try {
      this.database.transaction(work)();
      return ok(undefined);
    } catch (error) {
      return fail('storage', `the game cannot be written down: ${(error as Error).message}`);
    }
  }
}

function prepare(database: Database.Database) {
  return {
    put: database.prepare('INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)'),
    putMove: database.prepare('INSERT INTO moves VALUES (?, ?, ?, ?)'),
    deleteMoves: database.prepare('DELETE FROM moves WHERE game = ? AND ply >= ?'),
    delete: database.prepare('DELETE FROM games WHERE id = ?'),
    load: database.prepare('SELECT id, rules, start, state FROM games WHERE id = ?'),
    moves: database.prepare('SELECT uci, san FROM moves WHERE game = ? ORDER BY ply'),
    count: database.prepare('SELECT count(*) AS count FROM games'),
    timed: database.prepare('SELECT id FROM games WHERE timed = 1'),
    old: database.prepare('SELECT id FROM games WHERE stage = ? AND changed < ? LIMIT 1000'),
    alive: database.prepare('INSERT OR REPLACE INTO alive VALUES (1, ?)'),
    lastAlive: database.prepare('SELECT at FROM alive'),
  };
}

/** Makes a new file ours. Returns why it cannot be. */
function claim(database: Database.Database): string | undefined {
  const pragma = (name: string) =>
    (database.prepare(`PRAGMA ${name}`).get() as Readonly<{ [field: string]: number }>)[name];
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  const application = pragma('application_id');
  const isNew = application === 0 && (tables as { count: number }).count === 0;
  if (!isNew && application !== APPLICATION) return 'is a database of another program';
  const version = pragma('user_version')!;
  if (version > VERSION) return `was written by a newer metatb (version ${version} of the file)`;
  database.exec(`BEGIN IMMEDIATE; ${schema}
    PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}; COMMIT`);
  return undefined;
}

function openingProblem(path: string, { code, message }: NodeJS.ErrnoException) {
  const { problem, why } = reasons[code ?? ''] ?? { problem: 'write', why: message };
  return fail(problem, `the games cannot be kept in ${path}: ${why}`, path);
}

const reasons: { readonly [code: string]: { readonly problem: string; readonly why: string } } = {
  SQLITE_NOTADB: { problem: 'read', why: 'it is no database, or damaged' },
  SQLITE_CORRUPT: { problem: 'read', why: 'it is damaged' },
  SQLITE_BUSY: { problem: 'write', why: 'another server has it' },
  SQLITE_READONLY: { problem: 'write', why: 'it cannot be written' },
};
