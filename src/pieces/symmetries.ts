import { allSymmetries, type Symmetry } from '../board/board.ts';
import { squaresIn } from '../board/regions.ts';
import { type Piece, promotionsOf, WHITE } from './army.ts';
import { type Equipment, regionsOf } from './equipment.ts';
import { sameMovement, turned, turnOf } from './movement.ts';
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
    ofPieces[code] ??= all.map(isKeptBy(equipment, code));
  }
  return all.filter((_, i) => [...codes].every((code) => ofPieces[code]![i]));
}

function addWithPromotions(equipment: Equipment, piece: Piece, found: Set<PieceCode>): void {
  const code = codeOf(piece);
  if (found.has(code)) return;
  found.add(code);
  for (const kind of promotionsOf(equipment.army, piece)) {
    addWithPromotions(equipment, { kind, color: piece.color }, found);
  }
}

/** Does a symmetry keep the movement of a piece, and the squares that are special to it? */
function isKeptBy(equipment: Equipment, code: PieceCode): (map: Symmetry) => boolean {
  const { board, army, stands, promotes } = equipment;
  const kind = army[kindOf(code)]!;
  const regions = regionsOf(kind).map((region) =>
    squaresIn(board, region, colorOf(code) === WHITE),
  );
  const special = [stands[code]!, promotes[code]!, ...regions];
  return (map) => {
    const isEven = (squares: readonly boolean[]) =>
      squares.every((is, square) => is === squares[map[square]!]);
    // Black's steps are White's turned by half: what keeps the ones keeps the others.
    const isMoved = () => sameMovement(turned(kind.movement, turnOf(board, map)), kind.movement);
    return special.every(isEven) && isMoved();
  };
}
