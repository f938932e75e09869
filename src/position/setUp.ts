import { makeSquare, type Square } from '../board/board.ts';
import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { type Color, hasKing, opposite, type Piece, ROYAL, WHITE } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { ALWAYS, codeOf, colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import { isCheck } from './attacks.ts';
import { type Position, type Standing, standing } from './position.ts';

/** The fields of a position besides its pieces, their squares and a right to take en passant. */
export interface Setup {
  readonly turn: Color;
  readonly rights?: number;
  readonly stock?: readonly number[] | undefined;
  readonly halfmoves?: number;
  readonly fullmoves?: number;
}

const problems = {
  occupied: fail('occupied', 'two pieces stand on one square'),
  inCheck: fail('opponent-in-check', 'the side that is not to move is in check'),
};

/**
 * The position with `men[i]` on `places[i]`. `mayExpose`: may the side to move attack the other's royal piece in this
 * position? By default never. Errors: `occupied`, `royals`, `pawn-rank`, `adjacent-kings`,
 * `opponent-in-check`, `castling`.
 */
export function setUp(
  equipment: Equipment,
  { turn, rights = 0, stock, halfmoves = 0, fullmoves = 1 }: Setup,
  men: readonly Piece[],
  places: ArrayLike<Square>,
  mayExpose?: (position: Position) => boolean,
): Result<Position> {
  const squares = emptyBoard(equipment).slice();
  const sides: [Standing[], Standing[]] = [[], []];
  let royals = 0;
  for (let i = 0; i < men.length; i++) {
    const { kind, color } = men[i]!;
    const square = places[i]!;
    const code = 2 * kind + color + 1;
    if (squares[square] !== 0) return problems.occupied;
    if (!equipment.stands[code]![square] && !(stock && equipment.promotes[code]![square])) {
      return misplaced(equipment, code);
    }
    squares[square] = code;
    insert(sides[color], standing(code, square));
    if (kind === ROYAL) royals += color === WHITE ? 1 : 256;
  }
  const { army } = equipment;
  if (royals !== 257 && hasKing(army)) {
    return fail('royals', `each side needs exactly one ${army[ROYAL]!.name}`);
  }
  const position: Position = {
    equipment,
    turn,
    squares,
    sides,
    rights,
    enPassant: undefined,
    stock,
    halfmoves,
    fullmoves,
  };
  if (isCheck(position, opposite(turn)) && !mayExpose?.(position)) {
    return hasKing(army) && isTakenByRoyal(position)
      ? royalsMeet(army[ROYAL]!.name)
      : problems.inCheck;
  }
  return rights === 0 ? ok(position) : checkRights(position);
}

const emptyBoards = new Map<number, readonly PieceCode[]>();

function emptyBoard({ board: { size } }: Equipment): readonly PieceCode[] {
  let empty = emptyBoards.get(size);
  if (!empty) {
    empty = new Array(size).fill(0);
    emptyBoards.set(size, empty);
  }
  return empty;
}

/** Keeps the pieces sorted; they mostly come so. */
function insert(side: Standing[], piece: Standing): void {
  let at = side.length;
  side.push(piece);
  for (; at > 0 && side[at - 1]! > piece; at--) side[at] = side[at - 1]!;
  side[at] = piece;
}

const misplacements = new WeakMap<Equipment, Failure[]>();

function misplaced(equipment: Equipment, code: PieceCode): Failure {
  const known = misplacements.get(equipment) ?? [];
  misplacements.set(equipment, known);
  known[code] ??= misplacement(equipment, code);
  return known[code];
}

function misplacement({ army, board, stands }: Equipment, code: PieceCode): Failure {
  const { name } = army[kindOf(code)]!;
  const squares = stands[code]!.flatMap((may, at) => (may ? [at] : []));
  const ranks = [...new Set(squares.map((at) => Math.floor(at / board.files) + 1))];
  const isWhole = squares.length === ranks.length * board.files;
  const isRun = isWhole && ranks.at(-1)! - ranks[0]! === ranks.length - 1;
  const owner = colorOf(code) === WHITE ? 'White' : 'Black';
  const places = isRun
    ? `ranks ${ranks[0]} to ${ranks.at(-1)}`
    : squares.map((at) => makeSquare(at, board)).join(' ');
  const where = `a ${name} of ${owner} stands on ${places} only`;
  return fail('pawn-rank', where, army[kindOf(code)]!.letter);
}

function royalsMeet(name: string): Failure {
  const how = name === 'king' ? 'stand on neighbouring squares' : 'attack each other';
  return fail('adjacent-kings', `the ${name}s ${how}`);
}

/** Is the royal piece of the side not to move attacked by the other royal, whatever stands between them? */
function isTakenByRoyal({ equipment, squares, sides, turn }: Position): boolean {
  const [from, to] = [sides[turn][0]! & 255, sides[opposite(turn)][0]! & 255];
  const { takes } = equipment.mover(codeOf({ kind: ROYAL, color: turn }));
  return takes[from * squares.length + to] === ALWAYS;
}

/** Do pieces stand where the rights need them? Errors: `castling`. */
function checkRights(position: Position): Result<Position> {
  const { equipment, rights, squares } = position;
  const { board, army, specials } = equipment;
  for (const [i, special] of specials.entries()) {
    if (((rights >> i) & 1) === 0 || special.kind === 'leap') continue;
    const { letter, color, king: kind, kingFrom, rookFrom, rook } = special;
    const isKing = squares[kingFrom] === codeOf({ kind, color });
    if (isKing && squares[rookFrom] === codeOf({ kind: rook, color })) continue;
    const [king, corner] = [kingFrom, rookFrom].map((square) => makeSquare(square, board));
    const needs = `needs a ${army[kind]!.name} on ${king} and a ${army[rook]!.name} on ${corner}`;
    return fail('castling', `castling right '${letter}' ${needs}`, letter);
  }
  return ok(position);
}
