import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { planTables } from '../../solve/plan.ts';
import { MOST_EDGES } from '../../solve/reference/memory.ts';
import { allMaterials, MAX_MEN, type Material } from '../../table/material.ts';

/** What it takes to make a missing table. */
export type Work =
  | WorkHere
  /** Too much for a page. */
  | { readonly kind: 'elsewhere' }
  /** Too much for the solvers. */
  | { readonly kind: 'nowhere' };

/** Work that the page can do. */
export interface WorkHere {
  readonly kind: 'here';
  /** About how long the reference solver takes; 0 for the set solver, which is fast. */
  readonly seconds: number;
  /** Names of tables that need not be made, and that it reads. */
  readonly given: readonly string[];
}

/** The set solver's games: more men take more memory and time than a page should, and more than its addresses reach. */
const MOST_MEN = { here: 4, anywhere: 5 } as const;
/**
 * The reference solver's time for a position of either side. In Node it took 2 to 7 microseconds with three men of Los
 * Alamos, King of the Hill, Capablanca and Metamachy and with four of Los Alamos, and 11 in atomic chess.
 */
const SECONDS_A_SLOT = 8e-6;
/** Beyond this, four men of 8x8 squares with pawns take more memory than a page should. */
const MOST_SECONDS = 120;

/** The work on a table, which need not be missing. `there`: names of the tables that can be read. */
export function workOf(
  rules: RuleSet,
  material: Material,
  there: ReadonlySet<string> = new Set(),
): Work {
  if (rules.setwise) {
    const men = material.men.length;
    if (men <= MOST_MEN.here) return { kind: 'here', seconds: 0, given: [] };
    return { kind: men <= MOST_MEN.anywhere ? 'elsewhere' : 'nowhere' };
  }
  // Before planning: with six men of many kinds that takes long itself.
  const own = slotsOf(rules, material);
  if (own > MOST_EDGES) return { kind: 'nowhere' };
  if (SECONDS_A_SLOT * own > MOST_SECONDS) return { kind: 'elsewhere' };
  const needed = new Set([material.name]);
  const given: string[] = [];
  let slots = 0;
  // Dependents come first, so that what only finished tables need is left out.
  for (const step of planTables(rules, [material]).toReversed()) {
    const { name } = step.material;
    if (!needed.has(name)) continue;
    if (name !== material.name && there.has(name)) given.push(name);
    else {
      slots += slotsOf(rules, step.material);
      for (const below of step.needs) needed.add(below);
    }
  }
  const seconds = SECONDS_A_SLOT * slots;
  return seconds <= MOST_SECONDS ? { kind: 'here', seconds, given } : { kind: 'elsewhere' };
}

/** Numbers of positions, for both sides to move. */
function slotsOf(rules: RuleSet, material: Material): number {
  return 2 * endgameOf(rules, material).placements.size;
}

/** No list of endgames grows beyond this by endgames that are not solved yet. */
const MOST_LISTED = 300;

/** The names of the endgames that the page can solve, fewer men first; of games with very many the smaller ones. */
export function endgamesInReach(rules: RuleSet): readonly string[] {
  const names: string[] = [];
  for (let men = 2; men <= MAX_MEN; men++) {
    const all = allMaterials(men, rules);
    if (names.length + all.length > MOST_LISTED) break;
    for (const material of all) {
      if (rules.isSettled(material.men)) continue;
      if (workOf(rules, material).kind === 'here') names.push(material.name);
    }
  }
  return names;
}
