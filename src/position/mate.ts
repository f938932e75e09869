import type { Square } from '../board/board.ts';
import { opposite } from '../pieces/army.ts';
import { codeOf, NEVER } from '../pieces/mover.ts';
import { isCheck, Watch } from './attacks.ts';
import { hasLegalMove, type Move, play, visitMoves } from './moves.ts';
import { type Position, royalOf } from './position.ts';

/** A legal move that gives checkmate at once, or undefined. */
export function findMate(position: Position): Move | undefined {
  const { equipment, turn, enPassant } = position;
  const { army, promotes } = equipment;
  const king = royalOf(position, opposite(turn));
  const size = position.squares.length;
  const discovered = new Watch(position, king, turn);
  const reaches = (code: number, to: Square) =>
    equipment.mover(code).takes[to * size + king] !== NEVER;
  let mate: Move | undefined;
  const isMate = (from: Square, to: Square, promotion: number | undefined) => {
    const after = play(position, { from, to, promotion });
    if (!isCheck(after) || hasLegalMove(after)) return false;
    mate = { from, to, promotion };
    return true;
  };
  // Leaves out most moves that cannot give check.
  const mayCheck = (code: number, from: Square, to: Square) =>
    discovered.opens(from) ||
    discovered.bridges(to) ||
    // En passant takes off a second piece.
    to === enPassant?.passed ||
    (promotes[code]![to]
      ? army[(code - 1) >> 1]!.promotions.some((kind) => reaches(codeOf({ kind, color: turn }), to))
      : reaches(code, to));
  visitMoves(position, isMate, mayCheck);
  return mate;
}
