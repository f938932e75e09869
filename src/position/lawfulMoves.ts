import { opposite } from '../pieces/army.ts';
import { codeOf } from '../pieces/mover.ts';
import type { Castling } from '../pieces/specials.ts';
import { isCheck } from './attacks.ts';
import { isCapture, type Move, makeMove } from './makeMove.ts';
import { type Position, royalsOf } from './position.ts';
import { type Visit, visitLater, visitPromotions } from './promotions.ts';
import { openCastlings } from './specialMoves.ts';
import { addTarget, addTargets } from './targets.ts';

/**
 * The legal moves of games with laws, or with other royal pieces than one a side: each move is made, and the position
 * after it judged. `moves.ts` finds those of other games faster.
 */
export function lawfulMoves(position: Position): readonly Move[] {
  const found = candidates(position);
  const { laws, royals } = position.equipment;
  const lawful = (moves: readonly Move[]) =>
    royals.length > 0 ? moves.filter((move) => isLawful(position, move)) : moves;
  if (!laws.mustCapture) return lawful(found);
  const captures = lawful(found.filter((move) => isCapture(position, move)));
  return captures.length > 0 ? captures : lawful(found);
}

/** Is there one? Whether it must capture makes no difference. */
export function hasLawfulMove(position: Position): boolean {
  const isJudged = position.equipment.royals.length > 0;
  return candidates(position).some((move) => !isJudged || isLawful(position, move));
}

/** The moves that the pieces could make if they minded nothing but one another. */
function candidates(position: Position): readonly Move[] {
  const { equipment, sides, squares, turn, enPassant } = position;
  const moves: Move[] = [];
  const add: Visit = (from, to, promotion) => {
    moves.push({ from, to, promotion });
    return false;
  };
  const theirKing = kingOf(position, opposite(turn));
  for (const piece of sides[turn]) {
    const code = piece >> 8;
    const from = piece & 255;
    const { lines, passants } = equipment.mover(code);
    const targets: number[] = [];
    for (const line of lines[from]!) addTargets(line, squares, turn, theirKing, targets);
    for (const to of enPassant?.passed ?? []) {
      if (passants[from]!.includes(to) && squares[to] === 0) addTarget(targets, to);
    }
    for (const to of targets) visitPromotions(position, code, from, to, add);
    visitLater(position, code, from, add);
  }
  for (const castling of openCastlings(position)) {
    const { kingFrom: from, to } = castling;
    if (isSafe(position, castling)) moves.push({ from, to, promotion: undefined });
  }
  return moves;
}

/** May a piece castle? A royal one may not if it is attacked where it stands or on a square that it passes. */
export function isSafe(position: Position, { kingFrom, passed }: Castling): boolean {
  const { turn } = position;
  if (!royalsOf(position, turn).includes(kingFrom)) return true;
  return (
    !isCheck(position) &&
    passed.every((to) => {
      const there = makeMove(position, { from: kingFrom, to, promotion: undefined });
      return !isCheck(there, turn);
    })
  );
}

/** The code of a piece of which each side has exactly one, and which is never taken, or 0 if the game has none. */
export function kingOf({ equipment: { army } }: Position, color: 0 | 1): number {
  const kind = army.findIndex(({ royal }) => royal === 'only');
  return kind < 0 ? 0 : codeOf({ kind, color });
}

/** Does a move leave royal pieces as the laws of the game want them? Whether another move must capture is not asked. */
export function isLawful(position: Position, move: Move): boolean {
  const { equipment, turn } = position;
  const { laws } = equipment;
  const after = makeMove(position, move);
  if (laws.noChecks && isCheck(after)) return false;
  if (laws.blast && isCapture(position, move)) {
    const at = (square: number) => (square === move.from ? move.to : square);
    const isGone = (square: number) => after.squares[square] === 0;
    if (royalsOf(position, turn).some((square) => isGone(at(square)))) return false;
    // Who blows up the other's royal piece has won, whatever attacks its own.
    if (royalsOf(position, opposite(turn)).some(isGone)) return true;
  }
  return !isCheck(after, turn);
}
