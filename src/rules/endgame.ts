import type { Material } from '../table/material.ts';
import { SymmetricPlacements } from '../table/placements.ts';
import { slabPlacementsOf } from '../table/slabPlacements.ts';
import type { Endgame } from '../table/table.ts';
import { fingerprintOf } from './fingerprint.ts';
import { checkSetwise, foldingOf } from './folding.ts';
import type { RuleSet } from './ruleset.ts';

/** Describes the table of this material under a rule set; it need not be solved. */
export function endgameOf<P>(rules: RuleSet<P>, material: Material): Endgame {
  const { name, army } = rules;
  const placements = checkSetwise(rules, material).ok
    ? slabPlacementsOf(material, army)
    : new SymmetricPlacements(material.men, foldingOf(rules, material.men));
  return { rules: name, fingerprint: fingerprintOf(rules), material, placements, army };
}
