import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import { slicesFor } from '../../index/slices.ts';
import { opposite } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, orient } from '../../table/material.ts';
import { type Dependency, wholeDependency } from '../sets/solvedTables.ts';
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
 * What a table's conversions read: of large tables of as many men, only what promotions lead to; of all others,
 * everything.
 */
export function dependenciesOf(
  rules: RuleSet,
  material: Material,
  targets: readonly Material[],
  distanceBits: Distances,
): Dependency[] {
  return targets.map((target) => {
    const whole = wholeDependency(target, distanceBits.get(target.name)!);
    const needsAll = isResident(target) || target.men.length < material.men.length;
    return needsAll ? whole : promotionDependency(rules, material, whole);
  });
}

/** The part of a target that differs by one promotion. */
function promotionDependency(
  rules: RuleSet,
  { men }: Material,
  { material: target, distanceBits }: Dependency,
): Dependency {
  const { army } = rules;
  const sides: [boolean, boolean] = [false, false];
  let slices: Dependency['slices'];
  for (const [i, pawn] of men.entries()) {
    for (const kind of army[pawn.kind]!.promotions) {
      const { material, flipped } = orient(men.with(i, { kind, color: pawn.color }), rules);
      if (material.name !== target.name) continue;
      const color = flipped ? opposite(pawn.color) : pawn.color;
      sides[opposite(color)] = true;
      const placements = slabPlacementsOf(target, army);
      if (placements.pawnSlots.length > 0) slices = slicesFor(placements, target, { kind, color });
    }
  }
  // If promotions of both sides lead here, the whole table is needed: a SolvedTable holds one set of slices only.
  if (sides[0] && sides[1]) slices = undefined;
  return { material: target, sides, slices, distanceBits };
}
