import { fail, ok, type Result } from '../board/result.ts';
import { allGames, findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { isHidden } from '../rules/variant.ts';

/** The tag Variant of a game in PGN: the title of its rules, or their name if they have parameters. */
export function variantTag({ name, title }: RuleSet): string {
  return name.includes(':') ? name : title;
}

/** Other programs' names for chess, including chess from another initial position. */
const chessNames = new Set(['standard', 'from position', 'normal', 'orthodox', 'chess960']);

/**
 * The rules that a tag names, by title or by name. Capitals do not matter, but in parameters they do. `usual`: the
 * reader's own, which need not be among {@link allGames}; `others`: further games that it knows. Errors: `rules` (also of a
 * hidden game, whose records have more than moves), `parameter`, and those of movements.
 */
export function rulesOfTag(
  text: string,
  usual: RuleSet,
  others: readonly RuleSet[],
): Result<RuleSet> {
  const found = rulesCalled(text, usual, others);
  if (!found.ok || !isHidden(found.value)) return found;
  const why = 'its claims and illegal moves are no moves of a game on one device';
  return fail('rules', `a record of ${found.value.title} cannot be opened: ${why}`, text);
}

function rulesCalled(text: string, usual: RuleSet, others: readonly RuleSet[]): Result<RuleSet> {
  const tag = text.trim();
  // Parameters have capitals that matter.
  if (tag.includes(':')) return findRuleSet(tag);
  const small = tag.toLowerCase();
  if (chessNames.has(small)) return findRuleSet('chess');
  const found = [usual, ...allGames(), ...others].find(
    ({ title, name }) => title.toLowerCase() === small || name === small,
  );
  return found ? ok(found) : findRuleSet(small);
}
