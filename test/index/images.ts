import type { Symmetry } from '../../src/board/board.ts';
import { type Piece, parsePiece } from '../../src/pieces/army.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';

export function men(letters: string): Piece[] {
  return [...letters].map((letter) => parsePiece(chessArmy, letter)!);
}

/** The squares of a placement with identical pieces in every order, under every symmetry, as comparable text. */
export function images(
  army: readonly Piece[],
  squares: readonly number[],
  symmetries: readonly Symmetry[],
) {
  const found = new Set<string>();
  for (const order of ordersOfLikeMen(army, squares)) {
    for (const symmetry of symmetries) found.add(order.map((square) => symmetry[square]).join());
  }
  return found;
}

function ordersOfLikeMen(army: readonly Piece[], squares: readonly number[]): number[][] {
  const like = (a: Piece, b: Piece) => a.kind === b.kind && a.color === b.color;
  const orders = (slot: number, left: readonly number[]): number[][] =>
    slot === army.length
      ? [[]]
      : left
          .filter((from) => like(army[from]!, army[slot]!))
          .flatMap((from) =>
            orders(
              slot + 1,
              left.filter((each) => each !== from),
            ).map((rest) => [squares[from]!, ...rest]),
          );
  return orders(
    0,
    army.map((_, slot) => slot),
  );
}
