import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unwrap } from '../chess/result.ts';
import { writeWhole } from './folder.ts';
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
const CHUNK_BYTES = 1 << 24;

/** Checkpoints as files beside the tables: what it takes to go on with an interrupted table. */
export function fileCheckpoints(store: TableStore) {
  const pathOf = (table: string) => join(dirname(store.path(table)), `.${table}.checkpoint`);
  const headOf = (table: string, steps: number, stretches: readonly Stretch[]) =>
    JSON.stringify({
      rules: store.rules.name,
      table,
      steps,
      bytes: stretches.map(({ bytes }) => bytes),
    });

  return {
    async save(
      { table, steps, stretches }: { table: string; steps: number; stretches: readonly Stretch[] },
      memory: Memory,
    ): Promise<void> {
      const head = new TextEncoder().encode(headOf(table, steps, stretches).padEnd(HEAD_BYTES));
      unwrap(await writeWhole(pathOf(table), chunks(head, stretches, memory)));
    },

    async restore(table: string, stretches: readonly Stretch[], memory: Memory): Promise<number> {
      const file = await open(pathOf(table)).catch(() => undefined);
      if (!file) return 0;
      try {
        const head = new Uint8Array(HEAD_BYTES);
        await file.read(head, 0, HEAD_BYTES, 0);
        const steps = stepsOf(new TextDecoder().decode(head));
        const total = stretches.reduce((sum, { bytes }) => sum + bytes, HEAD_BYTES);
        const { size } = await file.stat();
        // Left by another version, or damaged: the table is solved from the start.
        if (steps === undefined || size !== total) return 0;
        if (head.length !== HEAD_BYTES) return 0;
        if (new TextDecoder().decode(head).trimEnd() !== headOf(table, steps, stretches)) return 0;
        let at = HEAD_BYTES;
        const buffer = new Uint8Array(CHUNK_BYTES);
        for (const { address, bytes } of stretches) {
          for (let from = 0; from < bytes; from += CHUNK_BYTES) {
            const length = Math.min(CHUNK_BYTES, bytes - from);
            await file.read(buffer, 0, length, at);
            memory.u8(address + from, length).set(buffer.subarray(0, length));
            at += length;
          }
        }
        return steps;
      } finally {
        await file.close();
      }
    },

    async remove(table: string): Promise<void> {
      await rm(pathOf(table), { force: true });
    },
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

function stepsOf(head: string): number | undefined {
  try {
    const { steps } = JSON.parse(head) as { steps?: unknown };
    return typeof steps === 'number' ? steps : undefined;
  } catch {
    return undefined;
  }
}
