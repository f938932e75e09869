import type { Board, Square } from '../board/board.ts';
import { BLACK, type Color, WHITE } from './army.ts';

/** The king and a rook move at once, if neither has moved. */
export interface Castling {
  readonly kind: 'castling';
  /** In a FEN. */
  readonly letter: string;
  readonly color: Color;
  readonly kingFrom: Square;
  readonly kingTo: Square;
  readonly rookFrom: Square;
  /** The kind of piece that the king castles with. */
  readonly rook: number;
  /** The square that the king passes over, where the rook ends. */
  readonly transit: Square;
  /** The squares that must be empty. */
  readonly path: readonly Square[];
}

/** A king that has not moved leaps two squares (Metamachy). */
export interface Leap {
  readonly kind: 'leap';
  readonly letter: string;
  readonly color: Color;
}

/** A move that a side may make while it has the right to. */
export type Special = Castling | Leap;

/** Castling as in chess, in the order of FEN's letters, on a board of eight files. `rook`: the kind of the rook. */
export function chessCastlings({ files, ranks }: Board, rook: number): readonly Castling[] {
  const castling = (letter: string, color: Color, toRight: boolean): Castling => {
    const at = (file: number) => (color === WHITE ? 0 : ranks - 1) * files + file;
    return {
      kind: 'castling',
      letter,
      color,
      kingFrom: at(4),
      kingTo: at(toRight ? 6 : 2),
      rookFrom: at(toRight ? 7 : 0),
      rook,
      transit: at(toRight ? 5 : 3),
      path: (toRight ? [5, 6] : [1, 2, 3]).map(at),
    };
  };
  return [
    castling('K', WHITE, true),
    castling('Q', WHITE, false),
    castling('k', BLACK, true),
    castling('q', BLACK, false),
  ];
}

export const kingLeaps: readonly Leap[] = [
  { kind: 'leap', letter: 'K', color: WHITE },
  { kind: 'leap', letter: 'k', color: BLACK },
];
