import { boardOf } from '../board/board.ts';
import type { Army } from '../pieces/army.ts';
import { Equipment } from '../pieces/equipment.ts';
import { pawn, piece, royal } from '../pieces/kinds.ts';
import { kingLeaps } from '../pieces/specials.ts';
import { checkmateOrStalemate, type OpenGame } from './variant.ts';

/** The kinds that pawns and princes promote to: queen, eagle and lion. */
const promotions = [1, 2, 3];

const makeArmy = (): Army => [
  royal('K', 'king', 'K'),
  piece('Q', 'queen', 'Q'),
  piece('G', 'eagle', 't[FR]'),
  piece('L', 'lion', 'KNAD'),
  piece('R', 'rook', 'R'),
  piece('B', 'bishop', 'B'),
  piece('N', 'knight', 'N'),
  piece('C', 'cannon', 'mRcpR'),
  piece('M', 'camel', 'C'),
  piece('E', 'elephant', 'FA'),
  { ...piece('I', 'prince', 'KfmnnD'), promotions },
  pawn(promotions, 'fmWfceFfmnnD'),
];

export const metamachy: OpenGame = {
  name: 'metamachy',
  parameters: [],
  make: (name) => ({
    name,
    title: 'Metamachy',
    about: 'Twelve by twelve squares, eagles, lions, cannons, camels, elephants and princes.',
    source: 'Jean-Louis Cazaux, 2012: http://history.chess.free.fr/metamachy.htm',
    notes: [
      'Pawns and princes may step twice from any square; only pawns take en passant, a pawn or a prince.',
      'Before the first move Black chooses one of 24 arrangements of king, queen, lion and eagle on f12, g12, f11 and g11; White’s stand in its mirror, and White moves.',
      'Ours, as the texts differ or are silent: a prince on the last rank must promote; a leap as a knight’s needs one of the two squares on its way unattacked; whether a square is attacked is asked with the king on it, its own square empty, and a piece that stands there taken off.',
    ],
    equipment: new Equipment(boardOf(12, 12), makeArmy(), kingLeaps),
    start:
      'cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1',
    preparation: 'arrangement',
    stuck: checkmateOrStalemate,
  }),
};
