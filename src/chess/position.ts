import { board8x8, makeSquare, type Square } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import {
  type Army,
  BLACK,
  type Color,
  opposite,
  type Piece,
  ROYAL,
  WHITE,
} from '../pieces/army.ts';
import { attacksOf, pawnAttacks } from './attacks.ts';
import { Bitboard } from './bitboard.ts';

/** A position on 8x8, immutable. */
export interface Position {
  readonly army: Army;
  readonly turn: Color;
  /** The squares of each colour's pieces. */
  readonly colors: readonly [Bitboard, Bitboard];
  /** The squares of each kind of piece, of both colours, by index in the army. */
  readonly kinds: readonly Bitboard[];
  /** The {@link castlings} still allowed, bit `i` for entry `i`. */
  readonly castling: number;
  /** The square passed over by a pawn that has just moved two, kept only where a legal capture on it exists. */
  readonly enPassant: Square | undefined;
  /** Plies since the last capture or pawn move. */
  readonly halfmoves: number;
  /** The number of the move to come, from 1, counted up after Black's. */
  readonly fullmoves: number;
}

export interface Castling {
  readonly letter: string;
  readonly color: Color;
  readonly kingFrom: Square;
  readonly kingTo: Square;
  readonly rookFrom: Square;
  /** The square that the king passes over, where the rook ends. */
  readonly transit: Square;
  /** The squares that must be empty. */
  readonly path: Bitboard;
}

function castling(letter: string, color: Color, rank: number, toRight: boolean): Castling {
  const at = (file: number) => rank * 8 + file;
  return {
    letter,
    color,
    kingFrom: at(4),
    kingTo: at(toRight ? 6 : 2),
    rookFrom: at(toRight ? 7 : 0),
    transit: at(toRight ? 5 : 3),
    path: Bitboard.of((toRight ? [5, 6] : [1, 2, 3]).map(at)),
  };
}

/** In the order of FEN's letters. */
export const castlings: readonly Castling[] = [
  castling('K', WHITE, 0, true),
  castling('Q', WHITE, 0, false),
  castling('k', BLACK, 7, true),
  castling('q', BLACK, 7, false),
];

export function occupiedOf({ colors }: Position): Bitboard {
  return colors[0].union(colors[1]);
}

/** The index of the kind of the piece on a square, or -1 if it is empty. */
export function kindAt({ kinds }: Position, square: Square): number {
  for (let kind = 0; kind < kinds.length; kind++) if (kinds[kind]!.has(square)) return kind;
  return -1;
}

export function pieceAt(position: Position, square: Square): Piece | undefined {
  const kind = kindAt(position, square);
  if (kind < 0) return undefined;
  return { kind, color: position.colors[WHITE].has(square) ? WHITE : BLACK };
}

export function royalOf({ colors, kinds }: Position, color: Color): Square {
  return colors[color].intersect(kinds[ROYAL]!).first();
}

/** Is `square` attacked by a piece of `by`, given the `occupied` squares and ignoring the pieces on `gone`? */
export function isAttacked(
  { army, colors, kinds }: Position,
  square: Square,
  by: Color,
  occupied: Bitboard,
  gone: Bitboard = Bitboard.empty,
): boolean {
  const attacks = attacksOf(army);
  const attackers = colors[by].minus(gone);
  for (let kind = 0; kind < army.length; kind++) {
    const men = attackers.intersect(kinds[kind]!);
    if (men.isEmpty()) continue;
    // The pawns that attack a square stand where a pawn of the other colour on it would attack.
    const attacked = army[kind]!.pawn
      ? pawnAttacks(opposite(by), square).intersects(men)
      : attacks.attacked(kind, by, square, occupied, men);
    if (attacked) return true;
  }
  return false;
}

/** Is the royal piece of `color` attacked? */
export function isCheck(position: Position, color: Color = position.turn): boolean {
  return isAttacked(position, royalOf(position, color), opposite(color), occupiedOf(position));
}

/** The fields of a position besides its pieces and their squares. */
export interface Setup {
  readonly army: Army;
  readonly turn: Color;
  readonly castling?: number;
  readonly enPassant?: Square | undefined;
  readonly halfmoves?: number;
  readonly fullmoves?: number;
}

const problems = {
  occupied: fail('occupied', 'two pieces stand on one square'),
  royals: fail('royals', 'each side needs exactly one king'),
  pawnRank: fail(
    'pawn-rank',
    'a pawn stands on the first or last rank: pawns stand on ranks 2 to 7',
  ),
  adjacent: fail('adjacent-kings', 'the kings stand on neighbouring squares'),
  inCheck: fail('opponent-in-check', 'the side that is not to move is in check'),
};

const endRanks = Bitboard.rank(0).union(Bitboard.rank(7));

/**
 * The position with `men[i]` on `squares[i]`.
 * Errors: `occupied`, `royals`, `pawn-rank`, `adjacent-kings`, `opponent-in-check`, `castling`, `en-passant`.
 */
export function setUp(
  setup: Setup,
  men: readonly Piece[],
  squares: ArrayLike<Square>,
): Result<Position> {
  const { army, turn } = setup;
  const kinds: Bitboard[] = army.map(() => Bitboard.empty);
  const colors: [Bitboard, Bitboard] = [Bitboard.empty, Bitboard.empty];
  let occupied = Bitboard.empty;
  for (let i = 0; i < men.length; i++) {
    const { kind, color } = men[i]!;
    const square = squares[i]!;
    if (occupied.has(square)) return problems.occupied;
    occupied = occupied.with(square);
    kinds[kind] = kinds[kind]!.with(square);
    colors[color] = colors[color].with(square);
    if (army[kind]!.pawn && endRanks.has(square)) return problems.pawnRank;
  }
  const position: Position = {
    army,
    turn,
    colors,
    kinds,
    castling: setup.castling ?? 0,
    enPassant: setup.enPassant,
    halfmoves: setup.halfmoves ?? 0,
    fullmoves: setup.fullmoves ?? 1,
  };
  for (const color of colors) {
    if (color.intersect(kinds[ROYAL]!).size() !== 1) return problems.royals;
  }
  if (royalsMeet(position)) return problems.adjacent;
  if (isCheck(position, opposite(turn))) return problems.inCheck;
  return checkRights(position);
}

/**
 * Do the royal pieces stand side by side and attack each other? If only one attacks the other, as royals whose moves
 * are not symmetric can, that is a check like any other.
 */
function royalsMeet(position: Position): boolean {
  const { from } = attacksOf(position.army);
  const [white, black] = [royalOf(position, WHITE), royalOf(position, BLACK)];
  const files = Math.abs((white & 7) - (black & 7));
  const ranks = Math.abs((white >> 3) - (black >> 3));
  if (files > 1 || ranks > 1) return false;
  const occupied = occupiedOf(position);
  return (
    from(ROYAL, WHITE, white, occupied).has(black) && from(ROYAL, BLACK, black, occupied).has(white)
  );
}

function checkRights(position: Position): Result<Position> {
  for (const [i, { letter, color, kingFrom, rookFrom }] of castlings.entries()) {
    if (((position.castling >> i) & 1) === 0) continue;
    const rook = pieceAt(position, rookFrom);
    if (royalOf(position, color) === kingFrom && rook?.color === color) {
      if (position.army[rook.kind]!.letter === 'R') continue;
    }
    return fail(
      'castling',
      `castling right '${letter}' needs a king on ${makeSquare(kingFrom, board8x8)} and a rook on ${makeSquare(rookFrom, board8x8)}`,
      letter,
    );
  }
  const { enPassant, turn } = position;
  if (enPassant !== undefined) {
    const forward = turn === WHITE ? 8 : -8;
    const passed = pieceAt(position, enPassant - forward);
    const clear = kindAt(position, enPassant) < 0 && kindAt(position, enPassant + forward) < 0;
    const rank = turn === WHITE ? 5 : 2;
    const pawn = passed && passed.color !== turn && position.army[passed.kind]!.pawn;
    if (enPassant >> 3 !== rank || !clear || !pawn) {
      const square = makeSquare(enPassant, board8x8);
      return fail('en-passant', `no pawn can just have passed over ${square}`, square);
    }
  }
  return ok(position);
}
