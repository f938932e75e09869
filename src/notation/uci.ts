import { makeSquare, parseSquare } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { isPass, type Move } from '../position/moves.ts';

/**
 * A move as engines write it: `e2e4`, `e7e8q`, `e1g1` for castling, `0000` for a pass; `e8e8q` if a pawn promotes later.
 */
export function makeUci(move: Move, { army, board }: Equipment): string {
  if (isPass(move)) return '0000';
  const { from, to, promotion } = move;
  const suffix = promotion === undefined ? '' : army[promotion]!.letter.toLowerCase();
  return makeSquare(from, board) + makeSquare(to, board) + suffix;
}

/** Reads squares and promotion only; does not check that the move is legal. Does not accept a pass. Errors: `uci`. */
export function parseUci(text: string, { army, board }: Equipment): Result<Move> {
  const match = /^([a-p][1-9][0-9]?)([a-p][1-9][0-9]?)([a-z])?$/.exec(text);
  const [from, to] = [1, 2].map((part) => (match ? parseSquare(match[part]!, board) : undefined));
  if (!match || !from?.ok || !to?.ok) {
    return fail('uci', `'${text}' is not a move: write e2e4, or e7e8q to promote`, text);
  }
  if (match[3] === undefined) return ok({ from: from.value, to: to.value, promotion: undefined });
  const promotion = army.findIndex(({ letter }) => letter.toLowerCase() === match[3]);
  if (promotion < 0)
    return fail('uci', `unknown piece '${match[3]}' to promote to in '${text}'`, text);
  return ok({ from: from.value, to: to.value, promotion });
}
