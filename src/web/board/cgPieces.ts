import type { Api } from 'chessgroundx/api.js';
import type { Key, Piece, PiecesDiff, Role } from 'chessgroundx/types.js';
import type { Board } from '../../board/board.ts';
import { type Army, type Piece as ArmyPiece, BLACK, WHITE } from '../../pieces/army.ts';
import type { PlacedPiece } from '../../position/position.ts';
import { keyOf } from './keys.ts';
import { colorName, lookOf } from './pieceLook.ts';

/** A piece as chessgroundx has it: its role is only a class. */
export function cgPiece(army: Army, { kind, color }: ArmyPiece): Piece {
  return { role: lookOf(army, kind) as Role, color: colorName(color) };
}

/** Makes the pieces on a board these ones. Those that move are seen to move. */
export function showPieces(
  ground: Api,
  army: Army,
  board: Board,
  pieces: readonly PlacedPiece[],
): void {
  const wanted = new Map(
    pieces.map((piece): [Key, Piece] => [keyOf(piece.square, board), cgPiece(army, piece)]),
  );
  const diff: PiecesDiff = new Map(wanted);
  for (const key of ground.state.boardState.pieces.keys()) {
    if (!wanted.has(key)) diff.set(key, undefined);
  }
  ground.setPieces(diff);
}

/** The size of a board for chessgroundx, which is redrawn if that changes. */
export function setSize(ground: Api, { files, ranks }: Board): void {
  const { width, height } = ground.state.dimensions;
  if (width === files && height === ranks) return;
  ground.state.boardState.pieces.clear();
  ground.state.dimensions = { width: files, height: ranks };
  ground.redrawAll();
}

/** What a piece of chessgroundx is in the army. */
export function pieceOf(army: Army, { role, color }: Piece): ArmyPiece {
  const kind = army.findIndex((_, each) => lookOf(army, each) === role);
  return { kind, color: color === 'white' ? WHITE : BLACK };
}
