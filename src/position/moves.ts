import type { Square } from '../board/board.ts';
import { opposite, ROYAL } from '../pieces/army.ts';
import { codeOf, type PieceCode } from '../pieces/mover.ts';
import { isCheck, Watch } from './attacks.ts';
import { squaresPassed, withEnPassant } from './enPassant.ts';
import { hasLawfulMove, lawfulMoves } from './lawfulMoves.ts';
import { type Move, makeMove } from './makeMove.ts';
import { type Position, royalOf } from './position.ts';
import { type Visit, visitLater, visitPromotions } from './promotions.ts';
import { specialTargets } from './specialMoves.ts';
import { addTarget, addTargets } from './targets.ts';

export { isPass, type Move } from './makeMove.ts';
export type { Visit } from './promotions.ts';

/** Restricts a search to the moves of interest. */
export type Among = (code: PieceCode, from: Square, to: Square) => boolean;

/** The legal moves of the pieces, in the army's order of kinds, then by squares. */
export function legalMoves(position: Position): readonly Move[] {
  const moves: Move[] = [];
  visitMoves(position, (from, to, promotion) => {
    moves.push({ from, to, promotion });
    return false;
  });
  return moves;
}

export function hasLegalMove(position: Position): boolean {
  return position.equipment.isPlain ? visitMoves(position, () => true) : hasLawfulMove(position);
}

/**
 * Visits the legal moves until `visit` returns true, and returns whether it did. With `among`, visits only moves that it
 * accepts, special moves, and promotions where a piece stands; it is asked in games without laws.
 */
export function visitMoves(position: Position, visit: Visit, among?: Among): boolean {
  const { equipment, sides, squares, turn, enPassant } = position;
  if (!equipment.isPlain) {
    return lawfulMoves(position).some(({ from, to, promotion }) => visit(from, to, promotion));
  }
  const { promotes } = equipment;
  const enemy = opposite(turn);
  const royal = royalOf(position, turn);
  const theirRoyal = codeOf({ kind: ROYAL, color: enemy });
  const checked = isCheck(position);
  const guard = new Watch(position, royal, enemy);
  const passed = enPassant ? enPassant.passed : none;
  const targets: Square[] = [];
  for (const piece of sides[turn]) {
    const code = piece >> 8;
    const from = piece & 255;
    const { lines, passants } = equipment.mover(code);
    targets.length = 0;
    for (const line of lines[from]!) addTargets(line, squares, turn, theirRoyal, targets);
    for (let i = 0; i < passed.length; i++) {
      if (passants[from]!.includes(passed[i]!)) addTarget(targets, passed[i]!);
    }
    const ends = promotes[code]!;
    const exposed = checked || from === royal || guard.opens(from);
    for (const to of targets) {
      if (among && !among(code, from, to)) continue;
      const passing =
        passed.length > 0 &&
        passed.includes(to) &&
        squares[to] === 0 &&
        passants[from]!.includes(to);
      if (exposed || passing || guard.bridges(to)) {
        if (guard.attacksAfter(from, to, passing ? enPassant!.piece : to)) continue;
      }
      const found = ends[to]
        ? visitPromotions(position, code, from, to, visit)
        : visit(from, to, undefined);
      if (found) return true;
    }
    if (!checked && visitLater(position, code, from, visit)) return true;
  }
  if (position.rights === 0 || checked) return false;
  return specialTargets(position, royal, guard).some((to) => visit(royal, to, undefined));
}

const none: readonly Square[] = [];

/** The position after a legal move. */
export function play(position: Position, move: Move): Position {
  const after = makeMove(position, move);
  // Who has just promoted is not taken en passant.
  const passed = move.promotion === undefined ? squaresPassed(position, move) : none;
  return passed.length === 0 ? after : withEnPassant(after, { passed, piece: move.to });
}

/** The number of leaf positions after `depth` plies: the standard test of a move generator. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  let nodes = 0;
  if (depth === 1) {
    visitMoves(position, () => {
      nodes++;
      return false;
    });
    return nodes;
  }
  for (const move of legalMoves(position)) nodes += perft(play(position, move), depth - 1);
  return nodes;
}
