import { onRanks } from '../board/regions.ts';
import { unwrap } from '../board/result.ts';
import type { PieceKind } from './army.ts';
import { parseBetza } from './betza.ts';
import { sameMovement } from './movement.ts';

/** A kind of piece that moves as this notation says: see betza.ts. Throws an InputError if it says nothing. */
export function piece(letter: string, name: string, movement: string): PieceKind {
  return { letter, name, movement: unwrap(parseBetza(movement)), pawn: false, promotions: [] };
}

/** A royal piece that moves as this notation says: each side has exactly one. Throws an InputError if it says nothing. */
export function royal(letter: string, name: string, movement: string): PieceKind {
  return { ...piece(letter, name, movement), royal: 'only' };
}

/** The pawn of chess, which may step twice from its second rank. `promotions`: indices of its army. */
export function pawn(promotions: readonly number[], movement = 'fmWfceFifmnnD'): PieceKind {
  return { ...piece('P', 'pawn', movement), home: onRanks(2), pawn: true, promotions };
}

const kingMovement = unwrap(parseBetza('K'));

/** Does it move as the king of chess? */
export function isKing({ movement }: PieceKind): boolean {
  return sameMovement(movement, kingMovement);
}
