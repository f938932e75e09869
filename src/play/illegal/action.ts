import { parseSquare, type Square } from '../../board/board.ts';
import { fail, ok, type Result } from '../../board/result.ts';
import { makeUci, parseUci } from '../../notation/uci.ts';
import type { Equipment } from '../../pieces/equipment.ts';
import type { Move } from '../../position/moves.ts';

/** A man put on another square. */
export interface Put extends Move {
  /** Castling, or a capture en passant. */
  readonly special: boolean;
}

/** What a player does, `text` being what a log keeps of it. */
export type Action =
  | { readonly type: 'put'; readonly text: string; readonly put: Put }
  | { readonly type: 'claim'; readonly text: string; readonly square: Square }
  /** `draw` claims 50 moves, `accept` a draw that nobody has to claim. */
  | { readonly type: 'draw' | 'accept'; readonly text: string };

/** What a log keeps of a claim of 50 moves by the side that is not to move. No player sends it. */
export const OTHERS_DRAW = 'draw by the other side';

/** `e2e5`, `e7e8q`; with an asterisk if it is special: `e1g1*`, `d5e6*`. */
export function makePut(put: Put, equipment: Equipment): string {
  return makeUci(put, equipment) + (put.special ? '*' : '');
}

/** Reads a move, `claim e5`, `draw` or `accept`. Errors: `action`. */
export function parseAction(text: string, equipment: Equipment): Result<Action> {
  if (text === 'draw' || text === 'accept') return ok({ type: text, text });
  const [, claimed] = /^claim (.*)$/.exec(text) ?? [];
  if (claimed !== undefined) {
    const square = parseSquare(claimed, equipment.board);
    return square.ok ? ok({ type: 'claim', text, square: square.value }) : unreadable(text);
  }
  const special = text.endsWith('*');
  const move = parseUci(special ? text.slice(0, -1) : text, equipment);
  if (!move.ok || move.value.from === move.value.to) return unreadable(text);
  return ok({ type: 'put', text, put: { ...move.value, special } });
}

function unreadable(text: string) {
  const forms = 'e2e5, e7e8q, e1g1* for castling, claim e5, draw or accept';
  return fail('action', `'${text}' is none of ${forms}`, text);
}
