import { ok } from '../board/result.ts';
import { crashed } from './crash.ts';
import { firstTurn, leaveOff, type ReadTask } from './readTask.ts';
import type { FileResult } from './startedFile.ts';
import { endPool, startPool } from './workers.ts';

/** The function of readWorker.ts. */
const SHARE: keyof typeof import('./readWorker.ts') = 'readShare';

/** Reads a table on several threads, unless `signal` stops them before its end. Errors: `crash` if one dies. */
export async function readTogether(
  what: Omit<ReadTask, 'next'>,
  threads: number,
  signal?: AbortSignal,
): Promise<FileResult<undefined>> {
  const pool = startPool('reading', { most: threads, atOnce: threads });
  const task: ReadTask = { ...what, next: firstTurn() };
  const stop = () => leaveOff(task);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const shares = Array.from({ length: threads }, () => pool.run(task, { name: SHARE }));
    const read: readonly FileResult<undefined>[] = await Promise.all(shares);
    return read.find((share) => !share.ok || !share.value?.ok) ?? ok(ok(undefined));
  } catch (error) {
    return crashed(`a thread that read ${what.table}`, error);
  } finally {
    signal?.removeEventListener('abort', stop);
    await endPool(pool);
  }
}
