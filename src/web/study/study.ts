/** A position of a study, by the moves that lead there. */
export interface StudyStep {
  /** In addresses: `#study=reach/NAME`. */
  readonly name: string;
  /** In SAN, from the study's first position. */
  readonly moves: string;
  readonly title: string;
  /** What to see there, a paragraph each. What moves are worth is searched, and not told here. */
  readonly text: readonly string[];
}

/** A position to win, its solution, and what else could be played. */
export interface Study {
  /** In addresses, and the name of a built-in game. */
  readonly rules: string;
  readonly title: string;
  readonly lead: string;
  /** Where it is from, in sentences. */
  readonly source: string;
  readonly fen: string;
  /** The first is the first position; a side line follows what it turns from. */
  readonly steps: readonly StudyStep[];
}
