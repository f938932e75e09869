import type { Material } from '../table/material.ts';
import { Placements } from '../table/placements.ts';
import type { Endgame } from '../table/table.ts';
import type { RuleSet } from './ruleset.ts';

/** What the table of this material is under a rule set, before it is solved. */
export function endgameOf<P>(rules: RuleSet<P>, material: Material): Endgame {
  const placements = new Placements(material.men, rules.symmetries(material.men));
  return { rules: rules.name, material, placements };
}
