import type { Result } from '../../board/result.ts';
import { asValues } from '../../format/mtb/plainBlocks.ts';
import type { Slices } from '../../index/slices.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import { firstTurn } from '../../store/readTask.ts';
import type { SideShare } from '../../study/changes.ts';
import type { ComparedPart } from '../../study/changesInParts.ts';
import { codesOf } from '../../study/codes.ts';
import type { Table } from '../../table/table.ts';
import { PlyValues } from '../../table/values.ts';

/** The function of studyWorker.ts. */
const SHARE: keyof typeof import('./studyWorker.ts') = 'comparisonShare';

/** A part of two tables that several threads compare. */
export interface ComparisonTask {
  /** Ours: those of the other are not needed to compare. */
  readonly rules: GameRef;
  readonly table: string;
  readonly slices: Slices;
  readonly examples: number;
  readonly ours: SentValues;
  readonly theirs: SentValues;
  /** One element: the next thread's number, and how many there are. */
  readonly next: Int32Array;
  readonly of: number;
}

/** Values by side to move, as threads send them to each other. */
interface SentValues {
  readonly values: 'plies' | 'codes';
  readonly sides: readonly [Int8Array | Int16Array, Int8Array | Int16Array];
}

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

function sent([white, black]: Table['values']): SentValues {
  return {
    values: white instanceof PlyValues ? 'plies' : 'codes',
    sides: [codesOf(white).codes, codesOf(black).codes],
  };
}

/** The values that another thread has {@link sent}. */
export function received({ values, sides: [white, black] }: SentValues): Table['values'] {
  return [asValues({ values }, white), asValues({ values }, black)];
}
