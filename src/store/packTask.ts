import type { PlanesCoding } from '../format/planes/coding.ts';
import type { PlanesShape } from '../format/planes/planeEndgame.ts';
import type { PlaneParts } from '../format/planes/planeParts.ts';
import type { CodesOfPart } from '../format/planes/planeSources.ts';
import type { PlanesInTurn } from '../format/planes/planesInTurn.ts';
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

/** The numbers that it takes: of those of a part, about one in as many as there are parts has a plane. */
export function numbersOfTurn(parts?: PlaneParts): number {
  return PLANES_A_TURN * (parts?.parts.length ?? 1);
}

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

/** Planes of a part that several threads code and write. */
export interface PartPlanesTask extends PlanesTask {
  readonly codes: CodesOfPart;
  readonly only: NonNullable<PlanesTask['only']>;
  readonly into: PlanesRoom;
}

/** Where threads write coded planes, in a file that is there. Arrays are in shared memory. */
export interface PlanesRoom {
  readonly path: string;
  /** One element: the bytes of the file. Threads take from its end atomically. */
  readonly size: BigInt64Array;
  /** Of a plane, by number; 0 if there is none. */
  readonly lengths: Uint32Array;
  /** By turn of this part: where its planes begin. */
  readonly places: Float64Array;
}

/** A part whose mutual zugzwangs several threads count. */
export interface ZugzwangsTask extends TableTask {
  /** In shared memory. */
  readonly codes: CodesOfPart;
  /** How many of each kind are wanted. */
  readonly examples: number;
  /** One element: the next units to count. All threads take from it atomically. */
  readonly next: Int32Array;
}

/** A run of coded planes, each plane's bytes after another. */
export interface PlaneRun {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Shapes whose planes are to be tried, or learnt from. */
export interface NumbersTask extends TableTask {
  readonly shapes: readonly PlanesShape[];
  readonly stage: 'trial' | 'lesson';
}

/** Shapes to choose from, and the codes of their planes for a trial. */
export interface ShapeTask extends TableTask {
  readonly shapes: readonly PlanesShape[];
  readonly values: readonly PlanesInTurn[];
}

/** A shape whose model to learn, and the codes of its planes for that. */
export interface LessonTask extends TableTask {
  readonly shape: PlanesShape;
  readonly values: PlanesInTurn;
}
