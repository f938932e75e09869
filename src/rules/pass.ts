import { opposite, WHITE } from '../pieces/army.ts';
import { isCheck } from '../position/attacks.ts';
import { hasLegalMove } from '../position/moves.ts';
import type { Position } from '../position/position.ts';

/** The same position with the other side to move and without an en passant right. */
export function pass(position: Position): Position {
  return { ...position, turn: opposite(position.turn), enPassant: undefined };
}

/** The position after a side has passed, as a move of the game. */
export function playPass(position: Position): Position {
  const { turn, halfmoves, fullmoves } = position;
  const more = turn === WHITE ? 0 : 1;
  return { ...pass(position), halfmoves: halfmoves + 1, fullmoves: fullmoves + more };
}

/** Has neither side a legal move? */
export function isDoubleStalemate(position: Position): boolean {
  return !hasLegalMove(position) && !hasLegalMove(pass(position));
}

/**
 * In a game whose stuck side passes: can a pass have led here, to a position in which the side to move attacks the
 * other's royal piece? The other side had no move, and this one has (Reach Chess).
 */
export function isExposedByPass(position: Position): boolean {
  return !isCheck(position) && hasLegalMove(position) && !hasLegalMove(pass(position));
}
