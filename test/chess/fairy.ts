import {
  around,
  compound,
  knight,
  leaper,
  type Movement,
  queen,
  slider,
} from '../../src/chess/movements.ts';
import { type Army, chessArmy, type PieceKind } from '../../src/pieces/army.ts';

function man(letter: string, name: string, movement: Movement): PieceKind {
  return { letter, name, movement, pawn: false, promotions: [] };
}

const [king, , rook, , , pawn] = chessArmy;

/** An army as one line of data per piece; K 0, A 1, H 2, C 3, S 4, R 5, N 6, P 7. */
export const fairyArmy: Army = [
  king!,
  man('A', 'amazon', compound(queen, knight)),
  man('H', 'nightrider', slider(...around(1, 2))),
  man('C', 'camel', leaper(...around(1, 3))),
  // Shogi's silver general as Sente moves it: unlike its mirror image, so 'from' and 'to' differ.
  man('S', 'silver', leaper([-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1])),
  rook!,
  man('N', 'knight', knight),
  { ...pawn!, promotions: [1, 2, 3, 5, 6] },
];
