import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Value } from '../table/value.ts';

/** Whether the 50-move rule, which tables ignore, leaves time for a table's value. */
export type FiftyMoves = 'safe' | 'may-end-first';

/**
 * `safe` for a draw, and if the distance to mate fits into the plies that the rule leaves: with best play the rule
 * cannot intervene. Otherwise it may end the game first, unless a capture or a pawn move on the way restarts its count.
 */
export function fiftyMovesOf(rules: RuleSet, position: Position, { wdl, dtm }: Value): FiftyMoves {
  return wdl === 0 || dtm <= rules.pliesTo50Moves(position) ? 'safe' : 'may-end-first';
}
