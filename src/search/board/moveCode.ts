import type { Square } from '../../board/board.ts';
import type { Move } from '../../position/moves.ts';

/**
 * A move in 32 bits: where from (bits 0-7), where to (8-15), the kind to which a piece promotes plus one (16-23), and
 * whether it changes more than two squares (24). 0 is no move; a pass goes from a square to itself, with bit 24.
 */
export type MoveCode = number;

/** Castling, en passant, a king's leap, an explosion, a pass, a promotion where it stands: the rules core makes it. */
export const COMPLEX = 1 << 24;

export function makeMoveCode(from: Square, to: Square, promotion: number | undefined): MoveCode {
  return from | (to << 8) | (promotion === undefined ? 0 : (promotion + 1) << 16);
}

export function fromOf(move: MoveCode): Square {
  return move & 255;
}

export function toOf(move: MoveCode): Square {
  return (move >> 8) & 255;
}

/** The kind to which a piece promotes plus one, or 0. */
export function promotionOf(move: MoveCode): number {
  return (move >> 16) & 255;
}

export function parseMoveCode(move: MoveCode): Move {
  const kind = promotionOf(move) - 1;
  return { from: fromOf(move), to: toOf(move), promotion: kind < 0 ? undefined : kind };
}

/** More moves than a position has. */
export const MOST_MOVES = 1 << 12;
/** Room for the moves of all positions on a line. */
export const MOST_LINE_MOVES = 1 << 16;
