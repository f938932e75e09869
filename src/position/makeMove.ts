import type { Square } from '../board/board.ts';
import { opposite, WHITE } from '../pieces/army.ts';
import { codeOf, colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import { squaresAround } from './around.ts';
import { type Position, type Standing, standing } from './position.ts';
import { castlingOf, rightsAfter } from './specialMoves.ts';

/**
 * A move; castling is the king's move. From a square to itself goes a pass, in games that have it, and the promotion of a
 * piece that promotes later.
 */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  /** The kind to which a piece promotes. */
  readonly promotion: number | undefined;
}

/** Does nothing move, and nothing change? */
export function isPass({ from, to, promotion }: Move): boolean {
  return from === to && promotion === undefined;
}

/** Does this move take en passant? */
function isPassing({ equipment, squares, enPassant }: Position, { from, to }: Move): boolean {
  return (
    enPassant?.passed.includes(to) === true &&
    squares[to] === 0 &&
    equipment.mover(squares[from]!).passants[from]!.includes(to)
  );
}

export function isCapture(position: Position, move: Move): boolean {
  const victim = position.squares[move.to]!;
  // Castling may name the own rook's square.
  return (victim !== 0 && colorOf(victim) !== position.turn) || isPassing(position, move);
}

/** The position after a move of the pieces, without a right to take en passant that it may give. */
export function makeMove(position: Position, move: Move): Position {
  const { equipment, turn, rights } = position;
  const { from, promotion } = move;
  const castled = castlingOf(position, move);
  const to = castled ? castled.kingTo : move.to;
  const enemy = opposite(turn);
  const squares = position.squares.slice();
  const code = squares[from]!;
  const { pawn } = equipment.army[kindOf(code)]!;
  const taken = isPassing(position, move) ? position.enPassant!.piece : to;
  const victim = castled || to === from ? 0 : squares[taken]!;
  const becomes = promotion === undefined ? code : codeOf({ kind: promotion, color: turn });

  squares[taken] = 0;
  squares[from] = 0;
  squares[to] = becomes;
  let own = without(position.sides[turn], standing(code, from), standing(becomes, to));
  const others =
    victim === 0 ? position.sides[enemy] : removed(position.sides[enemy], standing(victim, taken));
  if (castled) {
    const { rookFrom, rookTo } = castled;
    const rook = position.squares[rookFrom]!;
    // Where the king may go now.
    if (rookFrom !== to) squares[rookFrom] = 0;
    squares[rookTo] = rook;
    own = without(own, standing(rook, rookFrom), standing(rook, rookTo));
  }

  const after: Position = {
    equipment,
    turn: enemy,
    squares,
    sides: turn === WHITE ? [own, others] : [others, own],
    rights: rights === 0 ? 0 : rightsAfter(position, from, move.to),
    enPassant: undefined,
    stock: stockAfter(position, victim, promotion === undefined ? 0 : becomes),
    halfmoves: pawn || victim !== 0 ? 0 : position.halfmoves + 1,
    fullmoves: position.fullmoves + (turn === WHITE ? 0 : 1),
  };
  return victim !== 0 && equipment.laws.blast ? exploded(after, to) : after;
}

/** The position after a capture on `center` has exploded. */
function exploded(position: Position, center: Square): Position {
  const { equipment } = position;
  const { sheltered, immune } = equipment.laws.blast!;
  const squares = position.squares.slice();
  const gone = new Set<Standing>();
  const remove = (square: Square, spared: readonly (readonly number[])[]) => {
    const code = squares[square]!;
    if (code === 0 || spared.some((kinds) => kinds.includes(kindOf(code)))) return;
    gone.add(standing(code, square));
    squares[square] = 0;
  };
  remove(center, [immune]);
  for (const square of squaresAround(equipment.board, center)) remove(square, [immune, sheltered]);
  const [white, black] = position.sides.map((side) => side.filter((piece) => !gone.has(piece)));
  let { rights } = position;
  for (const [i, special] of equipment.specials.entries()) {
    if (special.kind !== 'castling') continue;
    const { kingFrom, rookFrom, color } = special;
    const isHome = (square: Square) => squares[square] !== 0 && colorOf(squares[square]!) === color;
    if (!isHome(kingFrom) || !isHome(rookFrom)) rights &= ~(1 << i);
  }
  return { ...position, squares, sides: [white!, black!], rights };
}

/** The stock after a move that takes `victim` and regains `promoted`; either is 0 if there is none. Pawns are lost for good. */
function stockAfter(
  { equipment, stock }: Position,
  victim: PieceCode,
  promoted: PieceCode,
): readonly number[] | undefined {
  if (!stock) return undefined;
  const after = stock.slice();
  if (victim !== 0 && !equipment.army[kindOf(victim)]!.pawn) after[victim]!++;
  if (promoted !== 0) after[promoted]!--;
  return after;
}

/** A side's pieces with one of them replaced. */
function without(side: readonly Standing[], old: Standing, moved: Standing): readonly Standing[] {
  const found: Standing[] = [];
  let placed = false;
  for (let i = 0; i < side.length; i++) {
    const piece = side[i]!;
    if (!placed && piece > moved) {
      found.push(moved);
      placed = true;
    }
    if (piece !== old) found.push(piece);
  }
  if (!placed) found.push(moved);
  return found;
}

function removed(side: readonly Standing[], gone: Standing): readonly Standing[] {
  const found: Standing[] = [];
  for (let i = 0; i < side.length; i++) if (side[i] !== gone) found.push(side[i]!);
  return found;
}
