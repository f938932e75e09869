/** What each piece adds to a board's sums. */
export interface PieceSums {
  /** At `code * size + square`: its worth, Black's pieces below 0. */
  readonly opening: Int32Array;
  readonly ending: Int32Array;
  /** By piece code: how much it takes part in the opening. */
  readonly phase: Int32Array;
  /** At `code * size + square`: 1 if it is on a goal of its own. */
  readonly arrives: Uint8Array;
}
