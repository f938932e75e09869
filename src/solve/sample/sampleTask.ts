import type { GameRef } from '../../rules/gameRef.ts';
import type { Versions } from './sampleTable.ts';
import type { WantedValues } from './wantedValues.ts';

/** A step of a sample's verification that several threads share. All memory is shared. */
export interface SampleTask {
  readonly rules: GameRef;
  /** The folder of tables. */
  readonly dir: string;
  readonly table: string;
  readonly versions: Versions;
  /** One element: the next turn. All threads take from it atomically. */
  readonly next: Int32Array;
  readonly samples: Float64Array;
  readonly wanted: readonly WantedValues[];
}
