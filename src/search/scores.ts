import type { Ending } from '../rules/ruleset.ts';
import { DRAWN, pliesOf, type ValueCode } from '../table/value.ts';
import type { Score } from './analysis.ts';

/**
 * A score inside the search, for the side to move: hundredths of a pawn of chess, or near {@link WON} if the end of the
 * game is in sight: less one for each ply to it, counted from the root.
 */
export type Points = number;

export const WON: Points = 32_000;
/** Beyond every score. */
export const INFINITE: Points = 32_500;
/** The most plies from the root. */
export const MOST_PLIES = 240;
/** Scores beyond this are wins that are in sight. */
export const DECIDED: Points = 30_000;

/** How a game that has ended, or whose value is known, counts `ply` plies from the root. */
export function pointsOfEnding({ wdl }: Ending, ply: number): Points {
  return wdl === 0 ? 0 : wdl * (WON - ply);
}

export function pointsOfValue(code: ValueCode, ply: number): Points {
  if (code === DRAWN) return 0;
  // A table's win may be further away than any search looks.
  const won = Math.max(DECIDED, WON - ply - pliesOf(code));
  return code > 0 ? won : -won;
}

/** Points at the root, for those who asked. */
export function scoreOf(points: Points): Score {
  if (points >= DECIDED) return { kind: 'win', plies: WON - points };
  if (points <= -DECIDED) return { kind: 'loss', plies: WON + points };
  // Not -0.
  return { kind: 'estimate', value: points || 0 };
}
