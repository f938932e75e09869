import { identity, type Symmetry } from '../board/board.ts';
import { BLACK, type Piece, ROYAL, WHITE } from '../pieces/army.ts';
import { isKing } from '../pieces/kinds.ts';
import { pieceSymmetries } from '../pieces/symmetries.ts';
import { isCheck } from '../position/attacks.ts';
import { hasLegalMove } from '../position/moves.ts';
import { setUp } from '../position/setUp.ts';
import { keepsGoal } from './ends.ts';
import type { Variant } from './variant.ts';

/** The symmetries of the board that the pieces and the ends of a game keep, the identity first. */
export function ruleSymmetries(variant: Variant, men: readonly Piece[]): readonly Symmetry[] {
  const { equipment, bar } = variant;
  if (bar && !bar.followsMoves) return [identity(equipment.board)];
  const kept = pieceSymmetries(equipment, men);
  return kept.filter((symmetry) => keepsGoal(variant, symmetry));
}

/** Is no table of these men needed? See {@link RuleSet.isSettled}. */
export function isSettledBy(variant: Variant, men: readonly Piece[]): boolean {
  const others = men.filter(({ kind }) => kind !== ROYAL);
  if (variant.bareRoyalLoses && new Set(others.map(({ color }) => color)).size < 2) return true;
  return others.length === 0 && areBareRoyalsDrawn(variant);
}

/** Can neither side win with these men? See {@link RuleSet.isInsufficientMaterial}. */
export function isInsufficientFor(variant: Variant, men: readonly Piece[]): boolean {
  const [other, ...more] = men.filter(({ kind }) => kind !== ROYAL);
  if (!other) return areBareRoyalsDrawn(variant);
  const { letter } = variant.equipment.army[other.kind]!;
  return more.length === 0 && !!variant.insufficient?.includes(letter);
}

const known = new WeakMap<Variant, boolean>();

/** Are two bare royal pieces a draw wherever they stand? Not if one can reach a goal, or be stuck and so lose. */
function areBareRoyalsDrawn(variant: Variant): boolean {
  if (variant.goal) return false;
  // Two kings of chess always have a move (test/rules/rules.test.ts): to ask would take a tenth of a second.
  if (isKing(variant.equipment.army[ROYAL]!) && (variant.bar?.followsMoves ?? true)) return true;
  const drawn = known.get(variant) ?? !hasLostRoyals(variant);
  known.set(variant, drawn);
  return drawn;
}

function hasLostRoyals({ equipment, stuck, bar }: Variant): boolean {
  if (stuck === 'pass') return false;
  // A bar that does not follow from moves may leave even bare royals without one.
  if (bar && !bar.followsMoves) return true;
  const { size } = equipment.board;
  const men = [WHITE, BLACK].map((color) => ({ kind: ROYAL, color }));
  for (let place = 0; place < size * size; place++) {
    const squares = [Math.floor(place / size), place % size];
    for (const turn of [WHITE, BLACK] as const) {
      const position = setUp(equipment, { turn }, men, squares);
      if (!position.ok || hasLegalMove(position.value)) continue;
      const end = isCheck(position.value) ? stuck.attacked : stuck.free;
      if (end.wdl !== 0) return true;
    }
  }
  return false;
}
