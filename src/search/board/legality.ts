import { opposite } from '../../pieces/army.ts';
import { isAttacked, isCheck } from '../../position/attacks.ts';
import { isLawful } from '../../position/lawfulMoves.ts';
import { royalOf } from '../../position/position.ts';
import { COMPLEX, type MoveCode, parseMoveCode } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/** Makes a move of the generator unless it leaves royal pieces as the laws of the game forbid. */
export function tryMakeByPieces(board: SearchBoard, move: MoveCode): boolean {
  const { position, equipment } = board;
  const { turn } = position;
  if (equipment.isPlain) {
    board.make(move);
    if (!isAttacked(position, royalOf(position, turn), opposite(turn))) return true;
    board.unmake();
    return false;
  }
  const { laws, royals } = equipment;
  if (laws.blast && (move & COMPLEX) !== 0) {
    if (royals.length > 0 && !isLawful(position, parseMoveCode(move))) return false;
    board.make(move);
    return true;
  }
  board.make(move);
  if (royals.length === 0) return true;
  if (!isCheck(position, turn) && !(laws.noChecks && isCheck(position))) return true;
  board.unmake();
  return false;
}
