import { type Board, type Square, stepFrom } from '../board/board.ts';

const known = new Map<Board, readonly (readonly Square[])[]>();

/** The squares next to one, in all eight directions. */
export function squaresAround(board: Board, square: Square): readonly Square[] {
  let around = known.get(board);
  if (!around) {
    around = Array.from({ length: board.size }, (_, from) => neighboursOf(board, from));
    known.set(board, around);
  }
  return around[square]!;
}

function neighboursOf(board: Board, from: Square): readonly Square[] {
  const steps = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x): [number, number] => [x, y]));
  return steps
    .filter(([x, y]) => x !== 0 || y !== 0)
    .map((step) => stepFrom(board, from, step))
    .filter((to) => to >= 0);
}
