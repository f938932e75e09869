import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import crc32 from 'crc-32';
import { unwrap } from '../chess/result.ts';
import { fill, writeWhole } from './folder.ts';
import type { TableStore } from './tableStore.ts';

/** A stretch of memory that a checkpoint holds. */
interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

interface Memory {
  u8(address: number, length: number): Uint8Array;
}

/** Bytes before the stretches: JSON, padded with spaces. */
const HEAD_BYTES = 4096;
/** Behind the stretches: the CRC-32 of all before it, little-endian. */
const CRC_BYTES = 4;
const CHUNK_BYTES = 1 << 24;
/** What the stretches mean. To be raised where they come to mean something else. */
const LAYOUT = 2;

/** Checkpoints as files beside the tables: what it takes to go on with an interrupted table. */
export function fileCheckpoints(store: TableStore) {
  const pathOf = (table: string) => join(dirname(store.path(table)), `.${table}.checkpoint`);
  const headOf = (table: string, steps: number, stretches: readonly Stretch[]) =>
    JSON.stringify({
      layout: LAYOUT,
      rules: store.rules.name,
      table,
      steps,
      bytes: stretches.map(({ bytes }) => bytes),
    });
  const remove = (table: string) => rm(pathOf(table), { force: true });

  return {
    async save(
      { table, steps, stretches }: { table: string; steps: number; stretches: readonly Stretch[] },
      memory: Memory,
    ): Promise<void> {
      const head = new TextEncoder().encode(headOf(table, steps, stretches).padEnd(HEAD_BYTES));
      unwrap(await writeWhole(pathOf(table), withChecksum(chunks(head, stretches, memory))));
    },

    /** Where there is none, or none that is sound, memory stays as it was; a damaged one is removed. */
    async restore(table: string, stretches: readonly Stretch[], memory: Memory): Promise<number> {
      const file = await open(pathOf(table)).catch(() => undefined);
      if (!file) return 0;
      try {
        const headFor = (steps: number) => headOf(table, steps, stretches);
        // Left by another version, or damaged, or not to be read: the table is solved from the start.
        const steps = await soundSteps(file, headFor, stretches).catch(() => 0);
        if (steps > 0) await copy(file, stretches, memory);
        else await remove(table);
        return steps;
      } finally {
        await file.close();
      }
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
      // A copy: files are not written from shared memory.
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
 * The steps of a checkpoint that is right to its last byte, else 0. That is known before anything goes to memory: half
 * a checkpoint there would make a wrong table.
 */
async function soundSteps(
  file: FileHandle,
  headFor: (steps: number) => string,
  stretches: readonly Stretch[],
): Promise<number> {
  const length = stretches.reduce((sum, { bytes }) => sum + bytes, HEAD_BYTES);
  const { size } = await file.stat();
  if (size !== length + CRC_BYTES) return 0;
  const head = new TextDecoder().decode(await readAt(file, 0, new Uint8Array(HEAD_BYTES)));
  const steps = stepsOf(head);
  if (head.trimEnd() !== headFor(steps)) return 0;

  const buffer = new Uint8Array(CHUNK_BYTES);
  let checksum = 0;
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const chunk = buffer.subarray(0, Math.min(CHUNK_BYTES, length - at));
    checksum = crc32.buf(await readAt(file, at, chunk), checksum);
  }
  const trailer = await readAt(file, length, new Uint8Array(CRC_BYTES));
  return Buffer.from(trailer).equals(checksumBytes(checksum)) ? steps : 0;
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

/** Fills `bytes` from a place of the file on; throws where the file ends before. */
async function readAt(file: FileHandle, at: number, bytes: Uint8Array): Promise<Uint8Array> {
  if ((await fill(file, bytes, at)) < bytes.length) throw new Error('a checkpoint ends too soon');
  return bytes;
}

/** 0 where it is no head. */
function stepsOf(head: string): number {
  try {
    const { steps } = JSON.parse(head) as { steps?: unknown };
    return typeof steps === 'number' ? steps : 0;
  } catch {
    return 0;
  }
}
