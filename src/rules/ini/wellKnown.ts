import type { RuleSet } from '../ruleset.ts';
import { makeVariant } from './makeVariant.ts';
import { settingsOf, wellKnownSections } from './parents.ts';

/** The names of the built-in games that are written as sections. */
export const wellKnownNames: readonly string[] = wellKnownSections.map(({ name }) => name);

/** One of them, made anew: that takes some milliseconds. */
export function makeWellKnown(name: string): RuleSet | undefined {
  const section = wellKnownSections.find((each) => each.name === name);
  if (!section) return undefined;
  const settings = settingsOf(section);
  const { rules, problems } = makeVariant({
    section,
    settings,
    isShown: () => false,
    ini: undefined,
  });
  if (!rules) throw new Error(`[${name}] ${problems[0]!.message}`);
  return rules;
}
