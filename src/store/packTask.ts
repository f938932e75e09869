import type { Problem } from '../chess/result.ts';
import type { PlanesCoding } from '../format/nativeHeader.ts';
import type { SlabCodes } from '../table/values.ts';

/** A table in a folder. */
export interface PackTask {
  readonly rules: string;
  readonly table: string;
  readonly dir: string;
}

/** A table whose planes several threads code. */
export interface PlanesTask extends PackTask {
  readonly coding: PlanesCoding;
  /** See packModel in src/format/planeModel.ts. */
  readonly packed: Uint8Array;
  /** Of both sides, in shared memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  /** How many plane numbers there are. */
  readonly count: number;
  /** One number, the first plane that no thread has taken yet. All threads take from it. */
  readonly next: Int32Array;
}

/** Runs of coded planes, each plane's bytes after another. */
export interface PlaneRun {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
}

/** Plain data too: an Error's own fields are lost between threads. */
export type PackAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };
