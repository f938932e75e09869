import type { RuleSet } from '../ruleset.ts';
import { makeVariant } from './makeVariant.ts';
import { settingsOf, wellKnownSections } from './parents.ts';

/** The built-in games that are written as sections. */
export const wellKnownGames: readonly RuleSet[] = wellKnownSections.map((section) => {
  const settings = settingsOf(section);
  const { rules, problems } = makeVariant({
    section,
    settings,
    isShown: () => false,
    ini: undefined,
  });
  if (!rules) throw new Error(`[${section.name}] ${problems[0]!.message}`);
  return rules;
});
