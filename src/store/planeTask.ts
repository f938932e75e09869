import type { Army } from '../chess/men.ts';
import type { PlanesCoding } from '../format/nativeHeader.ts';
import type { Material } from '../table/material.ts';

/** What a thread needs to code planes of a table. */
export interface PlaneTask {
  readonly material: Material;
  readonly army: Army;
  readonly coding: PlanesCoding;
  /** See packModel in src/format/planeModel.ts. */
  readonly model: Uint8Array;
  /** The codes of both sides, in shared memory. */
  readonly codes: readonly [Int8Array | Int16Array, Int8Array | Int16Array];
  /** One number: the first plane that nobody has taken yet. All threads take from it. */
  readonly next: Int32Array;
}

/** Planes that a thread takes at a time. */
export const PLANES_A_TURN = 64;

/** Coded planes from a number on, one after another; undefined where they are none. */
export interface PlaneAnswer {
  readonly from: number;
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array | undefined;
}
