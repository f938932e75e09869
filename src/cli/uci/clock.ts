/** What a player has on the clock, in milliseconds. */
export interface Clock {
  readonly time: number;
  readonly increment: number;
  /** Moves to the next time control; undefined if the time is for the rest of the game. */
  readonly movesToGo: number | undefined;
}

/** Moves that a game without time controls is taken to last. */
const USUAL_MOVES = 28;
/** Kept back for the way to the other program. */
const OVERHEAD = 30;
/** No move takes a larger share of what is left. */
const MOST_SHARE = 0.7;

/** The milliseconds to spend on a move, at least 1. */
export function timeForMove({ time, increment, movesToGo = USUAL_MOVES }: Clock): number {
  const share = time / Math.max(1, movesToGo) + 0.8 * increment;
  const most = MOST_SHARE * time;
  return Math.max(1, Math.round(Math.min(share, most) - OVERHEAD));
}
