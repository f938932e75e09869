import { makeSquare, type Square } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { opposite } from '../pieces/army.ts';
import { Watch } from './attacks.ts';
import { isLawful } from './lawfulMoves.ts';
import type { Move } from './makeMove.ts';
import { type EnPassant, type Position, royalOf } from './position.ts';
import { visitPromotions } from './promotions.ts';

/** The squares passed over by a piece that moves so, on which it can then be taken en passant. */
export function squaresPassed(
  { equipment, squares }: Position,
  { from, to }: Move,
): readonly Square[] {
  const lines = equipment.mover(squares[from]!).lines[from]!;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.passed.length > 0 && line.squares[0] === to) return line.passed;
  }
  return none;
}

const none: readonly Square[] = [];

/** The position with this en passant right, as far as it is {@link usable}. */
export function withEnPassant(position: Position, right: EnPassant): Position {
  return { ...position, enPassant: usable(position, right) };
}

/** The right to take en passant on the squares where a legal move uses it; undefined if there are none. */
export function usable(position: Position, { passed, piece }: EnPassant): EnPassant | undefined {
  const used = passed.filter((square) => isUsed(position, square, piece));
  return used.length > 0 ? { passed: used, piece } : undefined;
}

function isUsed(position: Position, passed: Square, gone: Square): boolean {
  const { equipment, turn, sides, squares } = position;
  if (squares[passed] !== 0) return false;
  const takers = sides[turn].filter((taker) =>
    equipment.mover(taker >> 8).passants[taker & 255]!.includes(passed),
  );
  if (takers.length === 0) return false;
  const open = { ...position, enPassant: { passed: [passed], piece: gone } };
  if (!equipment.isPlain) {
    // Whether it is lawful may depend on what the taker becomes.
    return takers.some((taker) =>
      visitPromotions(open, taker >> 8, taker & 255, passed, (from, to, promotion) =>
        isLawful(open, { from, to, promotion }),
      ),
    );
  }
  const guard = new Watch(open, royalOf(open, turn), opposite(turn));
  return takers.some((taker) => !guard.attacksAfter(taker & 255, passed, gone));
}

/** {@link withEnPassant} if a piece of the side not to move can just have passed over the squares. Errors: `en-passant`. */
export function passedOver(position: Position, passed: readonly Square[]): Result<Position> {
  const { equipment, squares, sides, turn } = position;
  const isEmpty = passed.every((square) => squares[square] === 0);
  const passers = isEmpty
    ? sides[opposite(turn)].filter((piece) =>
        equipment
          .mover(piece >> 8)
          .lines.some(
            (lines, from) =>
              squares[from] === 0 &&
              lines.some(
                (line) =>
                  line.squares[0] === (piece & 255) &&
                  passed.every((square) => line.passed.includes(square)),
              ),
          ),
      )
    : [];
  const [passer] = passers;
  if (passer !== undefined) return ok(withEnPassant(position, { passed, piece: passer & 255 }));
  const names = passed.map((square) => makeSquare(square, equipment.board)).join('');
  return fail('en-passant', `no piece can just have passed over ${names}`, names);
}
