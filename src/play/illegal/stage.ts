import type { Square } from '../../board/board.ts';
import { opposite, WHITE } from '../../pieces/army.ts';
import { codeOf, colorOf, kindOf, type PieceCode } from '../../pieces/mover.ts';
import type { Castling } from '../../pieces/specials.ts';
import { withEnPassant } from '../../position/enPassant.ts';
import { type EnPassant, type Position, standing } from '../../position/position.ts';
import type { Put } from './action.ts';
import type { Way } from './possible.ts';

/** A position, and what the last move has left behind. */
export interface Stage {
  /** The right to take en passant is in it if a legal move can use it. Any king may stand in check. */
  readonly position: Position;
  /** The pawn that has just moved two squares, legally or not. */
  readonly stepped: EnPassant | undefined;
  /** Where the last move ended: of castling, the square of the king. */
  readonly arrived: Square | undefined;
}

export function firstStage(position: Position): Stage {
  const { enPassant } = position;
  return { position, stepped: enPassant, arrived: enPassant?.piece };
}

/** The squares that lose their men by a move, in addition to the one that it leaves. The move's target comes first. */
export function takenBy({ put, way }: { readonly put: Put; readonly way: Way }): readonly Square[] {
  if (way.type === 'castling') return [way.castling.kingTo, way.castling.rookTo];
  return way.type === 'passing' ? [put.to, way.pawn] : [put.to];
}

/** After any possible move that does not capture a king. */
export function afterPut({ position }: Stage, put: Put, way: Way): Stage {
  const { equipment, turn, rights } = position;
  const { from, to, promotion } = put;
  const code = position.squares[from]!;
  const taken = takenBy({ put, way }).filter((square) => isTaken(position, square, put, way));
  const squares = position.squares.slice();
  squares[from] = 0;
  for (const square of taken) squares[square] = 0;
  squares[to] = promotion === undefined ? code : codeOf({ kind: promotion, color: colorOf(code) });
  if (way.type === 'castling') castleRook(squares, position, way.castling);
  const touched = way.type === 'castling' ? [way.castling.rookFrom, way.castling.rookTo] : [];
  const { at } = equipment.rightsLost;
  const lost = [from, to, ...touched].reduce((all, square) => all | at[square]!, 0);
  const after: Position = {
    ...position,
    turn: opposite(turn),
    squares,
    sides: sidesOf(squares),
    rights: rights & ~lost,
    enPassant: undefined,
    halfmoves: taken.length > 0 || isAdvance(position, put) ? 0 : position.halfmoves + 1,
    fullmoves: position.fullmoves + (turn === WHITE ? 0 : 1),
  };
  const passed = squarePassed(position, put);
  const stepped = passed === undefined ? undefined : { passed: [passed], piece: to };
  return {
    position: stepped ? withEnPassant(after, stepped) : after,
    stepped: stepped && squares[stepped.passed[0]!] === 0 ? stepped : undefined,
    arrived: to,
  };
}

/** Do the men that castle capture what stands there? They do not capture one another. */
function isTaken({ squares }: Position, square: Square, { from }: Put, way: Way): boolean {
  if (squares[square] === 0) return false;
  return way.type !== 'castling' || (square !== from && square !== way.castling.rookFrom);
}

function castleRook(
  squares: PieceCode[],
  position: Position,
  { rookFrom, rookTo }: Castling,
): void {
  squares[rookFrom] = 0;
  squares[rookTo] = position.squares[rookFrom]!;
}

function sidesOf(squares: readonly PieceCode[]): Position['sides'] {
  const sides: [number[], number[]] = [[], []];
  for (const [square, code] of squares.entries()) {
    if (code !== 0) sides[colorOf(code)].push(standing(code, square));
  }
  for (const side of sides) side.sort((one, other) => one - other);
  return sides;
}

/** How many ranks a pawn moves forward, as its owner sees it; 0 for other men. */
function ranksAhead({ equipment, squares }: Position, { from, to }: Put): number {
  const { army, board } = equipment;
  const code = squares[from]!;
  if (!army[kindOf(code)]!.pawn) return 0;
  const ranks = Math.floor(to / board.files) - Math.floor(from / board.files);
  return colorOf(code) === WHITE ? ranks : -ranks;
}

function isAdvance(position: Position, put: Put): boolean {
  return ranksAhead(position, put) > 0;
}

/** The square that an own pawn passes over on its way two squares straight ahead. */
function squarePassed(position: Position, put: Put): Square | undefined {
  const { squares, turn, equipment } = position;
  const { from, to, promotion } = put;
  const isStraight = (to - from) % equipment.board.files === 0;
  if (colorOf(squares[from]!) !== turn || promotion !== undefined || !isStraight) return undefined;
  return ranksAhead(position, put) === 2 ? (from + to) / 2 : undefined;
}
