import { opposite } from '../chess/men.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, orient } from '../table/material.ts';
import { slabPlacementsOf } from '../table/slabPlacements.ts';
import { codeBytesOf, type Need, slicesFor, wholeNeed } from './solvedTables.ts';

/** Tables of so many men stay in memory for those that need them; larger ones are read anew. */
const MOST_RESIDENT_MEN = 4;

/** Tables of so many men are done by one worker sooner than the others have started. */
const MOST_BRIEF_MEN = 3;

export function isBrief({ men }: Material): boolean {
  return men.length <= MOST_BRIEF_MEN;
}

export function isResident({ men }: Material): boolean {
  return men.length <= MOST_RESIDENT_MEN;
}

/** What a table's exits read: of large tables with as many men only what a promotion can lead to, else everything. */
export function needsOf(rules: RuleSet, material: Material, targets: readonly Material[]): Need[] {
  return targets.map((target) => {
    if (isResident(target) || target.men.length < material.men.length) {
      return wholeNeed(rules, target);
    }
    return promotionNeed(rules, material, target);
  });
}

/** The need for a target that differs by one promotion. */
function promotionNeed(rules: RuleSet, { men }: Material, target: Material): Need {
  const { army } = rules;
  const sides: [boolean, boolean] = [false, false];
  let slices: Need['slices'];
  for (const [i, pawn] of men.entries()) {
    for (const kind of army[pawn.kind]!.promotions) {
      const { material, flipped } = orient(men.with(i, { kind, color: pawn.color }), army);
      if (material.name !== target.name) continue;
      const color = flipped ? opposite(pawn.color) : pawn.color;
      sides[opposite(color)] = true;
      const placements = slabPlacementsOf(target, army);
      if (placements.pawnSlots.length > 0) slices = slicesFor(placements, target, { kind, color });
    }
  }
  // Promotions of either side may lead here: two cuts of one table are more than a SolvedTable holds.
  if (sides[0] && sides[1]) slices = undefined;
  return { material: target, sides, slices, codeBytes: codeBytesOf(rules, target) };
}
