import { Course } from '../../play/course.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { levels } from '../../search/levels.ts';
import type { Opponent } from '../computer/opponent.ts';
import { keep, readKept } from '../kept.ts';
import { prepareHash } from '../route.ts';

/** A game on this device that its players still prepare. */
export interface Preparing {
  readonly course: Course;
  /** The computer, if it is one of them. */
  readonly opponent: Opponent | undefined;
}

const KEY = 'metatb-preparing';

/** Leads to the view that prepares a new game of these rules. */
export function beginPreparing(rules: RuleSet, opponent: Opponent | undefined): void {
  keepPreparing({ course: Course.begin(rules), opponent });
  location.hash = prepareHash(rules.name);
}

/** Keeps it, so that it survives a reload; `undefined` drops it. */
export function keepPreparing(preparing: Preparing | undefined): void {
  keep(KEY, preparing && textOf(preparing));
}

function textOf({ course: { rules, steps }, opponent }: Preparing): string {
  return JSON.stringify({
    rules: rules.name,
    steps: steps.map(({ uci }) => uci),
    ...(opponent ? { level: opponent.level.number, color: opponent.color } : {}),
  });
}

/** What was kept of a game of these rules, as far as it can be read. */
export function keptPreparing(name: string): Preparing | undefined {
  try {
    const { rules, steps, level, color } = JSON.parse(readKept(KEY) ?? 'null') as Record<
      string,
      unknown
    >;
    const found = findRuleSet(name);
    if (rules !== name || !found.ok || !Array.isArray(steps)) return undefined;
    const read = Course.begin(found.value).replayed(steps.map((uci) => ({ uci: String(uci) })));
    const known = levels.find(({ number }) => number === level);
    const opponent = known && ({ level: known, color: color === 0 ? 0 : 1 } as const);
    return read.ok ? { course: read.value, opponent } : undefined;
  } catch {
    // Nothing, or something else.
    return undefined;
  }
}
