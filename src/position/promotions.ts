import type { Square } from '../board/board.ts';
import { promotionsOf } from '../pieces/army.ts';
import { codeOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import type { Position } from './position.ts';

/** Called for each move; returning true ends the search. */
export type Visit = (from: Square, to: Square, promotion: number | undefined) => boolean;

/** Visits a piece's move to a square, once for each kind that it may be there. */
export function visitPromotions(
  position: Position,
  code: PieceCode,
  from: Square,
  to: Square,
  visit: Visit,
): boolean {
  const { army, promotes } = position.equipment;
  if (!promotes[code]![to]) return visit(from, to, undefined);
  if (visitKinds(position, code, from, to, visit)) return true;
  const mayStay = army[kindOf(code)]!.mayStay || position.stock !== undefined;
  return mayStay && visit(from, to, undefined);
}

/** Visits the promotions, where it stands, of a piece that may promote later. They leave attacked what was. */
export function visitLater(position: Position, code: PieceCode, at: Square, visit: Visit): boolean {
  const { army, promotes } = position.equipment;
  const may = army[kindOf(code)]!.promotesLater === true && promotes[code]![at]!;
  return may && visitKinds(position, code, at, at, visit);
}

function visitKinds(
  { equipment: { army }, turn, stock }: Position,
  code: PieceCode,
  from: Square,
  to: Square,
  visit: Visit,
): boolean {
  return promotionsOf(army, { kind: kindOf(code), color: turn }).some((kind) => {
    const isLeft = !stock || stock[codeOf({ kind, color: turn })]! > 0;
    return isLeft && visit(from, to, kind);
  });
}
