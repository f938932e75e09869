import type { Square } from '../board/board.ts';
import { promotionsOf } from '../pieces/army.ts';
import { codeOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import type { Position } from './position.ts';

/** Called for each move; returning true ends the search. */
export type Visit = (from: Square, to: Square, promotion: number | undefined) => boolean;

/** Visits a piece's move to a square, once for each kind that it may be there. */
export function visitPromotions(
  { equipment: { army, promotes }, turn, stock }: Position,
  code: PieceCode,
  from: Square,
  to: Square,
  visit: Visit,
): boolean {
  if (!promotes[code]![to]) return visit(from, to, undefined);
  for (const kind of promotionsOf(army, { kind: kindOf(code), color: turn })) {
    if (stock && stock[codeOf({ kind, color: turn })] === 0) continue;
    if (visit(from, to, kind)) return true;
  }
  return (army[kindOf(code)]!.mayStay || stock !== undefined) && visit(from, to, undefined);
}
