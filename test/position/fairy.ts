import { board8x8 } from '../../src/board/board.ts';
import type { Army } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn, piece } from '../../src/pieces/kinds.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';

const [king, , rook, , knight] = chessArmy;

/** An army as one line of data per piece; K 0, A 1, H 2, C 3, S 4, R 5, N 6, P 7. */
export const fairyArmy: Army = [
  king!,
  piece('A', 'amazon', 'QN'),
  piece('H', 'nightrider', 'NN'),
  piece('C', 'camel', 'C'),
  // Shogi's silver general as Sente moves it: unlike its mirror image, so 'from' and 'to' differ.
  piece('S', 'silver', 'FfW'),
  rook!,
  knight!,
  pawn([1, 2, 3, 5, 6]),
];

export const fairyEquipment = new Equipment(board8x8, fairyArmy);
