import { hasLegalMove } from '../chess/moves.ts';
import { isCheck } from '../chess/position.ts';
import { BLACK, type Color, chessArmy, opposite, type Piece, WHITE } from '../pieces/army.ts';
import { orthodox } from './orthodox.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';

export const chess = orthodox(
  {
    name: 'chess',
    title: 'Chess',
    about: 'Orthodox chess.',
    permits: () => true,
    isInsufficientMaterial: isLoneMinor,
    ending(position, legal) {
      if (legal ? legal.length > 0 : hasLegalMove(position)) return undefined;
      return isCheck(position) ? { reason: 'checkmate', wdl: -1 } : { reason: 'stalemate', wdl: 0 };
    },
    setwise: { terminal: chessEndings, forbidsMateInOne: false },
  },
  chessArmy,
);

/**
 * Is a bishop or a knight the only piece besides the kings? Then no position is mate, nor in metachess metacheckmate.
 */
export function isLoneMinor(men: readonly Piece[]): boolean {
  const letters = men.map(({ kind }) => chessArmy[kind]!.letter).sort();
  return ['BKK', 'KKN'].includes(letters.join(''));
}

/** Checkmate and stalemate as sets. */
export function chessEndings<S>(sets: SetAlgebra<S>): Terminal<S> {
  const side = (color: Color) => {
    const movable = sets.moves(color, sets.valid(opposite(color)), 'legal');
    const stuck = sets.without(sets.valid(color), movable);
    sets.release(movable);
    const mated = sets.inCheck(color, stuck);
    const stalemate = sets.without(stuck, mated);
    sets.release(stuck);
    return { mated, stalemate };
  };
  const white = side(WHITE);
  const black = side(BLACK);
  const mated = [white.mated, black.mated] as const;
  return {
    lost: mated,
    stalemate: [white.stalemate, black.stalemate],
    mated,
    forbidden: undefined,
  };
}
