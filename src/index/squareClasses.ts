import type { Square } from '../board/board.ts';
import { boardSymmetries } from './slabPlacements.ts';

/** The squares that the board's symmetries exchange, by class. */
export const squareClasses: readonly (readonly Square[])[] = [
  ...new Map(
    boardSymmetries[0]!.map((square) => {
      const images = boardSymmetries.map((map) => map[square]!);
      return [Math.min(...images), [...new Set(images)]];
    }),
  ).values(),
];
