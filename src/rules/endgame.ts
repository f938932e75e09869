import type { Material } from '../table/material.ts';
import { SymmetricPlacements } from '../table/placements.ts';
import { slabPlacementsOf } from '../table/slabPlacements.ts';
import type { Endgame } from '../table/table.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { RuleSet } from './ruleset.ts';

/** What the table of this material is under a rule set, before it is solved. */
export function endgameOf<P>(rules: RuleSet<P>, material: Material): Endgame {
  const symmetries = rules.symmetries(material.men);
  const placements = rules.setwise
    ? slabPlacementsOf(material, rules.army)
    : new SymmetricPlacements(material.men, symmetries);
  const { name, army } = rules;
  return { rules: name, fingerprint: fingerprintOf(rules), material, placements, army };
}
