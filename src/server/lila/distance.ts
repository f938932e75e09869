import type { RuleSet } from '../../rules/ruleset.ts';
import type { Value } from '../../table/value.ts';

/** Plies to the end, negative for the side that loses; 0 for draws and where the game is over. */
export function signedPlies({ wdl, dtm }: Value): number {
  return wdl * dtm || 0;
}

/**
 * The distance under its name in lila-tablebase: `dtm`, to mate or to the explosion of a king; `dtw`, to the win, in
 * games in which nothing is royal and nobody can be mated.
 */
export function distanceOf(
  { army }: RuleSet,
  plies: number,
): { readonly dtm: number } | { readonly dtw: number } {
  return army.some(({ royal }) => royal !== undefined) ? { dtm: plies } : { dtw: plies };
}
