import type { Problem } from '../../board/result.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import type { LongWin } from '../../study/longest.ts';
import type { ZugzwangKind } from '../../study/zugzwang.ts';
import type { Statistics } from '../../table/statistics.ts';

/** A table's file and whose it is. */
interface OfFile {
  readonly rules: GameRef;
  readonly table: string;
  readonly bytes: Uint8Array;
}

/** A request to the table worker. */
export type Job =
  | {
      readonly kind: 'solve';
      readonly rules: GameRef;
      readonly table: string;
      /** Files of tables that need not be solved, by name; one that cannot be read is solved all the same. */
      readonly given: ReadonlyMap<string, Uint8Array>;
    }
  | ({ readonly kind: 'count' } & OfFile)
  | ({ readonly kind: 'study'; readonly examples: number } & OfFile)
  /** `format`: a name of `exportFormats`. */
  | ({ readonly kind: 'export'; readonly format: string } & OfFile);

export interface JobProgress {
  readonly kind: 'progress';
  /** All tables are solved first, then their files are written. */
  readonly work: 'solving' | 'writing';
  /** The table that it is about, and its number among those of this work, from 1. */
  readonly table: string;
  readonly number: number;
  readonly tables: number;
  /** From 0 to 1, of the whole job. */
  readonly part: number;
}

export interface MadeFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Remarkable positions of a table. */
export interface TableStudy {
  /** White's and Black's longest wins. */
  readonly longest: readonly (readonly LongWin[])[];
  readonly zugzwangs: readonly ZugzwangKind[];
}

/** The last answer to a job. */
export type JobResult =
  /** Files of tables by name. */
  | { readonly kind: 'solved'; readonly files: ReadonlyMap<string, Blob> }
  | { readonly kind: 'counted'; readonly statistics: Statistics }
  | { readonly kind: 'studied'; readonly study: TableStudy }
  | { readonly kind: 'exported'; readonly files: readonly MadeFile[] };

/** A message of the table worker. */
export type JobMessage =
  | JobProgress
  | JobResult
  | { readonly kind: 'failed'; readonly problem: Problem };
