import { bishop, immobile, king, knight, type Movement, queen, rook } from '../chess/movements.ts';

export type Color = 0 | 1;
export const WHITE: Color = 0;
export const BLACK: Color = 1;

export function opposite(color: Color): Color {
  return color === WHITE ? BLACK : WHITE;
}

/** A kind of piece, known elsewhere by its index in its army: chess has K 0, Q 1, R 2, B 3, N 4, P 5. */
export interface PieceKind {
  /** One capital letter; Black's piece is written with the small one. */
  readonly letter: string;
  readonly name: string;
  readonly movement: Movement;
  /** Moves forward only, so the board's up and down differ for it. */
  readonly pawn: boolean;
  /** The kinds to which it promotes on the last rank, best first; empty for all but pawns. */
  readonly promotions: readonly number[];
}

/**
 * The kinds of men of a game, in the canonical order of slots: the royal piece, of which each
 * side has exactly one, then by strength, pawns last.
 */
export type Army = readonly PieceKind[];

/** The index of the royal piece in every army. */
export const ROYAL = 0;

function piece(letter: string, name: string, movement: Movement): PieceKind {
  return { letter, name, movement, pawn: false, promotions: [] };
}

export const chessArmy: Army = [
  piece('K', 'king', king),
  piece('Q', 'queen', queen),
  piece('R', 'rook', rook),
  piece('B', 'bishop', bishop),
  piece('N', 'knight', knight),
  { ...piece('P', 'pawn', immobile), pawn: true, promotions: [1, 2, 3, 4] },
];

/** A piece of one colour. */
export interface Piece {
  readonly kind: number;
  readonly color: Color;
}

export function makePiece(army: Army, { kind, color }: Piece): string {
  const { letter } = army[kind]!;
  return color === WHITE ? letter : letter.toLowerCase();
}

/** The piece of this letter, or undefined if the army has none. */
export function parsePiece(army: Army, letter: string): Piece | undefined {
  const kind = army.findIndex((each) => each.letter === letter.toUpperCase());
  if (kind < 0) return undefined;
  return { kind, color: letter === letter.toUpperCase() ? WHITE : BLACK };
}
