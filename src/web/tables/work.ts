import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { checkSetPlan, planTables } from '../../solve/plan.ts';
import { MOST_EDGES, tableBytes } from '../../solve/reference/memory.ts';
import { type GeneralSolver, generalSolver } from '../../solve/solo/choice.ts';
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
  /** About how long it takes; 0 for what threads solve by sets, which is fast. */
  readonly seconds: number;
  /** Names of tables that need not be made, and that it reads. */
  readonly given: readonly string[];
}

/** Of what threads solve by sets: more men take more memory and time than a page should, and with pawns more than WebAssembly addresses. */
const MOST_MEN = { here: 4, withPawns: 5 } as const;
/**
 * The reference solver's time for a position of either side. In Node it took 2 to 7 microseconds with three men of Los
 * Alamos, King of the Hill, Capablanca and Metamachy and with four of Los Alamos, and 11 in atomic chess.
 */
const REFERENCE_SECONDS = 8e-6;
/**
 * The general set solver's time for a position of either side and a man, in seconds: on two cores of an AMD EPYC, one thread
 * of Node took 33 ns on 12x12 (Metamachy KQvkr), 48 ns on 10x8 with lanes of two words, 14 ns on 8x8 (King of the Hill).
 */
const SETS_SECONDS = 50e-9;
/** Beyond this, four men of 8x8 squares with pawns take the reference solver more memory than a page should. */
const MOST_SECONDS = 120;
/** The most memory of the general set solver, with the tables that it makes. */
const MOST_BYTES = 2 ** 30;

/** The work on a table, which need not be missing. `there`: names of the tables that can be read. */
export function workOf(
  rules: RuleSet,
  material: Material,
  there: ReadonlySet<string> = new Set(),
  sets: GeneralSolver = generalSolver,
): Work {
  const men = material.men.length;
  // Before planning: with six men of many kinds that takes long itself.
  if (rules.setwise && men > MOST_MEN.here) {
    const hasPawns = material.men.some(({ kind }) => rules.army[kind]!.pawn);
    return { kind: hasPawns && men > MOST_MEN.withPawns ? 'nowhere' : 'elsewhere' };
  }
  if (!rules.setwise) {
    if (slotsOf(rules, material) > MOST_EDGES) return { kind: 'nowhere' };
    if (secondsOf(rules, material, sets) > MOST_SECONDS) return { kind: 'elsewhere' };
  }
  const plan = planTables(rules, [material]);
  if (checkSetPlan(rules, plan).ok) return { kind: 'here', seconds: 0, given: [] };
  const planned = new Map(plan.map((step) => [step.material.name, step.material]));
  const needed = new Set([material.name]);
  const given: string[] = [];
  let [seconds, bytes, most] = [0, 0, 0];
  // Dependents come first, so that what only finished tables need is left out.
  for (const step of plan.toReversed()) {
    const { name } = step.material;
    if (!needed.has(name)) continue;
    bytes += tableBytes(slotsOf(rules, step.material));
    if (name !== material.name && there.has(name)) given.push(name);
    else {
      seconds += secondsOf(rules, step.material, sets);
      const below = step.needs.map((each) => planned.get(each)!);
      most = Math.max(most, bytesBySets(rules, step.material, below, sets));
      for (const below of step.needs) needed.add(below);
    }
  }
  const isHere = seconds <= MOST_SECONDS && bytes + most <= MOST_BYTES;
  return isHere ? { kind: 'here', seconds, given } : { kind: 'elsewhere' };
}

/** About how long one thread takes for a table. */
function secondsOf(rules: RuleSet, material: Material, sets: GeneralSolver): number {
  const isBySets = sets.check(rules, material).ok;
  const each = isBySets ? SETS_SECONDS * material.men.length : REFERENCE_SECONDS;
  return each * slotsOf(rules, material);
}

/** What the general set solver takes for a table, if it makes it. */
function bytesBySets(
  rules: RuleSet,
  material: Material,
  needs: readonly Material[],
  sets: GeneralSolver,
): number {
  return sets.check(rules, material).ok ? sets.bytes(rules, material, needs) : 0;
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
