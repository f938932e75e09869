import Database from 'libsql';
import { fail, ok, type Result } from '../../board/result.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { Game } from './game.ts';
import { cannotKeep, preparePlace } from './gamePlace.ts';
import {
  type GameRow,
  gameSum,
  type MoveRow,
  makeState,
  moveSum,
  PREPARED,
  readRecord,
  withLoss,
} from './gameRecord.ts';
import { claim } from './gameSchema.ts';
import { startOf } from './gameView.ts';
import { RecentChanges } from './recentChanges.ts';

const IN_MEMORY = ':memory:';

/** Stages of a game, which decide how long it is kept. */
const stages = { unstarted: 0, going: 1, finished: 2 } as const;
export type Stage = keyof typeof stages;

/**
 * Games in a libSQL file, which is SQLite's format. Once `save` has returned, a change survives the end of the process;
 * after a power failure the last changes may be missing. Each record carries a checksum; games that a damaged file has
 * lost moves of say so ({@link withLoss}). Only one server can have the file open.
 */
export class GameFile {
  private readonly database: Database.Database;
  private readonly statements: ReturnType<typeof prepare>;
  private readonly path: string;
  private recent: RecentChanges | undefined;
  private changes: number;
  /** Why nothing can be written at the moment, or undefined. */
  problem: string | undefined;

  private constructor(database: Database.Database, path: string) {
    this.database = database;
    this.path = path;
    this.statements = prepare(database);
    this.changes = (this.statements.server.get() as ServerRow).changes;
  }

  /** Makes the file and its folder if they are missing. Errors: `read`, `write`. */
  static open(path: string): Result<GameFile> {
    if (path !== IN_MEMORY) {
      const prepared = preparePlace(path);
      if (!prepared.ok) return prepared;
    }
    let database: Database.Database | undefined;
    try {
      database = new Database(path, { timeout: 1000 });
      // Exclusive: two servers with the file open would hold diverging states of a game.
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
      database.exec('PRAGMA synchronous = NORMAL');
      const claimed = claim(database, path);
      if (!claimed.ok) {
        database.close();
        return claimed;
      }
      if (claimed.value === 'new' && path !== IN_MEMORY) RecentChanges.remove(path);
      return ok(new GameFile(database, path));
    } catch (error) {
      database?.close();
      return openingProblem(path, error as NodeJS.ErrnoException);
    }
  }

  /**
   * Notes in each game what a damaged file has lost of it since the last server, and starts to keep a witness for the
   * next server. Returns the number of games concerned. Errors: `storage`.
   */
  recover(now: number): Result<number> {
    if (this.path === IN_MEMORY) return ok(0);
    const lost = RecentChanges.after(this.path, this.changes);
    const plies = new Map(lost.map((change) => [change.game, change.plies]));
    // Continue numbering after the lost changes.
    this.changes = lost.at(-1)?.number ?? this.changes;
    const noted = this.write(() => {
      for (const [id, after] of plies) this.noteLoss(id, after, now);
      this.statements.count.run(this.changes);
    });
    if (!noted.ok) return noted;
    try {
      this.recent = RecentChanges.open(this.path);
    } catch (error) {
      return fail('storage', (error as Error).message);
    }
    return ok(plies.size);
  }

  private noteLoss(id: string, plies: number, now: number): void {
    const loaded = this.load(id);
    if (!loaded.ok) return;
    if (!loaded.value) {
      this.statements.lose.run(id, now);
      return;
    }
    this.put(withLoss(loaded.value, plies - loaded.value.play.length), loaded.value, now);
  }

  /** Writes a game's changes since `before`, all or none. Errors: `storage`. */
  save(game: Game, before: Game | undefined, now: number): Result<void> {
    return this.change([game], () => this.put(game, before, now));
  }

  /** Writes a game and the one that follows it, both or none. Errors: `storage`. */
  saveBoth(game: Game, before: Game, next: Game, now: number): Result<void> {
    return this.change([game, next], () => {
      this.put(game, before, now);
      this.put(next, undefined, now);
    });
  }

  /** The game, or undefined if there is none with this id. Errors: `storage`, `damaged`. */
  load(id: string): Result<Game | undefined> {
    const read = this.read(() => ({
      row: this.statements.load.get(id) as GameRow | undefined,
      moves: this.statements.moves.all(id) as MoveRow[],
      lost: this.statements.lost.get(id) !== undefined,
    }));
    if (!read.ok) return read;
    const { row, moves, lost } = read.value;
    if (row) return readRecord(row, moves);
    if (!lost) return ok(undefined);
    return fail('damaged', 'This game is lost: the server’s file of games was damaged.', id);
  }

  /** Errors: `storage`. */
  count(): Result<number> {
    return this.read(() => (this.statements.countGames.get() as { count: number }).count);
  }

  /** The ids of games with a running clock. Errors: `storage`. */
  timed(): Result<string[]> {
    return this.read(() => (this.statements.timed.all() as { id: string }[]).map(({ id }) => id));
  }

  /** The ids of at most 1000 games of this stage that have not changed since `then`. Errors: `storage`. */
  unchangedSince(stage: Stage, then: number): Result<string[]> {
    const { old } = this.statements;
    return this.read(() => (old.all(stages[stage], then) as { id: string }[]).map(({ id }) => id));
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

  /** Forgets which games were lost before `then`. Errors: `storage`. */
  forgetLost(then: number): Result<void> {
    return this.write(() => this.statements.forgetLost.run(then));
  }

  /** When a server last recorded that it had this file open, or undefined. Errors: `storage`. */
  lastAlive(): Result<number | undefined> {
    return this.read(() => (this.statements.server.get() as ServerRow).alive ?? undefined);
  }

  /** Errors: `storage`. */
  isAlive(now: number): Result<void> {
    return this.write(() => this.statements.alive.run(now));
  }

  close(): void {
    // libSQL keeps the file open while any statement lives, so release the lock first: leaving WAL mode does.
    try {
      this.database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL');
      this.statements.countGames.get();
      this.recent?.closeAndRemove();
    } catch {
      // The disk has failed; the next server recovers the log.
      this.recent?.close();
    }
    this.database.close();
  }

  private put(game: Game, before: Game | undefined, now: number): void {
    const { id, play, clock, ending } = game;
    const { rules, actions, length } = play;
    const start = startOf(play) ?? PREPARED;
    const stage = ending ? 'finished' : length > 0 ? 'going' : 'unstarted';
    const timed = clock?.since === undefined ? 0 : 1;
    const { put, deleteMoves, putMove } = this.statements;
    const { name, ini: variant = null } = refOf(rules);
    const state = makeState(game);
    const sum = gameSum({ id, rules: name, start, state, plies: length, variant });
    put.run(id, name, start, state, length, sum, stages[stage], timed, now, variant);
    const kept = before?.play.length ?? 0;
    if (length < kept) deleteMoves.run(id, length);
    for (let ply = kept; ply < length; ply++) {
      const { uci, san } = actions[ply]!;
      putMove.run(id, ply, uci, san, moveSum(id, { ply, uci, san }));
    }
  }

  /** Writes a change of these games, then notes it in the witness. Errors: `storage`. */
  private change(games: readonly Game[], work: () => void): Result<void> {
    const number = this.changes + games.length;
    const written = this.write(() => {
      work();
      this.statements.count.run(number);
    });
    if (!written.ok) return written;
    for (const { id, play } of games) {
      this.changes++;
      try {
        this.recent?.add({ number: this.changes, game: id, plies: play.length });
      } catch (error) {
        // The change is written; only its witness is not.
        this.problem = (error as Error).message;
      }
    }
    return written;
  }

  private write(work: () => void): Result<void> {
    const { begin, commit } = this.statements;
    try {
      begin.run();
      work();
      commit.run();
      this.problem = undefined;
      return ok(undefined);
    } catch (error) {
      this.rollBack();
      const why = (error as Error).message;
      this.problem = `the games cannot be written: ${why}`;
      return fail('storage', `The server could not write this to its file: ${why}. Try again.`);
    }
  }

  private rollBack(): void {
    try {
      this.statements.rollback.run();
    } catch {
      // SQLite has rolled back by itself, as it does if the disk is full.
    }
  }

  private read<T>(work: () => T): Result<T> {
    try {
      return ok(work());
    } catch (error) {
      const why = (error as Error).message;
      return fail('storage', `The server could not read its file of games: ${why}.`);
    }
  }
}

interface ServerRow {
  readonly alive: number | null;
  readonly changes: number;
}

function prepare(database: Database.Database) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    put: database.prepare('INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    putMove: database.prepare('INSERT OR REPLACE INTO moves VALUES (?, ?, ?, ?, ?)'),
    deleteMoves: database.prepare('DELETE FROM moves WHERE game = ? AND ply >= ?'),
    delete: database.prepare('DELETE FROM games WHERE id = ?'),
    load: database.prepare(
      'SELECT id, rules, start, state, plies, variant, sum FROM games WHERE id = ?',
    ),
    moves: database.prepare('SELECT ply, uci, san, sum FROM moves WHERE game = ? ORDER BY ply'),
    countGames: database.prepare('SELECT count(*) AS count FROM games'),
    timed: database.prepare('SELECT id FROM games WHERE timed = 1'),
    old: database.prepare('SELECT id FROM games WHERE stage = ? AND changed < ? LIMIT 1000'),
    lost: database.prepare('SELECT id FROM lost WHERE id = ?'),
    lose: database.prepare('INSERT OR REPLACE INTO lost VALUES (?, ?)'),
    forgetLost: database.prepare('DELETE FROM lost WHERE at < ?'),
    server: database.prepare('SELECT alive, changes FROM server'),
    alive: database.prepare('UPDATE server SET alive = ?'),
    count: database.prepare('UPDATE server SET changes = ?'),
  };
}

function openingProblem(path: string, { code = '', message }: NodeJS.ErrnoException) {
  const known = reasons[code];
  return known ? cannotKeep(path, known.why, known.problem) : cannotKeep(path, message);
}

const reasons: Readonly<
  Record<string, { readonly problem: 'read' | 'write'; readonly why: string } | undefined>
> = {
  SQLITE_NOTADB: { problem: 'read', why: 'it is no database, or damaged' },
  SQLITE_CORRUPT: { problem: 'read', why: 'it is damaged' },
  SQLITE_BUSY: { problem: 'write', why: 'another server has it' },
  SQLITE_READONLY: { problem: 'write', why: 'it is read-only' },
  SQLITE_FULL: { problem: 'write', why: 'the disk is full' },
};
