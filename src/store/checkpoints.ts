import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import crc32 from 'crc-32';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { fill, hasCode, READ, reason, writeWhole } from './folder.ts';
import type { TableStore } from './tableStore.ts';

/** A run of memory that a checkpoint holds. */
interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

/** The state of a solve, which a checkpoint holds: a table, the bits of its distances, and where all of it is. */
interface State {
  readonly table: string;
  readonly distanceBits: number;
  readonly stretches: readonly Stretch[];
}

interface Memory {
  u8(address: number, length: number): Uint8Array;
}

/** Bytes before the stretches: JSON, padded with spaces. */
const HEAD_BYTES = 4096;
/** After the stretches: the CRC-32 of all bytes before it, little-endian. */
const CRC_BYTES = 4;
const CHUNK_BYTES = 1 << 24;
/** The version of the stretches' layout; raise it when that changes. */
const LAYOUT = 7;

interface Restored {
  readonly pliesDone: number;
  readonly discarded?: string;
  readonly isWider?: boolean;
}

/** The path of a table's checkpoint. */
export function checkpointPath(store: TableStore, table: string): string {
  return join(dirname(store.path(table)), `.${table}.checkpoint`);
}

/** Checkpoints as files beside the tables: enough to resume an interrupted table. */
export function fileCheckpoints(store: TableStore) {
  const pathOf = (table: string) => checkpointPath(store, table);
  const { tables: rules, fingerprint } = store.rules;
  const identityOf = ({ table, distanceBits }: State) =>
    JSON.stringify({ layout: LAYOUT, rules, fingerprint, table, distanceBits });
  const headOf = (state: State, pliesDone: number) => {
    const bytes = state.stretches.map((stretch) => stretch.bytes);
    return [identityOf(state), JSON.stringify({ steps: pliesDone, bytes })].join('\n');
  };
  const remove = (table: string) => rm(pathOf(table), { force: true });

  return {
    async save(checkpoint: State & { pliesDone: number }, memory: Memory): Promise<void> {
      const { table, pliesDone, stretches } = checkpoint;
      const head = headOf(checkpoint, pliesDone).padEnd(HEAD_BYTES);
      const bytes = chunks(new TextEncoder().encode(head), stretches, memory);
      unwrap(await writeWhole(pathOf(table), withChecksum(bytes)));
    },

    /**
     * Restores memory from a sound checkpoint; otherwise leaves it unchanged. Removes a checkpoint that cannot be used,
     * unless it has more bits of distances than this state.
     */
    async restore(state: State, memory: Memory): Promise<Restored> {
      const { table, stretches } = state;
      const file = await open(pathOf(table), READ).catch(() => undefined);
      if (!file) return { pliesDone: 0 };
      try {
        if (!(await file.stat()).isFile()) return { pliesDone: 0 };
        const headFor = (pliesDone: number) => headOf(state, pliesDone);
        const bitsOf = (identity: string) => {
          const bits = bitsIn(identity);
          return identity === identityOf({ ...state, distanceBits: bits }) ? bits : undefined;
        };
        const found = await look(file, state, headFor, bitsOf).catch(unreadable);
        if (found.pliesDone > 0) await copy(file, stretches, memory);
        else if (!found.isWider) await remove(table);
        return found;
      } finally {
        await file.close();
      }
    },

    /**
     * Checks that a checkpoint can be read and written at its path. Errors: `write` if anything but a file is there.
     */
    async check(table: string): Promise<Result<undefined>> {
      const path = pathOf(table);
      const found = await stat(path).catch((error: unknown) =>
        hasCode(error, 'ELOOP') ? ('loop' as const) : undefined,
      );
      if (found === undefined || (found !== 'loop' && found.isFile())) return ok(undefined);
      const what =
        found === 'loop' ? 'a link to itself' : found.isDirectory() ? 'a folder' : 'not a file';
      return fail('write', `${path} is ${what}: the checkpoint of ${table} goes there`, path);
    },

    /** Removes the checkpoint of a finished table. Resolves to whether there was one. */
    async removeStale(table: string): Promise<boolean> {
      const found = await stat(pathOf(table)).catch(() => undefined);
      if (!found?.isFile()) return false;
      return remove(table).then(
        () => true,
        () => false,
      );
    },

    remove,
  };
}

function* chunks(
  head: Uint8Array,
  stretches: readonly Stretch[],
  memory: Memory,
): Generator<Uint8Array> {
  yield head;
  for (const { address, bytes } of stretches) {
    for (let from = 0; from < bytes; from += CHUNK_BYTES) {
      // A copy: files cannot be written from shared memory.
      yield memory.u8(address + from, Math.min(CHUNK_BYTES, bytes - from)).slice();
    }
  }
}

function* withChecksum(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let checksum = 0;
  for (const chunk of chunks) {
    checksum = crc32.buf(chunk, checksum);
    yield chunk;
  }
  yield checksumBytes(checksum);
}

function checksumBytes(checksum: number): Uint8Array {
  const bytes = new Uint8Array(CRC_BYTES);
  new DataView(bytes.buffer).setInt32(0, checksum, true);
  return bytes;
}

/**
 * Checks a checkpoint to its last byte before any of it is put into memory: half a checkpoint would make a wrong table. `bitsOf`:
 * of a checkpoint of this table by this version, the bits of its distances.
 */
async function look(
  file: FileHandle,
  { stretches, distanceBits }: State,
  headFor: (pliesDone: number) => string,
  bitsOf: (identity: string) => number | undefined,
): Promise<Restored> {
  const text = new TextDecoder().decode(await readAt(file, 0, new Uint8Array(HEAD_BYTES)));
  const head = text.trimEnd();
  const [identity, done] = head.split('\n');
  const bits = bitsOf(identity ?? '') ?? distanceBits;
  if (bits > distanceBits) return { pliesDone: 0, isWider: true };
  if (bits < distanceBits) return { pliesDone: 0, discarded: NARROWER };
  const length = stretches.reduce((sum, { bytes }) => sum + bytes, HEAD_BYTES);
  const { size } = await file.stat();
  if (size !== length + CRC_BYTES) return { pliesDone: 0, discarded: OTHER };
  const pliesDone = pliesIn(done ?? '');
  if (head !== headFor(pliesDone)) return { pliesDone: 0, discarded: OTHER };

  const buffer = new Uint8Array(CHUNK_BYTES);
  let checksum = 0;
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const chunk = buffer.subarray(0, Math.min(CHUNK_BYTES, length - at));
    checksum = crc32.buf(await readAt(file, at, chunk), checksum);
  }
  const trailer = await readAt(file, length, new Uint8Array(CRC_BYTES));
  if (Buffer.from(trailer).equals(checksumBytes(checksum))) return { pliesDone };
  return { pliesDone: 0, discarded: 'its checksum is wrong' };
}

const NARROWER = 'it has too little room for distances';
const OTHER = 'it is cut short, or another version or another table wrote it';

function unreadable(error: unknown): Restored {
  return { pliesDone: 0, discarded: `it cannot be read: ${reason(error)}` };
}

async function copy(
  file: FileHandle,
  stretches: readonly Stretch[],
  memory: Memory,
): Promise<void> {
  let at = HEAD_BYTES;
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (const { address, bytes } of stretches) {
    for (let from = 0; from < bytes; from += CHUNK_BYTES) {
      const chunk = buffer.subarray(0, Math.min(CHUNK_BYTES, bytes - from));
      memory.u8(address + from, chunk.length).set(await readAt(file, at, chunk));
      at += chunk.length;
    }
  }
}

/** Fills `bytes` from offset `at` of the file; throws if the file ends before. */
async function readAt(file: FileHandle, at: number, bytes: Uint8Array): Promise<Uint8Array> {
  if ((await fill(file, bytes, at)) < bytes.length) throw new Error('a checkpoint ends too soon');
  return bytes;
}

/** The bits of distances; 0 if this is not the first line of a checkpoint's head. */
function bitsIn(line: string): number {
  return numberIn(line, 'distanceBits');
}

/** The number of finished plies; 0 if this is not the second line of a checkpoint's head. */
function pliesIn(line: string): number {
  return numberIn(line, 'steps');
}

function numberIn(line: string, key: string): number {
  try {
    const found = (JSON.parse(line) as Record<string, unknown>)[key];
    return typeof found === 'number' ? found : 0;
  } catch {
    return 0;
  }
}
