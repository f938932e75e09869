import { board8x8 } from '../board/board.ts';
import { onRanks } from '../board/regions.ts';
import { unwrap } from '../board/result.ts';
import { type Army, type PieceKind, ROYAL } from '../pieces/army.ts';
import { parseBetza } from '../pieces/betza.ts';
import { Equipment } from '../pieces/equipment.ts';
import { sameMovement } from '../pieces/movement.ts';
import { chessCastlings } from '../pieces/specials.ts';

/** A kind of piece that moves as this notation says: see pieces/betza.ts. */
export function piece(letter: string, name: string, movement: string): PieceKind {
  return { letter, name, movement: unwrap(parseBetza(movement)), pawn: false, promotions: [] };
}

/** The pawn of chess, which may step twice from its second rank. */
export function pawn(promotions: readonly number[], movement = 'fmWfceFifmnnD'): PieceKind {
  return { ...piece('P', 'pawn', movement), home: onRanks(2), pawn: true, promotions };
}

/** The pieces of chess but the pawn. */
export const chessOfficers: Army = [
  piece('K', 'king', 'K'),
  piece('Q', 'queen', 'Q'),
  piece('R', 'rook', 'R'),
  piece('B', 'bishop', 'B'),
  piece('N', 'knight', 'N'),
];

export const chessArmy: Army = [...chessOfficers, pawn([1, 2, 3, 4])];

/** Does it move as the king of chess? */
export function isKing({ movement }: PieceKind): boolean {
  return sameMovement(movement, chessArmy[ROYAL]!.movement);
}

const ROOK = 2;

export const chessEquipment = new Equipment(board8x8, chessArmy, chessCastlings(board8x8, ROOK));

/** The position at the start of a game of chess. */
export const chessStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
