import type { Square } from '../../board/board.ts';
import type { Equipment } from '../../pieces/equipment.ts';
import { BEHIND, type Line, PLAIN } from '../../pieces/lines.ts';
import type { PieceCode } from '../../pieces/mover.ts';

/** How full the board is: the probability that a square is empty. */
export const EMPTY = { opening: 0.65, ending: 0.84 };

/**
 * How many moves a piece has from a square on average, if each other square is empty with probability `empty`, and else
 * holds a piece of either side (Ralph Betza's crowded board mobility).
 */
export function mobilityOf(
  equipment: Equipment,
  code: PieceCode,
  square: Square,
  empty: number,
): number {
  let sum = 0;
  for (const line of equipment.mover(code).lines[square]!) sum += movesOn(line, empty);
  return sum;
}

function movesOn({ squares, first, moves, takes, hop, lame }: Line, empty: number): number {
  const full = 1 - empty;
  const there = (moves ? empty : 0) + (takes ? full / 2 : 0);
  let sum = 0;
  for (let passed = first; passed < squares.length; passed++) {
    sum += there * empty ** lame.length * openness(passed, hop, empty);
  }
  return sum;
}

/** The probability that a piece can pass this number of squares. */
function openness(passed: number, hop: Line['hop'], empty: number): number {
  if (hop === PLAIN) return empty ** passed;
  if (passed === 0) return 0;
  const ways = hop === BEHIND ? 1 : passed;
  return ways * (1 - empty) * empty ** (passed - 1);
}
