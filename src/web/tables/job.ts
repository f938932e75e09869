import type { Problem } from '../../chess/result.ts';
import type { Statistics } from '../../table/statistics.ts';

/** What the page asks of a worker for tables. */
export type Job =
  | { readonly kind: 'solve'; readonly rules: string; readonly table: string }
  | {
      readonly kind: 'count';
      readonly rules: string;
      readonly table: string;
      /** The table's file. */
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'export';
      readonly rules: string;
      readonly table: string;
      /** The table's file. */
      readonly bytes: Uint8Array;
      /** A name of `exportFormats`. */
      readonly format: string;
    };

export interface ProgressNews {
  readonly kind: 'progress';
  /** The table in work, and its number among those that are needed, from 1. */
  readonly table: string;
  readonly number: number;
  readonly tables: number;
  /** From 0 to 1, of this table. */
  readonly part: number;
}

export interface MadeFile {
  readonly name: string;
  readonly blob: Blob;
}

/** What the worker tells. */
export type JobNews =
  | ProgressNews
  /** Files of tables by name. */
  | { readonly kind: 'solved'; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: 'counted'; readonly statistics: Statistics }
  | { readonly kind: 'exported'; readonly files: readonly MadeFile[] }
  | { readonly kind: 'failed'; readonly problem: Problem };
