import type { Square } from '../board/board.ts';
import type { Color, Piece } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { codeOf, colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';

/** A piece on its square: its code times 256, plus the square. Sorted, pieces stand in the army's order. */
export type Standing = number;

/** A position of a game on any board, immutable. */
export interface Position {
  readonly equipment: Equipment;
  readonly turn: Color;
  /** By square: the code of the piece on it, 0 if it is empty. */
  readonly squares: readonly PieceCode[];
  /** Each colour's pieces, sorted. */
  readonly sides: readonly [readonly Standing[], readonly Standing[]];
  /** The {@link Equipment.specials} to which sides still have the right, bit `i` for entry `i`. */
  readonly rights: number;
  /** The right to take the piece that has just moved, kept only where a legal capture uses it. */
  readonly enPassant: EnPassant | undefined;
  /**
   * In games that have it, by piece code: what the code's owner has lost and may promote to. Undefined in other games,
   * and in positions of tables, which allow every promotion of the army.
   */
  readonly stock: readonly number[] | undefined;
  /** Plies since the last capture or pawn move. */
  readonly halfmoves: number;
  /** The number of the move to come, from 1, counted up after Black's. */
  readonly fullmoves: number;
}

/** The right to take a piece en passant. */
export interface EnPassant {
  /** The squares that it has passed over: the capture goes to one of them. */
  readonly passed: readonly Square[];
  /** The square that it stands on. */
  readonly piece: Square;
}

export function standing(code: PieceCode, square: Square): Standing {
  return (code << 8) | square;
}

/** The index of the kind of the piece on a square, or -1 if it is empty. */
export function kindAt({ squares }: Position, square: Square): number {
  const code = squares[square]!;
  return code === 0 ? -1 : kindOf(code);
}

export function pieceAt({ squares }: Position, square: Square): Piece | undefined {
  const code = squares[square]!;
  return code === 0 ? undefined : { kind: kindOf(code), color: colorOf(code) };
}

/** A piece, and the square that it stands on. */
export interface PlacedPiece extends Piece {
  readonly square: Square;
}

/** The pieces on the board: White's, then Black's, each in the army's order. */
export function piecesOn({ sides }: Position): readonly PlacedPiece[] {
  return sides.flatMap((side) =>
    side.map((piece) => ({
      kind: kindOf(piece >> 8),
      color: colorOf(piece >> 8),
      square: piece & 255,
    })),
  );
}

/** The square of a side's one royal piece, in games in which each has one: the first, as royals come first in the army. */
export function royalOf({ sides }: Position, color: Color): Square {
  return sides[color][0]! & 255;
}

/** The squares of all of a side's royal pieces: see {@link PieceKind.royal}. */
export function royalsOf(position: Position, color: Color): readonly Square[] {
  const { equipment, sides } = position;
  if (equipment.isPlain) return [royalOf(position, color)];
  const found: Square[] = [];
  for (const kind of equipment.royals) {
    const most = equipment.army[kind]!.royal!;
    const code = codeOf({ kind, color });
    const before = found.length;
    for (const piece of sides[color]) if (piece >> 8 === code) found.push(piece & 255);
    // Too many to be royal.
    if (most !== 'only' && found.length - before > most) found.length = before;
  }
  return found;
}
