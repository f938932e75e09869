import type { Result } from '../../board/result.ts';
import { firstTurn } from '../../store/readTask.ts';
import type { SideShare } from '../../study/changes.ts';
import type { ComparedPart } from '../../study/changesInParts.ts';
import { codesOf } from '../../table/codes.ts';
import { type ComparisonTask, sent } from './comparisonTask.ts';

/** The function of studyWorker.ts. */
const SHARE: keyof typeof import('./studyWorker.ts') = 'comparisonShare';

/** Are the values where all threads can read them? */
export function areShared({ ours, theirs }: ComparedPart): boolean {
  return [...ours, ...theirs].every(
    (values) => codesOf(values).codes.buffer instanceof SharedArrayBuffer,
  );
}

/** What each thread finds in its share of a part whose values {@link areShared}. Errors: `crash` if one dies. */
export async function compareTogether(
  { ours, theirs, ...part }: ComparedPart,
  game: Pick<ComparisonTask, 'rules' | 'table'>,
  threads: number,
): Promise<Result<readonly (readonly SideShare[])[]>> {
  const task: ComparisonTask = {
    ...game,
    ...part,
    ours: sent(ours),
    theirs: sent(theirs),
    next: firstTurn(),
    of: threads,
  };
  // It loads piscina, which only large tables need.
  const { endPool, shareOut, startPool } = await import('../../store/workers.ts');
  const pool = startPool('study', { most: threads, atOnce: threads });
  try {
    return await shareOut(pool, threads, SHARE, task, `a thread that compared ${game.table}`);
  } finally {
    await endPool(pool);
  }
}
