import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** A change of a game that has been written. */
export interface Change {
  /** Changes are numbered from 1. */
  readonly number: number;
  readonly game: string;
  /** Plies of the game after the change. */
  readonly plies: number;
}

/** Far more changes than SQLite's log holds between two checkpoints, so that all that can be lost are here. */
const RECORDS = 4096;
const RECORD_BYTES = 64;
/** number: 8 bytes, plies: 4, id: 22, checksum: the last 16. */
const AT = { number: 0, plies: 8, game: 12, end: 34, sum: 48 } as const;

/**
 * A witness beside the file of games: a list of the last changes. SQLite silently drops everything after a damaged
 * place in its log; this file shows what was there. It is written after each change and removed on an orderly close. If
 * it is missing or damaged itself, no loss is reported.
 */
export class RecentChanges {
  private readonly file: number;
  private readonly path: string;

  private constructor(file: number, path: string) {
    this.file = file;
    this.path = path;
  }

  /**
   * Makes the file if it is missing, at its full size, so that a full disk cannot stop it later. Throws if it cannot.
   */
  static open(games: string): RecentChanges {
    const path = pathBeside(games);
    const file = openSync(path, 'w+');
    try {
      writeSync(file, Buffer.alloc(RECORDS * RECORD_BYTES), 0, undefined, 0);
    } catch (error) {
      closeSync(file);
      rmSync(path, { force: true });
      throw error;
    }
    return new RecentChanges(file, path);
  }

  /** The changes after number `last` that an earlier server had written, in order. */
  static after(games: string, last: number): Change[] {
    const bytes = readIfThere(pathBeside(games));
    const changes: Change[] = [];
    for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
      const change = readChange(bytes.subarray(at, at + RECORD_BYTES));
      if (change && change.number > last) changes.push(change);
    }
    return changes.sort((one, other) => one.number - other.number);
  }

  static remove(games: string): void {
    rmSync(pathBeside(games), { force: true });
  }

  /** Throws if the disk fails. */
  add(change: Change): void {
    const at = (change.number % RECORDS) * RECORD_BYTES;
    writeSync(this.file, makeRecord(change), 0, RECORD_BYTES, at);
  }

  close(): void {
    closeSync(this.file);
  }

  /** To be called after an orderly close of the file of games. */
  closeAndRemove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }
}

function pathBeside(games: string): string {
  return `${games}-recent`;
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function makeRecord({ number, game, plies }: Change): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeBigUInt64LE(BigInt(number), AT.number);
  record.writeUInt32LE(plies, AT.plies);
  record.write(game, AT.game, AT.end - AT.game, 'latin1');
  sumOf(record).copy(record, AT.sum);
  return record;
}

function readChange(record: Buffer): Change | undefined {
  if (!sumOf(record).equals(record.subarray(AT.sum))) return undefined;
  return {
    number: Number(record.readBigUInt64LE(AT.number)),
    plies: record.readUInt32LE(AT.plies),
    game: record.toString('latin1', AT.game, AT.end),
  };
}

function sumOf(record: Buffer): Buffer {
  const hash = createHash('sha256').update(record.subarray(0, AT.sum)).digest();
  return hash.subarray(0, RECORD_BYTES - AT.sum);
}
