import { board8x8 } from '../board/board.ts';
import type { Army } from '../pieces/army.ts';
import { Equipment } from '../pieces/equipment.ts';
import { pawn, piece, royal } from '../pieces/kinds.ts';
import { chessCastlings } from '../pieces/specials.ts';

/** The pieces of chess but the pawn. */
export const chessOfficers: Army = [
  royal('K', 'king', 'K'),
  piece('Q', 'queen', 'Q'),
  piece('R', 'rook', 'R'),
  piece('B', 'bishop', 'B'),
  piece('N', 'knight', 'N'),
];

export const chessArmy: Army = [...chessOfficers, pawn([1, 2, 3, 4])];

const ROOK = 2;

export const chessEquipment = new Equipment(board8x8, chessArmy, chessCastlings(board8x8, ROOK));

/** The position at the start of a game of chess. */
export const chessStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
