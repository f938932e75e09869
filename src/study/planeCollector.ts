import type { ScannedPlane } from '../format/planes/planeScan.ts';
import type { Endgame } from '../table/table.ts';

/** Collects something from the planes of a table, or from a thread's share of them, in any order. */
export interface PlaneCollector<Found> {
  add(plane: ScannedPlane): void;
  /** Plain data, for other threads. */
  readonly found: Found;
}

export type PlaneCollectorClass<Options, Found> = new (
  endgame: Endgame,
  options: Options,
) => PlaneCollector<Found>;
