import type { Region } from '../board/regions.ts';
import type { Movement } from './legs.ts';

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
  /**
   * `only`: each side has exactly one, may not leave it attacked, and it is never taken. A number: so are the pieces of
   * this kind while their side has at most as many of them. Absent: the piece is not royal.
   */
  readonly royal?: 'only' | number;
  /** Pieces that stand here have not moved: the legs that are for first moves only apply to them. */
  readonly home?: Region;
  /** The same for first moves of three steps. */
  readonly tripleHome?: Region;
  /** The only squares that it may move to; by default all. */
  readonly enters?: Region;
  /** The only squares on which it may take en passant; by default all. */
  readonly passantsOn?: Region;
  /**
   * Is it written without its letter in moves, does its moving restart the 50-move count, and does it never stand on
   * its owner's first rank (unless `anyRank`)? Nothing else is special about a pawn.
   */
  readonly pawn: boolean;
  readonly anyRank?: true;
  /** The kinds to which it promotes, best first; empty if it does not promote. */
  readonly promotions: readonly number[];
  /** Those of Black's if they are others. */
  readonly blackPromotions?: readonly number[];
  /** Where it promotes: by default on its owner's last rank. Where it has nothing to become, it may not go. */
  readonly promotesOn?: Region;
  /** May it decline to promote, and stay what it is? */
  readonly mayStay?: boolean;
  /** May it, having stayed, promote later where it stands, as a move of its own? */
  readonly promotesLater?: boolean;
}

/** The kinds of pieces of a game, in the canonical order of slots: royal pieces, then by strength, pawns last. */
export type Army = readonly PieceKind[];

/** The index of the kind of which each side has exactly one, in every army that has such a kind. */
export const ROYAL = 0;

/** Does each side have exactly one royal piece? */
export function hasKing(army: Army): boolean {
  return army[ROYAL]!.royal === 'only';
}

export function promotionsOf(army: Army, { kind, color }: Piece): readonly number[] {
  const { promotions, blackPromotions } = army[kind]!;
  return color === BLACK && blackPromotions ? blackPromotions : promotions;
}

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
