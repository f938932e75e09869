// The kernel's operations in naive form: one placement, one piece, one square at a time.

import type { Square } from '../../../src/board/board.ts';
import type { Line } from '../../../src/pieces/lines.ts';
import { PLAIN } from '../../../src/pieces/lines.ts';

/** Calls for every square, empty or not, to which this line leads. `occupied`: by square, whether something stands on it. */
export function visitLine(
  { squares, first, hop, lame }: Line,
  occupied: ArrayLike<number>,
  visit: (to: Square) => void,
): void {
  if (lame.some((square) => occupied[square])) return;
  let met = 0;
  for (const [i, square] of squares.entries()) {
    const isBehind = i > 0 && occupied[squares[i - 1]!] !== 0;
    const stops = hop === PLAIN ? met === 0 : met === 1 && (hop === 1 || isBehind);
    if (stops && i >= first) visit(square);
    if (occupied[square]) met++;
  }
}
