import type { Problem } from '../chess/result.ts';
import type { PlanesCoding } from '../format/planes/coding.ts';
import type { SlabCodes } from '../table/values.ts';

/** A table in a folder. */
export interface PackTask {
  readonly rules: string;
  readonly table: string;
  readonly dir: string;
}

/** A table whose planes are coded by several threads. */
export interface PlanesTask extends PackTask {
  readonly coding: PlanesCoding;
  /** See packModel in src/format/planes/planeModel.ts. */
  readonly packed: Uint8Array;
  /** The codes by side to move, in shared memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  /** The number of plane numbers. */
  readonly count: number;
  /** One element: the number of the next plane to code. All threads take from it atomically. */
  readonly next: Int32Array;
}

/** Runs of coded planes, each plane's bytes after another. */
export interface PlaneRun {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
}

/** Plain data too: structured cloning drops an Error's own fields. */
export type PackAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };
