import type { RuleSet } from '../../rules/ruleset.ts';
import type { Opponent } from '../computer/opponent.ts';

/**
 * Leads to the view in which players settle what comes before the first move, and from there back to the board. False if a
 * game of these rules begins without. `opponent`: the computer, if it plays.
 */
export function prepares(rules: RuleSet, opponent?: Opponent): boolean {
  if (!rules.variant.preparation) return false;
  void import('../prepare/keptPreparing.ts').then(({ beginPreparing }) =>
    beginPreparing(rules, opponent),
  );
  return true;
}
