import type { PlanesCoding } from '../format/planes/coding.ts';
import type { PlanesShape } from '../format/planes/planeEndgame.ts';
import type { PlaneParts } from '../format/planes/planeParts.ts';
import type { CodesOfPart, KeptPlanes } from '../format/planes/planeSources.ts';
import type { GameRef } from '../rules/gameRef.ts';
import type { Statistics } from '../table/statistics.ts';
import type { SlabCodes } from '../table/values.ts';

/** A table that threads work on. */
export interface TableTask {
  readonly rules: GameRef;
  readonly table: string;
}

/** A solved table to code in planes. */
export interface PackTask extends TableTask {
  /** The codes by side to move, in shared memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  readonly statistics: Statistics;
}

/** The number of planes that a thread takes at a time. */
export const PLANES_A_TURN = 64;

/** Planes that are coded by several threads. */
export interface PlanesTask extends TableTask {
  /** In shared memory. */
  readonly codes: PackTask['codes'] | CodesOfPart;
  readonly coding: PlanesCoding;
  /** See packModel in src/format/planes/planeModel.ts. */
  readonly model: Uint8Array;
  /** The number of plane numbers. */
  readonly count: number;
  /** One element: the number of the next plane to code. All threads take from it atomically. */
  readonly next: Int32Array;
  /** Which planes to code; undefined if all. */
  readonly only?: { readonly parts: PlaneParts; readonly part: number };
}

/** A run of coded planes, each plane's bytes after another. */
export interface PlaneRun {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Planes to copy from a part of a table, for each of several shapes. */
export interface KeepTask extends TableTask {
  readonly codes: CodesOfPart;
  readonly wanted: readonly { readonly shape: PlanesShape; readonly numbers: readonly number[] }[];
}

/** Shapes to choose from by planes that are kept. */
export interface ShapeTask extends TableTask {
  readonly shapes: readonly PlanesShape[];
  readonly kept: readonly KeptPlanes[];
}

/** A shape whose model to learn. */
export interface LessonTask extends TableTask {
  readonly shape: PlanesShape;
  readonly kept: KeptPlanes;
}
