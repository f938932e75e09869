import type { Square } from '../board/board.ts';
import { slabPlacementsOf } from '../index/slabPlacements.ts';
import { SymmetricPlacements } from '../index/symmetricPlacements.ts';
import { BLACK, type Color, WHITE } from '../pieces/army.ts';
import { codeOf, type Mover, NEVER } from '../pieces/mover.ts';
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
  const meetings = [WHITE, BLACK].map((turn) => meetingsOf(rules, material, turn));
  const isAfterPass = (turn: Color, squares: ArrayLike<Square>) => {
    // A glance at tables of moves spares most placements the making of a position.
    const mayAttack = meetings[turn]!.some(
      ({ by, royal, takes }) => takes[squares[by]! * board.size + squares[royal]!] !== NEVER,
    );
    if (!mayAttack) return false;
    const position = rules.place(material.men, squares, turn);
    return position.ok && rules.isAfterPass(position.value);
  };
  return { ...endgame, isAfterPass };
}

/** A piece and a royal one of the other side, by slot, and where the one takes the other if nothing is in the way. */
interface Meeting {
  readonly by: number;
  readonly royal: number;
  readonly takes: Mover['takes'];
}

/** Those in which the piece is of the side to move. */
function meetingsOf(rules: RuleSet, { men }: Material, turn: Color): readonly Meeting[] {
  const { army, variant } = rules;
  return men.flatMap((piece, by) => {
    if (piece.color !== turn) return [];
    const { takes } = variant.equipment.mover(codeOf(piece));
    return men.flatMap(({ kind, color }, royal) =>
      color !== turn && army[kind]!.royal ? [{ by, royal, takes }] : [],
    );
  });
}
