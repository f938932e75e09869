import { findRuleSet } from '../rules/registry.ts';
import { Course } from './course.ts';

/** The tag of a record that tells how its game was prepared: `hutnik; propose R=RN; accept; ...`. */
const TAG = 'Preparation';
const SEPARATOR = '; ';

/** The tags of a game that was prepared. */
export function preparationTags({ rules, steps }: Course): ReadonlyMap<string, string> {
  const text = [rules.name, ...steps.map(({ uci }) => uci)].join(SEPARATOR);
  return new Map(steps.length === 0 ? [] : [[TAG, text]]);
}

/** The preparation that a record tells of, up to its first wrong step; undefined if it tells of none. */
export function preparationIn(tags: ReadonlyMap<string, string>): Course | undefined {
  const [name, ...steps] = tags.get(TAG)?.split(SEPARATOR) ?? [];
  const rules = name === undefined ? undefined : findRuleSet(name);
  if (!rules?.ok) return undefined;
  let course = Course.begin(rules.value);
  for (const step of steps) {
    const next = course.game ? undefined : course.follow(step);
    if (!next?.ok) break;
    course = next.value;
  }
  return course.steps.length > 0 ? course : undefined;
}
