import { board8x8, makeSquare, parseSquare } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import type { Army } from '../pieces/army.ts';
import type { Move } from './moves.ts';

/** A move as engines write it: `e2e4`, `e7e8q`, `e1g1` for castling, `0000` for a pass. */
export function makeUci({ from, to, promotion }: Move, army: Army): string {
  if (from === to) return '0000';
  const suffix = promotion === undefined ? '' : army[promotion]!.letter.toLowerCase();
  return makeSquare(from, board8x8) + makeSquare(to, board8x8) + suffix;
}

/** Reads squares and promotion only; does not check that the move is legal. Does not accept a pass. Errors: `uci`. */
export function parseUci(text: string, army: Army): Result<Move> {
  const match = /^([a-h][1-8])([a-h][1-8])([a-z])?$/.exec(text);
  if (!match) return fail('uci', `'${text}' is not a move: write e2e4, or e7e8q to promote`, text);
  const from = parseSquare(match[1]!, board8x8);
  if (!from.ok) return from;
  const to = parseSquare(match[2]!, board8x8);
  if (!to.ok) return to;
  if (match[3] === undefined) return ok({ from: from.value, to: to.value, promotion: undefined });
  const promotion = army.findIndex(({ letter }) => letter.toLowerCase() === match[3]);
  if (promotion < 0)
    return fail('uci', `unknown piece '${match[3]}' to promote to in '${text}'`, text);
  return ok({ from: from.value, to: to.value, promotion });
}
