import { fail, ok, type Result } from '../board/result.ts';
import { type Parameter, parseParameters } from '../rules/parameters.ts';
import { findRuleSet, parametersOf } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';

/** The tag of a record that tells how pieces move whose movements are chosen: `Q:Q R:RN B:B N:N`. */
export const MOVEMENT_TAG = 'Movement';

/** Undefined in games in which no movement is chosen. */
export function movementTag(rules: RuleSet): string | undefined {
  const chosen = movementsOf(rules);
  if (chosen.length === 0) return undefined;
  const [game = '', text = ''] = rules.name.split(/:(.*)/s);
  const values = parseParameters(game, parametersOf(rules), text);
  return chosen
    .map(({ key, usual }) => `${key}:${values.ok ? values.value.get(key) : usual}`)
    .join(' ');
}

/** The game with the movements of a tag. Errors: `pgn`, and those of movements. */
export function withMovements(rules: RuleSet, tag: string): Result<RuleSet> {
  const chosen = movementsOf(rules);
  if (chosen.length === 0) return ok(rules);
  const parts = tag.trim().split(/\s+/);
  const wrong = parts.find((part) => !chosen.some(({ key }) => part.startsWith(`${key}:`)));
  if (wrong !== undefined) {
    const example = chosen.map(({ key, usual }) => `${key}:${usual}`).join(' ');
    return fail('pgn', `the tag Movement is like "${example}", not '${wrong}'`, wrong);
  }
  const [game = '', text = ''] = rules.name.split(/:(.*)/s);
  const given = parts.map((part) => part.replace(':', '='));
  const others = text
    .split(/,(?![^(]*\))/)
    .filter((part) => part !== '' && !isMovement(chosen, part));
  return findRuleSet(`${game}:${[...given, ...others].join(',')}`);
}

/** The parameters that are movements: their keys are letters of pieces. */
function movementsOf(rules: RuleSet): readonly Parameter[] {
  const letters = rules.army.map(({ letter }) => letter);
  return parametersOf(rules).filter(({ key }) => letters.includes(key));
}

function isMovement(chosen: readonly Parameter[], part: string): boolean {
  return chosen.some(({ key }) => part.startsWith(`${key}=`));
}
