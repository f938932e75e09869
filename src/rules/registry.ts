import { fail, ok, type Result } from '../board/result.ts';
import { chess } from './chess.ts';
import { metachess } from './metachess.ts';
import type { RuleSet } from './ruleset.ts';

/** Every rule set, the default first. A new one is a line here. */
export const ruleSets: readonly RuleSet[] = [metachess, chess];

/** Errors: `rules`. */
export function findRuleSet(name: string): Result<RuleSet> {
  const rules = ruleSets.find((each) => each.name === name);
  if (rules) return ok(rules);
  const names = ruleSets.map((each) => each.name).join(', ');
  return fail('rules', `no rule set '${name}': there are ${names}`, name);
}
