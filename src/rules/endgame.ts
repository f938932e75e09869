import type { Square } from '../board/board.ts';
import { slabPlacementsOf } from '../index/slabPlacements.ts';
import { SymmetricPlacements } from '../index/symmetricPlacements.ts';
import type { Color } from '../pieces/army.ts';
import type { Material } from '../table/material.ts';
import type { Endgame } from '../table/table.ts';
import { checkSetwise } from './folding.ts';
import type { RuleSet } from './ruleset.ts';

/** Describes the table of this material under a rule set; it need not be solved. */
export function endgameOf(rules: RuleSet, material: Material): Endgame {
  const { tables, army, fingerprint, board, flip } = rules;
  const placements = checkSetwise(rules, material).ok
    ? slabPlacementsOf(material, army)
    : new SymmetricPlacements(material.men, rules.symmetries(material.men));
  const endgame = {
    rules: tables,
    fingerprint,
    material,
    placements,
    files: board.files,
    army,
    ...(flip ? { flip } : {}),
  };
  if (rules.variant.stuck !== 'pass') return endgame;
  const isAfterPass = (turn: Color, squares: ArrayLike<Square>) => {
    const position = rules.place(material.men, squares, turn);
    return position.ok && rules.isAfterPass(position.value);
  };
  return { ...endgame, isAfterPass };
}
