import { fail, ok, type Result } from '../board/result.ts';
import type { Parameter } from '../rules/parameters.ts';
import { parametersOf, valuesOf, withValues } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';

/** The tag of a record that tells how pieces move whose movements are chosen: `Q:Q R:RN B:B N:N`. */
export const MOVEMENT_TAG = 'Movement';

/** Undefined in games in which no movement is chosen. */
export function movementTag(rules: RuleSet): string | undefined {
  const chosen = movementsOf(rules);
  if (chosen.length === 0) return undefined;
  const values = valuesOf(rules);
  return chosen.map(({ key }) => `${key}:${values.get(key)}`).join(' ');
}

/** The game with the movements of a tag; those that it does not name are the usual ones. Errors: `pgn`, and those of movements. */
export function withMovements(rules: RuleSet, tag: string): Result<RuleSet> {
  const chosen = movementsOf(rules);
  if (chosen.length === 0) return ok(rules);
  const values = new Map(chosen.map(({ key, usual }) => [key, usual]));
  for (const part of tag.trim().split(/\s+/)) {
    const [, key = '', movement = ''] = /^([^:]*):(.*)$/.exec(part) ?? [];
    if (!values.has(key)) {
      const example = chosen.map(({ key, usual }) => `${key}:${usual}`).join(' ');
      return fail('pgn', `the tag Movement is like "${example}", not '${part}'`, part);
    }
    values.set(key, movement);
  }
  return withValues(rules, values);
}

/** The parameters that are movements: their keys are letters of pieces. */
function movementsOf(rules: RuleSet): readonly Parameter[] {
  const letters = rules.army.map(({ letter }) => letter);
  return parametersOf(rules).filter(({ key, range }) => !range && letters.includes(key));
}
