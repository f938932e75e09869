import { type Square, stepFrom } from '../board/board.ts';
import { ROYAL } from '../pieces/army.ts';
import { kindOf } from '../pieces/mover.ts';
import type { Castling, Special } from '../pieces/specials.ts';
import type { Watch } from './attacks.ts';
import type { Position } from './position.ts';

/** The squares to which the royal of the side to move can go by the special moves that it still has the right to. */
export function specialTargets(position: Position, king: Square, guard: Watch): readonly Square[] {
  const { equipment, rights, turn } = position;
  const targets: Square[] = [];
  for (const [i, special] of equipment.specials.entries()) {
    if (special.color !== turn || ((rights >> i) & 1) === 0) continue;
    if (special.kind === 'leap') targets.push(...leapTargets(position, king, guard));
    else if (isOpen(position, special) && isGuarded(special, guard)) targets.push(special.to);
  }
  return targets;
}

/** The castlings to which the side to move has the right and that no piece obstructs, whatever it attacks. */
export function openCastlings(position: Position): readonly Castling[] {
  const { equipment, rights, turn } = position;
  return equipment.specials.filter(
    (special, i): special is Castling =>
      special.kind === 'castling' &&
      special.color === turn &&
      ((rights >> i) & 1) === 1 &&
      isOpen(position, special),
  );
}

function isOpen({ squares }: Position, { path }: Castling): boolean {
  return path.every((square) => squares[square] === 0);
}

/** Are the squares safe that a royal piece passes and reaches? */
function isGuarded({ kingFrom, kingTo, rookFrom, passed }: Castling, guard: Watch): boolean {
  return (
    passed.every((square) => !guard.attacksAfter(kingFrom, square, square)) &&
    // The rook may uncover an attack where it stood.
    !guard.attacksAfter(kingFrom, kingTo, rookFrom)
  );
}

/** Where a king may leap: metamachy.md. The squares between may hold pieces, and not all of them may be attacked. */
function leapTargets({ equipment, squares }: Position, king: Square, guard: Watch): Square[] {
  const { board } = equipment;
  const isSafe = (square: Square) => !guard.attacksAfter(king, square, square);
  const targets: Square[] = [];
  for (let y = -2; y <= 2; y++) {
    for (let x = -2; x <= 2; x++) {
      if (Math.max(Math.abs(x), Math.abs(y)) < 2) continue;
      const to = stepFrom(board, king, [x, y]);
      if (to < 0 || squares[to] !== 0 || !isSafe(to)) continue;
      // The nearest squares on the way: one of a straight or diagonal leap, two of a knight's.
      const between = new Set([
        stepFrom(board, king, [Math.trunc(x / 2), Math.trunc(y / 2)]),
        stepFrom(board, king, [Math.sign(x), Math.sign(y)]),
      ]);
      if ([...between].some(isSafe)) targets.push(to);
    }
  }
  return targets;
}

/** The castling that this move makes, or undefined if it is another move. */
export function castlingOf(
  { equipment, rights, turn }: Position,
  { from, to }: { readonly from: Square; readonly to: Square },
): Castling | undefined {
  if (rights === 0) return undefined;
  // While there is the right, the king stands there.
  return equipment.specials.find(
    (special, i): special is Castling =>
      special.kind === 'castling' &&
      ((rights >> i) & 1) === 1 &&
      special.color === turn &&
      from === special.kingFrom &&
      to === special.to,
  );
}

/** The rights that survive a move of `turn`. */
export function rightsAfter(position: Position, from: Square, to: Square): number {
  const { equipment, rights, turn, squares } = position;
  const { at, byRoyal } = equipment.rightsLost;
  let lost = at[from]! | at[to]!;
  if (kindOf(squares[from]!) === ROYAL) lost |= byRoyal[turn];
  const castled = castlingOf(position, { from, to });
  if (castled?.opposite) {
    for (const [i, special] of equipment.specials.entries()) {
      if (isSameSide(castled, special)) lost |= 1 << i;
    }
  }
  return rights & ~lost;
}

/** Do these castle to the same side of the board? */
function isSameSide({ letter }: Castling, other: Special): boolean {
  return other.kind === 'castling' && other.letter.toUpperCase() === letter.toUpperCase();
}
