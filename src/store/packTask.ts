import type { PlanesCoding } from '../format/planes/coding.ts';
import type { GameRef } from '../rules/gameRef.ts';
import type { Statistics } from '../table/statistics.ts';
import type { SlabCodes } from '../table/values.ts';

/** A solved table to code in planes. */
export interface PackTask {
  readonly rules: GameRef;
  readonly table: string;
  /** The codes by side to move, in shared memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  readonly statistics: Statistics;
}

/** The number of planes that a thread takes at a time. */
export const PLANES_A_TURN = 64;

/** A table whose planes are coded by several threads. */
export interface PlanesTask extends PackTask {
  readonly coding: PlanesCoding;
  /** See packModel in src/format/planes/planeModel.ts. */
  readonly model: Uint8Array;
  /** The number of plane numbers. */
  readonly count: number;
  /** One element: the number of the next plane to code. All threads take from it atomically. */
  readonly next: Int32Array;
}

/** A run of coded planes, each plane's bytes after another. */
export interface PlaneRun {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}
