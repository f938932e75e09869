import { fail, ok, type Result } from '../board/result.ts';
import { checkVariants } from './ini/parseVariants.ts';
import { findRuleSet } from './registry.ts';
import type { RuleSet } from './ruleset.ts';

/** A game as plain data, for other threads and for files: its name and, if it is not built in, what describes it. */
export interface GameRef {
  readonly name: string;
  /** Sections of a variants.ini: the game's and those of its parents. */
  readonly ini?: string;
}

export function refOf({ name, variant: { ini } }: RuleSet): GameRef {
  return ini === undefined ? { name } : { name, ini };
}

const known = new Map<string, Result<RuleSet>>();

/** The game that is meant: the same object for the same game. Errors: those of {@link findRuleSet}, and `variants`. */
export function gameOf({ name, ini }: GameRef): Result<RuleSet> {
  if (ini === undefined) return findRuleSet(name);
  const key = `${name}\n${ini}`;
  const found = known.get(key) ?? described(name, ini);
  known.set(key, found);
  return found;
}

/** Its parents need not be games themselves. */
function described(name: string, ini: string): Result<RuleSet> {
  const section = checkVariants(ini).find((each) => each.name === name);
  if (section?.rules) return ok(section.rules);
  const problem = section?.problems[0];
  const why = problem ? `: ${problem.message}` : '';
  return fail('variants', `no game '${name}' in its description${why}`, name);
}

/** Can other threads make this game again? One that a program has made by `rulesOf` lives only in its own thread. */
export function isShareable(rules: RuleSet): boolean {
  const again = gameOf(refOf(rules));
  return again.ok && again.value.fingerprint === rules.fingerprint;
}

/** The flags by which the command line finds a game. */
export function flagsOf({ name, variant: { ini } }: RuleSet): string {
  return `${ini === undefined ? '' : '--variants FILE '}--rules ${name}`;
}
