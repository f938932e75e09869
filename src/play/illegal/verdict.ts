import type { Square } from '../../board/board.ts';
import { opposite, ROYAL } from '../../pieces/army.ts';
import { codeOf, colorOf, kindOf } from '../../pieces/mover.ts';
import type { Castling } from '../../pieces/specials.ts';
import { isAttacked, isCheck } from '../../position/attacks.ts';
import { hasLegalMove, legalMoves } from '../../position/moves.ts';
import type { Position } from '../../position/position.ts';
import { castlingOf } from '../../position/specialMoves.ts';
import { addTargets } from '../../position/targets.ts';
import type { Put } from './action.ts';
import type { Way } from './possible.ts';
import { afterPut, type Stage, takenBy } from './stage.ts';

/**
 * What makes a move illegal. `foreign`: the opponent's man; `own`: takes an own man; `castling`, `passing`: such a special
 * move is not allowed here; `movement`: the man does not move so; `danger`: the own king can be captured.
 */
type Fault = 'foreign' | 'own' | 'castling' | 'passing' | 'movement' | 'danger';

type Verdict = 'legal' | 'escape' | 'illegal';

/** A move, and what only the server knows of it. */
export interface Made {
  readonly before: Stage;
  readonly put: Put;
  readonly way: Way;
  readonly after: Stage;
  readonly verdict: Verdict;
  /** Why it is illegal; otherwise empty. */
  readonly faults: readonly Fault[];
}

/** Makes a move that is possible and does not capture a king. */
export function makePossible(before: Stage, put: Put, way: Way): Made {
  const after = afterPut(before, put, way);
  const faults = faultsOf(before, put, way, after);
  // Both are found out for every move, so that the time that it takes tells nothing.
  const [legal, escapes] = [isLegal(before.position, put, way), isEscape(before, put, way)];
  const verdict = legal ? 'legal' : escapes ? 'escape' : 'illegal';
  return { before, put, way, after, verdict, faults: verdict === 'illegal' ? faults : [] };
}

/** In check without a legal move. */
export function isMated({ position }: Stage): boolean {
  return isCheck(position) && !hasLegalMove(position);
}

/** Is it legal in chess, the special moves of chess being those that are special here? */
function isLegal(position: Position, { from, to, promotion }: Put, way: Way): boolean {
  const found = legalMoves(position).find(
    (move) => move.from === from && move.to === to && move.promotion === promotion,
  );
  if (!found) return false;
  const isCastling = castlingOf(position, found) !== undefined;
  return way.type === (isCastling ? 'castling' : isPassing(position, found) ? 'passing' : 'plain');
}

/** A move out of checkmate that is legal but for the safety of the king. */
function isEscape(before: Stage, put: Put, way: Way): boolean {
  return isMated(before) && way.type !== 'castling' && moves(before, put, way);
}

/** Does the man move so in chess, its own king's safety not asked? */
function moves({ position, stepped }: Stage, { from, to }: Put, way: Way): boolean {
  const { equipment, squares, turn } = position;
  const code = squares[from]!;
  if (colorOf(code) !== turn) return false;
  const { lines, passants } = equipment.mover(code);
  if (way.type === 'passing') {
    return stepped?.passed.includes(to) === true && passants[from]!.includes(to);
  }
  const targets: Square[] = [];
  const royal = codeOf({ kind: ROYAL, color: opposite(turn) });
  for (const line of lines[from]!) addTargets(line, squares, turn, royal, targets);
  return targets.includes(to);
}

function faultsOf(before: Stage, put: Put, way: Way, after: Stage): readonly Fault[] {
  const { squares, turn } = before.position;
  const isForeign = colorOf(squares[put.from]!) !== turn;
  const taken = capturedBy({ before, put, way });
  const faults: Fault[] = [];
  if (isForeign) faults.push('foreign');
  if (taken.some((code) => colorOf(code) === turn)) faults.push('own');
  if (way.type === 'castling') faults.push('castling');
  else if (!isForeign && !faults.includes('own') && !moves(before, put, way))
    faults.push(way.type === 'passing' ? 'passing' : 'movement');
  if (isEndangered(after.position, way)) faults.push('danger');
  return faults;
}

/** The men that a move captures. */
export function capturedBy({ before, put, way }: Pick<Made, 'before' | 'put' | 'way'>) {
  const { squares } = before.position;
  const own = way.type === 'castling' ? [put.from, way.castling.rookFrom] : [];
  const squaresTaken = takenBy({ put, way }).filter((square) => !own.includes(square));
  return squaresTaken.map((square) => squares[square]!).filter((code) => code !== 0);
}

/** Can the king of the side that has moved be captured at once, after castling en passant, too? */
function isEndangered(after: Position, way: Way): boolean {
  const mover = opposite(after.turn);
  if (isCheck(after, mover)) return true;
  return way.type === 'castling' && passedBy(way.castling).some((at) => attacks(after, at));
}

function passedBy({ kingFrom, passed }: Castling): readonly Square[] {
  return [kingFrom, ...passed];
}

function attacks(position: Position, square: Square): boolean {
  return isAttacked(position, square, position.turn);
}

function isPassing({ squares, equipment }: Position, { from, to }: Pick<Put, 'from' | 'to'>) {
  const { army, board } = equipment;
  const isDiagonal = (to - from) % board.files !== 0;
  return army[kindOf(squares[from]!)]!.pawn && isDiagonal && squares[to] === 0;
}
