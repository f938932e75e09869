import type { Square } from '../board/board.ts';
import { opposite, promotionsOf } from '../pieces/army.ts';
import { codeOf, kindOf, NEVER } from '../pieces/mover.ts';
import { isCheck, Watch } from './attacks.ts';
import { hasLegalMove, legalMoves, type Move, play, visitMoves } from './moves.ts';
import { type Position, royalOf } from './position.ts';

/** A legal move that gives checkmate at once, or undefined. */
export function findMate(position: Position): Move | undefined {
  const { equipment, turn, enPassant } = position;
  if (!equipment.isPlain) return legalMoves(position).find((move) => mates(position, move));
  const { army, promotes } = equipment;
  const king = royalOf(position, opposite(turn));
  const size = position.squares.length;
  const discovered = new Watch(position, king, turn);
  const reaches = (code: number, to: Square) =>
    equipment.mover(code).takes[to * size + king] !== NEVER;
  let mate: Move | undefined;
  const isMate = (from: Square, to: Square, promotion: number | undefined) => {
    const move = { from, to, promotion };
    if (!mates(position, move)) return false;
    mate = move;
    return true;
  };
  // Leaves out most moves that cannot give check.
  const mayCheck = (code: number, from: Square, to: Square) =>
    discovered.opens(from) ||
    discovered.bridges(to) ||
    // En passant takes off a second piece.
    enPassant?.passed.includes(to) ||
    (promotes[code]![to]
      ? promotionsOf(army, { kind: kindOf(code), color: turn }).some((kind) =>
          reaches(codeOf({ kind, color: turn }), to),
        )
      : reaches(code, to));
  visitMoves(position, isMate, mayCheck);
  return mate;
}

function mates(position: Position, move: Move): boolean {
  const after = play(position, move);
  return isCheck(after) && !hasLegalMove(after);
}
