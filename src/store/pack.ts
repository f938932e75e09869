import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { fail, InputError, ok, type Problem, type Result, unwrap } from '../chess/result.ts';
import { assemblePlanes } from '../format/mtb/encodeNative.ts';
import { hasPlanes } from '../format/planes/planeTable.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { SlabValues } from '../table/values.ts';
import { writeWhole } from './folder.ts';
import type { PackAnswer, PackTask, PlaneRun, PlanesTask } from './packTask.ts';
import { TableStore } from './tableStore.ts';

/** Placements: only tables of five men and more have as many. */
const LARGE = 1 << 24;
/** How often progress is reported, in milliseconds. */
const PROGRESS_EVERY = 200;

export interface PackOptions {
  readonly dir: string;
  /** Default: the machine's cores. The files do not depend on it. */
  readonly threads?: number;
  /** Tables of at least this many placements are packed by all threads together, others side by side. Default: 2^24. */
  readonly large?: number;
  /** Stops the work; tables that are not packed stay as they are. */
  readonly signal?: AbortSignal;
  /**
   * Called for a table that cannot be read, which is then skipped. Without it, the first such problem is the result.
   */
  readonly onProblem?: (problem: Problem) => void;
  /** `done` of `total` placements, of all tables together. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface PackedTable {
  readonly table: string;
  /** Of the file, before and now. */
  readonly bytesBefore: number;
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Rewrites tables of a folder as small as possible: to between a tenth and a third of their size as generated. Tables
 * that are already packed, or cannot be, are left unchanged. Errors: `interrupted`, `write`, `read`, `crash`, and those
 * of the format.
 */
export async function packTables(
  rules: RuleSet,
  materials: readonly Material[],
  options: PackOptions,
): Promise<Result<readonly PackedTable[]>> {
  const store = new TableStore(rules, options.dir);
  const loose: Loose[] = [];
  for (const material of materials) {
    const header = await store.check(material);
    if (!header.ok) {
      if (!options.onProblem) return header;
      options.onProblem(header.problem);
      continue;
    }
    const { coding, values, size } = header.value;
    const canBe = values !== 'plies' && hasPlanes(endgameOf(rules, material));
    if (coding.kind === 'deflate' && canBe) loose.push({ name: material.name, size });
  }
  if (loose.length === 0) return ok([]);
  const packing = new Packing(store, loose, options);
  try {
    return await packing.run();
  } finally {
    await packing.close();
  }
}

/** A table as generated, not yet packed. */
interface Loose {
  readonly name: string;
  /** Placements. */
  readonly size: number;
}

class Packing {
  private readonly store: TableStore;
  private readonly loose: readonly Loose[];
  private readonly options: PackOptions;
  private readonly threads: number;
  private readonly pool: Piscina;
  private readonly disclaim: () => void;
  private readonly failed = new AbortController();
  private readonly signal: AbortSignal;
  private readonly packed: PackedTable[] = [];
  private done = 0;

  constructor(store: TableStore, loose: readonly Loose[], options: PackOptions) {
    this.store = store;
    this.loose = loose;
    this.options = options;
    this.threads = options.threads ?? availableParallelism();
    this.pool = new Piscina({
      filename: new URL('../store/packWorker.js', import.meta.url).href,
      minThreads: 1,
      maxThreads: this.threads,
    });
    this.disclaim = store.claim();
    const { signal } = this.failed;
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    // Every table adds a listener; there are up to 145.
    setMaxListeners(0, this.signal);
  }

  async run(): Promise<Result<readonly PackedTable[]>> {
    const least = this.options.large ?? LARGE;
    const small = this.loose.filter(({ size }) => size < least);
    const large = this.loose.filter(({ size }) => size >= least);
    try {
      await Promise.all(small.map((table) => this.pack(table, () => this.packAlone(table))));
      await this.packLarge(large);
      return ok(this.packed);
    } catch (error) {
      this.failed.abort();
      if (error instanceof InputError) return { ok: false, problem: error.problem };
      if (this.options.signal?.aborted) {
        const why = 'tables that are not packed yet are whole too; the same command packs them';
        return fail('interrupted', `interrupted: ${why}`);
      }
      const message = error instanceof Error ? error.message : String(error);
      return fail('crash', `a worker that packed tables died: ${message}`);
    }
  }

  /**
   * Packs tables one after another, each on all threads; while one is coded, the next is read and its coding chosen.
   */
  private async packLarge(tables: readonly Loose[]): Promise<void> {
    let next = tables[0] && this.prepare(tables[0]);
    for (const [i, table] of tables.entries()) {
      const prepared = next!;
      // A failure is reported when this is awaited.
      prepared.catch(() => {});
      const task = await prepared;
      next = tables[i + 1] && this.prepare(tables[i + 1]!);
      next?.catch(() => {});
      if (task) await this.pack(table, () => this.packTogether(table, task));
    }
  }

  private prepare({ name }: Loose): Promise<PlanesTask | null> {
    return this.ask<PlanesTask | null>('preparePlanes', this.taskOf(name));
  }

  private async pack(
    { name, size }: Loose,
    work: () => Promise<number | undefined>,
  ): Promise<void> {
    const began = performance.now();
    const bytesBefore = (await stat(this.store.path(name))).size;
    const bytes = await work();
    const seconds = (performance.now() - began) / 1000;
    if (bytes !== undefined) this.packed.push({ table: name, bytesBefore, bytes, seconds });
    this.done += size;
    this.tell(0);
  }

  private packAlone({ name }: Loose): Promise<number> {
    return this.ask<number>('packTable', this.taskOf(name));
  }

  /** The size of the packed file in bytes; undefined if the table cannot be packed. */
  private async packTogether({ name, size }: Loose, task: PlanesTask): Promise<number | undefined> {
    const { store } = this;
    const { coding, packed, count, next, codes } = task;
    const timer = setInterval(
      () => this.tell(size * Math.min(1, next[0]! / count)),
      PROGRESS_EVERY,
    );
    try {
      const asked = Array.from({ length: this.threads }, () =>
        this.ask<readonly PlaneRun[] | null>('codePlanes', task),
      );
      const runs = await Promise.all(asked);
      if (runs.includes(null)) return undefined;
      const planes = planesOf(runs.flatMap((each) => each ?? []));
      const { material } = unwrap(parseMaterial(name, store.rules.army));
      const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
      const table = { ...endgameOf(store.rules, material), values };
      const statistics = unwrap(await store.statistics(material));
      const chunks = assemblePlanes(table, statistics, { coding, packed, planes });
      return unwrap(await writeWhole(store.path(name), chunks)).bytes;
    } finally {
      clearInterval(timer);
    }
  }

  private taskOf(table: string): PackTask {
    return { rules: this.store.rules.name, table, dir: this.store.dir };
  }

  private async ask<T>(name: string, task: PackTask): Promise<T> {
    const answer: PackAnswer<T> = await this.pool.run(task, { name, signal: this.signal });
    return unwrap(answer);
  }

  private tell(more: number): void {
    const total = this.loose.reduce((sum, { size }) => sum + size, 0);
    this.options.onProgress?.(this.done + more, total);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
    this.disclaim();
    await this.store.removeParts();
  }
}

/** The coded planes of all runs, by number. */
function planesOf(runs: readonly PlaneRun[]): Uint8Array[] {
  const planes: Uint8Array[] = [];
  for (const { from, lengths, bytes } of runs) {
    let at = 0;
    for (const [i, length] of lengths.entries()) {
      planes[from + i] = bytes.subarray(at, at + length);
      at += length;
    }
  }
  return planes;
}
