import { allSymmetries, type Board, type Step, type Symmetry } from '../board/board.ts';
import { squaresIn } from '../board/regions.ts';
import { type Piece, WHITE } from './army.ts';
import type { Equipment } from './equipment.ts';
import { sameMovement, turned } from './movement.ts';
import { codeOf, colorOf, kindOf, type PieceCode } from './mover.ts';

const known = new WeakMap<Equipment, (readonly boolean[])[]>();

/**
 * The symmetries of the board that change nothing for these pieces and all that they may promote to: how they move from
 * every square, where they may stand, and where they promote. The identity comes first: 8 for king, queen and knight on
 * 8x8, 2 with a pawn.
 */
export function pieceSymmetries(equipment: Equipment, men: readonly Piece[]): readonly Symmetry[] {
  const ofPieces = known.get(equipment) ?? [];
  known.set(equipment, ofPieces);
  const codes = new Set<PieceCode>();
  for (const piece of men) addWithPromotions(equipment, piece, codes);
  const all = allSymmetries(equipment.board);
  for (const code of codes) {
    ofPieces[code] ??= all.map((symmetry) => isKept(equipment, code, symmetry));
  }
  return all.filter((_, i) => [...codes].every((code) => ofPieces[code]![i]));
}

function addWithPromotions(equipment: Equipment, piece: Piece, found: Set<PieceCode>): void {
  const code = codeOf(piece);
  if (found.has(code)) return;
  found.add(code);
  for (const kind of equipment.army[kindOf(code)]!.promotions) {
    addWithPromotions(equipment, { kind, color: piece.color }, found);
  }
}

/** Does the symmetry keep the movement of a piece, and the squares that are special to it? */
function isKept(equipment: Equipment, code: PieceCode, map: Symmetry): boolean {
  const { board, army, stands, promotes } = equipment;
  const { movement, home } = army[kindOf(code)]!;
  const atHome = squaresIn(board, home, colorOf(code) === WHITE);
  const isEven = (squares: readonly boolean[]) =>
    squares.every((is, square) => is === squares[map[square]!]);
  if (![stands[code]!, promotes[code]!, atHome].every(isEven)) return false;
  // Black's steps are White's turned by half: what keeps the ones keeps the others.
  return sameMovement(turned(movement, turnOf(board, map)), movement);
}

/** The effect of a symmetry on steps, from where it takes one step along a rank and one along a file. */
function turnOf({ files }: Board, map: Symmetry): (step: Step) => Step {
  const stepTo = (square: number): Step => [
    (map[square]! % files) - (map[0]! % files),
    Math.floor(map[square]! / files) - Math.floor(map[0]! / files),
  ];
  const right = stepTo(1);
  const up = stepTo(files);
  return ([x, y]) => [x * right[0] + y * up[0], x * right[1] + y * up[1]];
}
