import { board8x8 } from '../board/board.ts';
import { Equipment } from '../pieces/equipment.ts';
import { pawn, piece, royal } from '../pieces/kinds.ts';
import { chessCastlings } from '../pieces/specials.ts';
import { rulesOf } from './rules.ts';
import { checkmateOrStalemate } from './variant.ts';

const army = [
  royal('K', 'royal knight', 'N'),
  piece('Q', 'queen', 'Q'),
  piece('R', 'rook', 'R'),
  piece('B', 'bishop', 'B'),
  piece('M', 'commoner', 'K'),
  pawn([1, 2, 3, 4]),
];

export const knightmate = rulesOf({
  name: 'knightmate',
  title: 'Knightmate',
  about:
    'Chess with a royal knight in place of the king, and kings that can be taken in place of the knights.',
  source: 'Bruce Zimov, 1972: https://www.chessprogramming.org/Knightmate_Chess',
  notes: ['Castling is as in chess, with the royal knight.'],
  equipment: new Equipment(board8x8, army, chessCastlings(board8x8, 2)),
  start: 'rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1',
  stuck: checkmateOrStalemate,
});
