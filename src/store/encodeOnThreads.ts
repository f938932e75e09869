import { Worker } from 'node:worker_threads';
import { choosePlaneCoding } from '../format/encodePlanes.ts';
import { assembleNative, encodeNative } from '../format/native.ts';
import type { PlanesCoding } from '../format/nativeHeader.ts';
import { hasPlanes, PlaneTable } from '../format/planeTable.ts';
import type { Statistics } from '../table/statistics.ts';
import type { Table } from '../table/table.ts';
import { SlabValues } from '../table/values.ts';
import type { PlaneAnswer, PlaneTask } from './planeTask.ts';

/** Smaller tables are coded before a thread has started. */
const LARGE = 1 << 24;

/** The file of a table, of a large one in shared memory by so many threads: the same bytes for any number of them. */
export async function encodeOnThreads(
  table: Table,
  statistics: Statistics | undefined,
  threads: number,
): Promise<Iterable<Uint8Array>> {
  const [white, black] = table.values;
  const large = white instanceof SlabValues && black instanceof SlabValues && white.length >= LARGE;
  const shared = large && white.codes.buffer instanceof SharedArrayBuffer;
  if (threads < 2 || !shared || !hasPlanes(table)) return encodeNative(table, statistics);
  const codes = [white.codes, black.codes] as const;
  const chosen = choosePlaneCoding(table, codes);
  if (!chosen) return encodeNative(table, statistics);
  const coding: PlanesCoding = { kind: 'planes', ...chosen.layout, codes: chosen.codes };
  const { count } = new PlaneTable(table, coding, coding.codes).planes;
  const { material, army } = table;
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task = { material, army, coding, model: chosen.packed, codes, next };
  const planes: (Uint8Array | undefined)[] = Array.from({ length: count });
  await Promise.all(Array.from({ length: threads }, () => work(task, planes)));
  const all = planes.filter((plane) => plane !== undefined);
  if (all.length < count) return encodeNative(table, statistics);
  return assembleNative(table, statistics, { coding, packed: chosen.packed, planes: all });
}

/** Lets a thread fill in planes until none are left. */
function work(task: PlaneTask, planes: (Uint8Array | undefined)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../store/planeWorker.js', import.meta.url), {
      workerData: task,
    });
    worker.on('message', ({ from, lengths, bytes }: PlaneAnswer) => {
      let at = 0;
      for (const [i, length] of lengths.entries()) {
        planes[from + i] = bytes?.subarray(at, at + length);
        at += length;
      }
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
