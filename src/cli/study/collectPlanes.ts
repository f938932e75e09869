import { ok, type Result, unwrap } from '../../board/result.ts';
import { turnsOf } from '../../format/mtb/readCodes.ts';
import { PlaneTable } from '../../format/planes/planeTable.ts';
import { isShareable, refOf } from '../../rules/gameRef.ts';
import { firstTurn, leaveOff, type SharedReading } from '../../store/readTask.ts';
import type { ReadOptions } from '../../store/tableStore.ts';
import { LARGE, threadCount } from '../../store/threads.ts';
import type { PlaneCollectorClass } from '../../study/planeCollector.ts';
import type { Statistics } from '../../table/statistics.ts';
import { interrupted, interruptible } from '../interrupt.ts';
import { singleBar } from '../progressBars.ts';
import type { TableContext } from '../tableArgument.ts';
import { collectShare } from './collectShare.ts';
import type { StudyTask } from './studyTask.ts';

/** What is collected, and the function of studyWorker.ts that collects a share of it. */
export interface PlaneStudy<Options, Found> {
  readonly Collector: PlaneCollectorClass<Options, Found>;
  readonly share: keyof typeof import('./studyWorker.ts');
}

/** A table's file of which only the start is read. */
export interface StudiedFile {
  readonly statistics: Statistics | undefined;
  /** Are its values in planes, which can be looked through whatever the size of the table? */
  readonly inPlanes: boolean;
  readonly checksum: number;
  /** Of reading it. */
  readonly turns: number;
  /** Placements for each side to move. */
  readonly size: number;
}

/** How often progress is shown, in milliseconds. */
const PROGRESS_EVERY = 200;

/** Throws InputError. */
export async function studiedFile({ store, material }: TableContext): Promise<StudiedFile> {
  const found = await store.withTable(material, async ({ start }) => {
    const { header, parts, checksum, list } = start;
    const inPlanes = parts instanceof PlaneTable;
    const { statistics, size } = header;
    return ok({ statistics, inPlanes, checksum, turns: turnsOf(list), size });
  });
  return unwrap(found);
}

/**
 * What all planes of a table have, by thread. A small table takes one thread, of several that share a large one. Ctrl-C
 * stops them. Throws InputError.
 */
export async function collectPlanes<Options, Found>(
  context: TableContext,
  { checksum, turns, size }: StudiedFile,
  study: PlaneStudy<Options, Found>,
  options: Options,
  { threads: wanted, large = LARGE }: ReadOptions,
): Promise<readonly Found[]> {
  const count = unwrap(threadCount(wanted));
  const threads = size < large || !isShareable(context.rules) ? 1 : count;
  const shared = { checksum, next: firstTurn() };
  const bar = singleBar(context.output);
  const show = () => bar?.update(Math.min(1, Atomics.load(shared.next, 0) / turns));
  const timer = setInterval(show, PROGRESS_EVERY);
  try {
    const collected = await interruptible(async (signal) => {
      signal.addEventListener('abort', () => leaveOff(shared));
      const found = await collectShares(context, shared, study, options, threads);
      return signal.aborted ? interrupted : found;
    });
    return unwrap(collected);
  } finally {
    clearInterval(timer);
    bar?.stop();
  }
}

async function collectShares<Options, Found>(
  { rules, store, material }: TableContext,
  shared: SharedReading,
  { Collector, share }: PlaneStudy<Options, Found>,
  options: Options,
  threads: number,
): Promise<Result<readonly Found[]>> {
  if (threads === 1) {
    const found = await collectShare(store, material, Collector, options, shared);
    return found.ok ? ok([found.value]) : found;
  }
  const about = { rules: refOf(rules), dir: store.dir, table: material.name };
  return collectTogether({ ...about, ...shared, options }, share, threads);
}

/** Errors: those of the shares, and `crash` if a thread dies. */
async function collectTogether<Options, Found>(
  task: StudyTask<Options>,
  name: PlaneStudy<Options, Found>['share'],
  threads: number,
): Promise<Result<readonly Found[]>> {
  // It loads piscina, which only large tables need.
  const { endPool, shareOut, startPool } = await import('../../store/workers.ts');
  const pool = startPool('study', { most: threads, atOnce: threads });
  try {
    return await shareOut<Found>(pool, threads, name, task, `a thread that studied ${task.table}`);
  } finally {
    await endPool(pool);
  }
}
