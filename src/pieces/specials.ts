import type { Board, Square } from '../board/board.ts';
import { BLACK, type Color, ROYAL, WHITE } from './army.ts';

/** A king and a rook, or the kinds of piece in their place, move at once, if neither has moved. */
export interface Castling {
  readonly kind: 'castling';
  /** In a FEN. */
  readonly letter: string;
  readonly color: Color;
  /** The kind of piece that castles: royal, or not. */
  readonly king: number;
  readonly kingFrom: Square;
  readonly kingTo: Square;
  /** The square that the move names: `kingTo`, or `rookFrom` if the king may go to `kingTo` by an ordinary move, too. */
  readonly to: Square;
  /** The kind of piece that it castles with. */
  readonly rook: number;
  readonly rookFrom: Square;
  readonly rookTo: Square;
  /** The squares that must be empty but for these two. */
  readonly path: readonly Square[];
  /** The squares that the king passes over, the nearest first: a royal one may not be attacked there. */
  readonly passed: readonly Square[];
  /** Does the other side then lose its right to castle to the same side? */
  readonly opposite?: true;
}

/** A king that has not moved leaps two squares (Metamachy). */
export interface Leap {
  readonly kind: 'leap';
  readonly letter: string;
  readonly color: Color;
}

/** A move that a side may make while it has the right to. */
export type Special = Castling | Leap;

/** What makes a castling: where the king goes; the rook goes to the near side of it. */
type CastlingRule = Omit<Castling, 'kind' | 'to' | 'rookTo' | 'path' | 'passed'> & {
  /** Is it the one to the right, as White sees it? */
  readonly toRight: boolean;
  /** Is it named by the rook's square? */
  readonly byRook?: boolean;
};

/** Castling along a rank. All squares that king and rook pass or reach must be empty. */
export function castling({ toRight, byRook = false, ...rule }: CastlingRule): Castling {
  const { kingFrom, kingTo, rookFrom } = rule;
  const rookTo = kingTo + (toRight ? -1 : 1);
  const ways = [...wayTo(kingFrom, kingTo), ...wayTo(rookFrom, rookTo)];
  const path = [...new Set(ways)].filter((square) => square !== kingFrom && square !== rookFrom);
  return {
    ...rule,
    kind: 'castling',
    to: byRook ? rookFrom : kingTo,
    rookTo,
    path: path.sort((a, b) => a - b),
    passed: wayTo(kingFrom, kingTo).slice(0, -1),
  };
}

/** The squares from one on a rank to another one, without the first. */
function wayTo(from: Square, to: Square): readonly Square[] {
  const step = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) }, (_, i) => from + step * (i + 1));
}

/** Castling as in chess, in the order of FEN's letters, on a board of eight files. `rook`: the kind of the rook. */
export function chessCastlings({ files, ranks }: Board, rook: number): readonly Castling[] {
  return [WHITE, BLACK].flatMap((color) => {
    const at = (file: number) => (color === WHITE ? 0 : ranks - 1) * files + file;
    const side = (letter: string, toRight: boolean) =>
      castling({
        letter: color === WHITE ? letter : letter.toLowerCase(),
        color,
        toRight,
        king: ROYAL,
        rook,
        kingFrom: at(4),
        kingTo: at(toRight ? 6 : 2),
        rookFrom: at(toRight ? 7 : 0),
      });
    return [side('K', true), side('Q', false)];
  });
}

export const kingLeaps: readonly Leap[] = [
  { kind: 'leap', letter: 'K', color: WHITE },
  { kind: 'leap', letter: 'k', color: BLACK },
];

/** Which moves end which rights, bit `i` for special `i`. */
export interface RightsLost {
  /** By square: the rights that end when a move begins or ends there. */
  readonly at: readonly number[];
  /** By colour: the rights that end when its royal piece moves. */
  readonly byRoyal: readonly [number, number];
}

export function rightsLostBy(specials: readonly Special[], size: number): RightsLost {
  const at: number[] = new Array(size).fill(0);
  const byRoyal: [number, number] = [0, 0];
  for (const [i, special] of specials.entries()) {
    if (special.kind === 'leap') byRoyal[special.color] |= 1 << i;
    else for (const square of [special.kingFrom, special.rookFrom]) at[square]! |= 1 << i;
  }
  return { at, byRoyal };
}
