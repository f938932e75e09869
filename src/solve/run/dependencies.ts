import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import { slicesFor } from '../../index/slices.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { type Dependency, wholeDependency } from '../sets/solvedTables.ts';
import { targetsOf } from '../sets/targets.ts';
import type { Distances } from './distances.ts';

/** Tables of up to four men stay in memory for those that depend on them; larger ones are read each time. */
const MOST_RESIDENT_MEN = 4;

/** One worker finishes tables of up to three men before other workers have started. */
const MOST_BRIEF_MEN = 3;

export function isBrief({ men }: Material): boolean {
  return men.length <= MOST_BRIEF_MEN;
}

export function isResident({ men }: Material): boolean {
  return men.length <= MOST_RESIDENT_MEN;
}

/**
 * What a table's conversions read: of a table that stays in memory everything; of others the sides that they lead to, and only what
 * has a piece just promoted if nothing else is read.
 */
export function dependenciesOf(
  rules: RuleSet,
  material: Material,
  needs: readonly Material[],
  distanceBits: Distances,
): Dependency[] {
  const targets = targetsOf(rules, material);
  return needs.map((target) => {
    const whole = wholeDependency(target, distanceBits.get(target.name)!);
    if (isResident(target)) return whole;
    const own = targets.filter(({ material: { name } }) => name === target.name);
    const reads = (side: 0 | 1) => own.some((each) => each.side === side);
    const placements = slabPlacementsOf(target, rules.army);
    const [first] = own;
    // A SolvedTable holds one set of slices only.
    const isSliced = own.length === 1 && first!.promoted && placements.pawnSlots.length > 0;
    const slices = isSliced ? slicesFor(placements, target, first!.promoted!) : undefined;
    return { ...whole, sides: [reads(0), reads(1)], slices };
  });
}
