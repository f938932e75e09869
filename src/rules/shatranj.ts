import { board8x8 } from '../board/board.ts';
import { Equipment } from '../pieces/equipment.ts';
import { pawn, piece, royal } from '../pieces/kinds.ts';
import { rulesOf } from './rules.ts';

const army = [
  royal('K', 'king', 'K'),
  piece('R', 'rook', 'R'),
  piece('N', 'knight', 'N'),
  piece('F', 'ferz', 'F'),
  piece('A', 'alfil', 'A'),
  pawn([3], 'fmWfcF'),
];

export const shatranj = rulesOf({
  name: 'shatranj',
  title: 'Shatranj',
  about: 'The chess of the Middle Ages: stalemate loses, and so does a king left alone.',
  source: 'Al-Adli and as-Suli, about 900, after H. J. R. Murray, A History of Chess (1913)',
  notes: ['Pawns step once, and become a ferz.'],
  equipment: new Equipment(board8x8, army),
  start: 'rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1',
  stuck: {
    attacked: { reason: 'checkmate', wdl: -1 },
    free: { reason: 'stalemate', wdl: -1 },
  },
  bareRoyalLoses: true,
});
