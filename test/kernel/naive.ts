// The kernel's operations in naive form: one placement, one piece, one step at a time.

import type { Step } from '../../src/board/board.ts';
import type { Army, Piece } from '../../src/pieces/army.ts';
import { type Steps, takingSteps } from '../../src/pieces/steps.ts';

/** A piece with its movement as data; pawns move by code of their own. */
export interface NaivePiece extends Piece {
  readonly movement: Steps;
  readonly pawn: boolean;
}

const immobile: Steps = { leaps: [], slides: [] };

export function naivePiece(army: Army, piece: Piece): NaivePiece {
  const { pawn, movement } = army[piece.kind]!;
  return { ...piece, pawn, movement: pawn ? immobile : takingSteps(movement)! };
}

/** The square one step away for pieces of this colour, or undefined off the board. */
export function stepFrom(square: number, [files, ranks]: Step, color: number): number | undefined {
  const file = (square & 7) + files;
  const rank = (square >> 3) + (color === 0 ? ranks : -ranks);
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : undefined;
}

/** Calls `visit` for every square that the piece moves to or attacks, empty or not. */
export function visitReach(
  { movement, color }: NaivePiece,
  from: number,
  occupied: ArrayLike<number>,
  visit: (to: number) => void,
): void {
  for (const leap of movement.leaps) {
    const to = stepFrom(from, leap, color);
    if (to !== undefined) visit(to);
  }
  for (const slide of movement.slides) {
    let to = stepFrom(from, slide, color);
    while (to !== undefined) {
      visit(to);
      if (occupied[to]) break;
      to = stepFrom(to, slide, color);
    }
  }
}

/** By square: 1 if occupied. */
export function occupiedBy(squares: readonly number[], out = new Uint8Array(64)): Uint8Array {
  out.fill(0);
  for (const square of squares) out[square] = 1;
  return out;
}
