import { chessArmy } from '../chess/men.ts';
import { hasLegalMove } from '../chess/moves.ts';
import { isCheck } from '../chess/position.ts';
import { orthodox } from './orthodox.ts';

export const chess = orthodox(
  {
    name: 'chess',
    title: 'Chess',
    about: 'Orthodox chess.',
    permits: () => true,
    ending(position, legal) {
      if (legal ? legal.length > 0 : hasLegalMove(position)) return undefined;
      return isCheck(position) ? { reason: 'checkmate', wdl: -1 } : { reason: 'stalemate', wdl: 0 };
    },
  },
  chessArmy,
);
