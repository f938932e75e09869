import { BLACK, type Color, opposite, WHITE } from '../pieces/army.ts';
import { chessEquipment, chessStart } from './chessPieces.ts';
import { rulesOf } from './rules.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';
import { checkmateOrStalemate } from './variant.ts';

export const chess = rulesOf({
  name: 'chess',
  title: 'Chess',
  about: 'Orthodox chess.',
  source: 'FIDE, Laws of Chess',
  equipment: chessEquipment,
  start: chessStart,
  stuck: checkmateOrStalemate,
  insufficient: 'BN',
  setwise: { terminal: chessEndings },
});

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
