/** What restricts the moves of a game, and what a capture does, beyond how its pieces move. */
export interface Laws {
  /** Must a side that can capture do so? */
  readonly mustCapture?: true;
  /** Is a move illegal if it gives check? */
  readonly noChecks?: true;
  /** Does a capture remove the capturing piece, too, and those on neighbouring squares? */
  readonly blast?: Blast;
}

export interface Blast {
  /** Kinds that no capture beside them removes. */
  readonly sheltered: readonly number[];
  /** Kinds that also stay when they capture or are captured where the blast begins: sheltered ones are not. */
  readonly immune: readonly number[];
}
