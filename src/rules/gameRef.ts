import { fail, ok, type Result } from '../board/result.ts';
import { checkVariants } from './ini/parseVariants.ts';
import { Recent } from './recent.ts';
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

/** A large game takes up to 32 MB once it is played: strangers' games must not fill a server's memory. */
const MOST_GAMES = 32;
const recent = new Recent<Result<RuleSet>>(MOST_GAMES);

/**
 * The game that is meant. The same object for the same built-in game, and for the same description while it is among
 * the last ones asked for: compare games by their names and fingerprints. Errors: those of
 * {@link findRuleSet}, and `variants`.
 */
export function gameOf({ name, ini }: GameRef): Result<RuleSet> {
  if (ini === undefined) return findRuleSet(name);
  return recent.get(`${name}\n${ini}`, () => described(name, ini));
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
