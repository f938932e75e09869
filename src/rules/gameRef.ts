import { fail, ok, type Result } from '../board/result.ts';
import { parseVariants } from './ini/parseVariants.ts';
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

const known = new Map<string, Result<readonly RuleSet[]>>();

/** The game that is meant: the same object for the same game. Errors: those of {@link findRuleSet} and {@link parseVariants}. */
export function gameOf({ name, ini }: GameRef): Result<RuleSet> {
  if (ini === undefined) return findRuleSet(name);
  const games = known.get(ini) ?? parseVariants(ini);
  known.set(ini, games);
  if (!games.ok) return games;
  const found = games.value.find((each) => each.name === name);
  return found ? ok(found) : fail('rules', `no game '${name}' in its description`, name);
}
