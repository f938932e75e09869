import type { Move } from '../../chess/moves.ts';
import type { Position } from '../../chess/position.ts';
import { findMate } from '../../rules/mate.ts';
import { metachess, pass } from '../../rules/metachess.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** In metacheck: the move that would mate, were it the opponent's turn. */
export function threatOf(
  rules: RuleSet,
  position: unknown,
): { readonly move: Move; readonly san: string } | undefined {
  if (rules.name !== metachess.name || !rules.metacheck(position)) return undefined;
  const passed = pass(position as Position);
  const move = findMate(passed);
  return move && { move, san: metachess.makeSan(passed, move) };
}
