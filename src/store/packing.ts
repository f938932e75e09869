import { setMaxListeners } from 'node:events';
import type { Piscina } from 'piscina';
import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { assemblePlanes, type CodedPlanes } from '../format/mtb/encodeNative.ts';
import type { PlaneEndgame } from '../format/planes/planeEndgame.ts';
import { endgameOf } from '../rules/endgame.ts';
import { refOf } from '../rules/gameRef.ts';
import type { Material } from '../table/material.ts';
import type { Statistics } from '../table/statistics.ts';
import { type SlabCodes, SlabValues } from '../table/values.ts';
import { writeWhole } from './folder.ts';
import {
  type PackTask,
  PLANES_A_TURN,
  type PlaneRun,
  type PlanesTask,
  type TableTask,
} from './packTask.ts';
import { type CodesInParts, PartsRoom, packInParts } from './partsPacking.ts';
import type { TableStore } from './tableStore.ts';
import { LARGE } from './threads.ts';
import { endPool, startPool } from './workers.ts';

/** How often progress is reported, in milliseconds. */
const PROGRESS_EVERY = 200;

export interface PackingOptions {
  /** The files do not depend on it. */
  readonly threads: number;
  /** Ends the threads, whatever they do. */
  readonly signal: AbortSignal;
  /** Tables of at least this many placements are packed by all threads together, others side by side. Default: 2^24. */
  readonly large?: number;
  /** Memory for the codes of a part, if the first two are large enough; default: other. */
  readonly buffers?: readonly SharedArrayBuffer[];
  /** `done` of `total` placements of a table that is being packed. */
  readonly onProgress: (table: string, done: number, total: number) => void;
}

/** A table as the set solver makes it. */
export interface SolvedCodes {
  readonly material: Material;
  /** By side to move, in shared memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  readonly statistics: Statistics;
}

export interface PackedFile {
  readonly bytes: number;
  /** To code the table and to write its file, without waiting for a thread. */
  readonly seconds: number;
}

/** Writes solved tables into a folder as small files, on threads of its own. */
export class Packing {
  private readonly store: TableStore;
  private readonly options: PackingOptions;
  private readonly pool: Piscina;
  /** Small tables that wait for a thread. */
  private readonly waiting: (() => void)[] = [];
  private readonly room: PartsRoom;
  private free: number;
  private stopped = false;

  constructor(store: TableStore, options: PackingOptions) {
    const { threads, signal } = options;
    this.store = store;
    this.options = options;
    this.free = threads;
    this.room = new PartsRoom(options.buffers);
    this.pool = startPool('packing', { most: threads, atOnce: threads });
    // Every task adds a listener.
    setMaxListeners(0, signal);
  }

  /**
   * Packs a table and writes its file; its codes must stay as they are until then. Errors: `write`, and `interrupted` after
   * {@link stop} or the signal. Rejects if a thread dies.
   */
  async pack(table: SolvedCodes): Promise<Result<PackedFile>> {
    const { size } = endgameOf(this.store.rules, table.material).placements;
    if (size >= (this.options.large ?? LARGE))
      return this.write(table, () => this.codeTogether(table, size));
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free--;
    try {
      if (this.stopped) return dropped(table);
      return await this.write(table, () => this.codeAlone(table));
    } finally {
      this.release();
    }
  }

  /**
   * Packs a table whose codes are never in memory all at once, and writes its file: one such table at a time. Errors: `write`, `memory`, `interrupted`
   * after the signal, and those of the table's `read`. Rejects if a thread dies.
   */
  async packInParts(table: CodesInParts): Promise<Result<PackedFile>> {
    const { store, options } = this;
    const { material } = table;
    const began = performance.now();
    const endgame = endgameOf(store.rules, material) as PlaneEndgame;
    const { size } = endgame.placements;
    const onProgress = (done: number) => options.onProgress(material.name, done * size, size);
    try {
      const written = await packInParts(table, {
        ...{ endgame, onProgress, threads: options.threads, room: this.room },
        task: { rules: refOf(store.rules), table: material.name },
        path: store.path(material.name),
        ask: (name, task) => this.ask(name, task),
      });
      if (!written.ok) return written;
      onProgress(1);
      const seconds = (performance.now() - began) / 1000;
      return ok({ bytes: written.value.bytes, seconds });
    } catch (error) {
      if (options.signal.aborted) return dropped(table);
      throw error;
    }
  }

  /** Gives a thread to the next small table that waits. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }

  private async write(
    solved: SolvedCodes,
    code: () => Promise<CodedPlanes | undefined>,
  ): Promise<Result<PackedFile>> {
    const { store, options } = this;
    const { material, codes, statistics } = solved;
    const began = performance.now();
    let coded: CodedPlanes | undefined;
    try {
      coded = await code();
    } catch (error) {
      if (options.signal.aborted) return dropped(solved);
      throw error;
    }
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    const table = { ...endgameOf(store.rules, material), values };
    const written = coded
      ? await writeWhole(store.path(material.name), assemblePlanes(table, statistics, coded))
      : await store.write(table, statistics);
    if (!written.ok) return written;
    const { size } = table.placements;
    options.onProgress(material.name, size, size);
    const seconds = (performance.now() - began) / 1000;
    return ok({ bytes: written.value.bytes, seconds });
  }

  private async codeAlone(table: SolvedCodes): Promise<CodedPlanes | undefined> {
    const task = await this.ask<PlanesTask | null>('preparePlanes', this.taskOf(table));
    if (!task) return undefined;
    // Threads that have nothing to do help, as with the last table of a run.
    const idle = Math.min(this.free, Math.ceil(task.count / PLANES_A_TURN) - 1);
    this.free -= idle;
    try {
      return await this.codeOn(1 + idle, task);
    } finally {
      for (let i = 0; i < idle; i++) this.release();
    }
  }

  private async codeTogether(table: SolvedCodes, size: number): Promise<CodedPlanes | undefined> {
    const { threads, onProgress } = this.options;
    onProgress(table.material.name, 0, size);
    const task = await this.ask<PlanesTask | null>('preparePlanes', this.taskOf(table));
    if (!task) return undefined;
    const { count, next } = task;
    const tell = () => onProgress(task.table, size * Math.min(1, next[0]! / count), size);
    const timer = setInterval(tell, PROGRESS_EVERY);
    try {
      return await this.codeOn(threads, task);
    } finally {
      clearInterval(timer);
    }
  }

  private async codeOn(threads: number, task: PlanesTask): Promise<CodedPlanes | undefined> {
    const asked = Array.from({ length: threads }, () =>
      this.ask<readonly PlaneRun[] | null>('codePlanes', task),
    );
    const runs = await Promise.all(asked);
    if (runs.includes(null)) return undefined;
    return codedPlanes(
      task,
      runs.flatMap((each) => each ?? []),
    );
  }

  private taskOf({ material, codes, statistics }: SolvedCodes): PackTask {
    return { rules: refOf(this.store.rules), table: material.name, codes, statistics };
  }

  private ask<T>(name: keyof typeof import('./packWorker.ts'), task: TableTask): Promise<T> {
    return this.pool.run(task, { name, signal: this.options.signal });
  }

  /** Drops small tables that are not begun, now and later: they are solved again in a moment. */
  stop(): void {
    this.stopped = true;
    for (const begin of this.waiting.splice(0)) begin();
  }

  async close(): Promise<void> {
    await endPool(this.pool);
  }
}

function codedPlanes({ coding, model, count }: PlanesTask, runs: readonly PlaneRun[]): CodedPlanes {
  const planes: Uint8Array[] = new Array(count);
  for (const { from, lengths, bytes } of runs) {
    let at = 0;
    for (const [i, length] of lengths.entries()) {
      planes[from + i] = bytes.subarray(at, at + length);
      at += length;
    }
  }
  return { coding, model, planes };
}

function dropped({ material: { name } }: Pick<SolvedCodes, 'material'>): Failure {
  return fail('interrupted', `interrupted before ${name} was packed`, name);
}
