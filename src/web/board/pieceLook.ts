import { type Army, type Color, type PieceKind, WHITE } from '../../pieces/army.ts';
import { isKing } from '../../pieces/kinds.ts';
import { sameMovement } from '../../pieces/movement.ts';
import { chessArmy, chessOfficers } from '../../rules/chessPieces.ts';
import { element } from '../dom.ts';
import { drawnLetter } from './drawnLetter.ts';

const looks = new WeakMap<Army, readonly string[]>();

/**
 * The class of a piece's picture. A piece that moves as one of chess has its picture, whatever its letter and name, so that no picture
 * misleads; the others, and the second of two that move alike, have a drawn letter.
 */
export function lookOf(army: Army, kind: number): string {
  let known = looks.get(army);
  if (!known) {
    known = makeLooks(army);
    looks.set(army, known);
  }
  return known[kind]!;
}

function makeLooks(army: Army): readonly string[] {
  const found: string[] = [];
  for (const kind of army) {
    const picture = pictureOf(army, kind);
    found.push(picture && !found.includes(picture) ? picture : drawnLetter(kind));
  }
  return found;
}

function pictureOf(army: Army, kind: PieceKind): string | undefined {
  const model = chessArmy.find((each) => {
    if (each.pawn) return kind.pawn && stepsAlike(kind, each);
    if (each === chessOfficers[0]) return isKing(kind) && mayBeKing(army, kind);
    return kind.royal === undefined && sameMovement(kind.movement, each.movement);
  });
  return model && `${model.letter.toLowerCase()}-piece`;
}

/** The picture of a king says that it is royal, unless no piece is. */
function mayBeKing(army: Army, { royal }: PieceKind): boolean {
  return royal !== undefined || army.every((each) => each.royal === undefined);
}

/** Pawns differ in how far they go at first, and in what they take en passant. */
function stepsAlike(pawn: PieceKind, other: PieceKind): boolean {
  const steps = ({ movement }: PieceKind) =>
    movement
      .filter(({ step: [x, y], range }) => range === 1 && Math.abs(x) <= 1 && Math.abs(y) <= 1)
      .map(({ enPassant: _, ...leg }) => leg);
  return sameMovement(steps(pawn), steps(other));
}

export function colorName(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black';
}

/** A piece as a small picture. */
export function symbolOf(army: Army, kind: number, color: Color): HTMLElement {
  return element('span', { class: `piece ${lookOf(army, kind)} ${colorName(color)}` });
}
