import type { Board, Square } from '../board/board.ts';
import type { Color, Piece, PieceKind } from './army.ts';
import { BEHIND, type Line, linesOf, PLAIN, passantsFrom } from './lines.ts';

/** A piece as a number from 1, so that 0 is an empty square: `2 * kind + color + 1`. */
export type PieceCode = number;

export function codeOf({ kind, color }: Piece): PieceCode {
  return 2 * kind + color + 1;
}

export function kindOf(code: PieceCode): number {
  return (code - 1) >> 1;
}

export function colorOf(code: PieceCode): Color {
  return ((code - 1) & 1) as Color;
}

/** One way to take on a square: along a line of the taking piece, over the first squares of it. */
export interface Way {
  readonly line: Line;
  /** The squares of the line before the target: must be empty, or all but one if the piece hops. */
  readonly passes: number;
}

/** Whether a piece may take on a square: never, always, or if one of its ways is open. */
export const [NEVER, ALWAYS] = [0, 1] as const;
const IF_OPEN = 2;

/** A kind of piece of one colour on a board. */
export interface Mover {
  /** By square: the ways to go from there. */
  readonly lines: readonly (readonly Line[])[];
  /** By square: where it may take en passant. */
  readonly passants: readonly (readonly Square[])[];
  /** At `from * size + to`: {@link NEVER}, {@link ALWAYS} or 2: if one of its ways is open. En passant does not count. */
  readonly takes: Uint8Array;
  /** At `from * size + to`: the ways to take there, if any. */
  readonly ways: readonly (readonly Way[] | undefined)[];
  /** Does it hop, so that a piece put between may let it take? */
  readonly hops: boolean;
}

/** A kind of piece of one colour on a board. */
export function makeMover(board: Board, kind: PieceKind, color: Color): Mover {
  const { size } = board;
  const squares = Array.from({ length: size }, (_, square) => square);
  const lines = squares.map(linesOf(board, kind, color));
  const takes = new Uint8Array(size * size);
  const ways: (Way[] | undefined)[] = new Array(size * size).fill(undefined);
  let hops = false;
  for (let from = 0; from < size; from++) {
    for (const line of lines[from]!) {
      if (!line.takes) continue;
      hops ||= line.hop !== PLAIN;
      // A hopper needs a square for the piece that it passes.
      const first = line.hop === PLAIN ? line.first : Math.max(1, line.first);
      for (let passes = first; passes < line.squares.length; passes++) {
        const at = from * size + line.squares[passes]!;
        if (passes === 0 && line.lame.length === 0) takes[at] = ALWAYS;
        else if (takes[at] === NEVER) takes[at] = IF_OPEN;
        const known = ways[at];
        if (known) known.push({ line, passes });
        else ways[at] = [{ line, passes }];
      }
    }
  }
  const passants = squares.map((from) => passantsFrom(board, kind, color, from));
  return { lines, passants, takes, ways, hops };
}

/** May a piece go this way, the `board` being as it is? */
export function isOpen({ line, passes }: Way, board: readonly PieceCode[]): boolean {
  const { squares, lame, hop } = line;
  for (let i = 0; i < lame.length; i++) if (board[lame[i]!] !== 0) return false;
  if (hop === PLAIN) {
    for (let i = 0; i < passes; i++) if (board[squares[i]!] !== 0) return false;
    return true;
  }
  let met = 0;
  for (let i = 0; i < passes; i++) if (board[squares[i]!] !== 0) met++;
  return met === 1 && (hop !== BEHIND || board[squares[passes - 1]!] !== 0);
}
