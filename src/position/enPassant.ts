import { makeSquare, type Square } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { opposite } from '../pieces/army.ts';
import type { PieceCode } from '../pieces/mover.ts';
import { Watch } from './attacks.ts';
import { type EnPassant, type Position, royalOf } from './position.ts';

/** The square passed over by a piece that goes this way, on which it can then be taken en passant, or -1. */
export function squarePassed(
  { equipment }: Position,
  code: PieceCode,
  from: Square,
  to: Square,
): Square {
  const lines = equipment.mover(code).lines[from]!;
  for (let i = 0; i < lines.length; i++) {
    const { passed, squares } = lines[i]!;
    if (passed >= 0 && squares[0] === to) return passed;
  }
  return -1;
}

/** The position with this en passant right if a legal move uses it, otherwise without one. */
export function withEnPassant(position: Position, right: EnPassant): Position {
  const { equipment, turn, sides, squares } = position;
  const { passed, piece: gone } = right;
  const takers = sides[turn].filter((piece) =>
    equipment.mover(piece >> 8).passants[piece & 255]!.includes(passed),
  );
  if (takers.length === 0) return { ...position, enPassant: undefined };
  const open = { ...position, enPassant: right };
  const guard = new Watch(open, royalOf(open, turn), opposite(turn));
  const usable =
    squares[passed] === 0 && takers.some((piece) => !guard.attacksAfter(piece & 255, passed, gone));
  return usable ? open : { ...position, enPassant: undefined };
}

/** {@link withEnPassant} if a piece of the side not to move can just have passed over the square. Errors: `en-passant`. */
export function passedOver(position: Position, passed: Square): Result<Position> {
  const { equipment, squares, sides, turn } = position;
  const hasPassed = (piece: number) =>
    equipment
      .mover(piece >> 8)
      .lines.some(
        (lines, from) =>
          squares[from] === 0 &&
          lines.some((line) => line.passed === passed && line.squares[0] === (piece & 255)),
      );
  const passer = squares[passed] === 0 ? sides[opposite(turn)].find(hasPassed) : undefined;
  if (passer !== undefined) return ok(withEnPassant(position, { passed, piece: passer & 255 }));
  const square = makeSquare(passed, equipment.board);
  return fail('en-passant', `no piece can just have passed over ${square}`, square);
}
