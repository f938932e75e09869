import { fail, ok, type Result } from './result.ts';

/** A square: `rank * files + file`, both from 0. On 8x8 a1 is 0, b1 is 1, h8 is 63. */
export type Square = number;

/** A step on the board: files to the right and ranks up. */
export type Step = readonly [files: number, ranks: number];

/** A rectangular board. There is one object for each size: see {@link boardOf}. */
export interface Board {
  readonly files: number;
  readonly ranks: number;
  /** The number of squares. */
  readonly size: number;
}

/** Files and ranks of the smallest and the largest board. */
const [LEAST_SIDE, MOST_SIDE] = [3, 16] as const;

const boards = new Map<number, Board>();

/** The board of this size, 3 to 16 files and ranks. Throws a RangeError for others. */
export function boardOf(files: number, ranks: number): Board {
  const isSide = (count: number) =>
    Number.isInteger(count) && count >= LEAST_SIDE && count <= MOST_SIDE;
  if (!isSide(files) || !isSide(ranks)) throw new RangeError(`no board of ${files}x${ranks}`);
  const key = files * (MOST_SIDE + 1) + ranks;
  const board = boards.get(key) ?? { files, ranks, size: files * ranks };
  boards.set(key, board);
  return board;
}

export const board8x8: Board = boardOf(8, 8);

/** The square that a step leads to, or -1 off the board. */
export function stepFrom({ files, ranks }: Board, square: Square, [x, y]: Step): Square {
  const file = (square % files) + x;
  const rank = Math.floor(square / files) + y;
  return file >= 0 && file < files && rank >= 0 && rank < ranks ? rank * files + file : -1;
}

/** `a1`, `h8`, and `l12` on a larger board. */
export function makeSquare(square: Square, { files }: Board): string {
  return String.fromCharCode(97 + (square % files)) + (Math.floor(square / files) + 1);
}

/** Errors: `square`. */
export function parseSquare(text: string, board: Board): Result<Square> {
  const match = /^([a-z])([1-9][0-9]?)$/.exec(text);
  const file = match ? match[1]!.charCodeAt(0) - 97 : -1;
  const rank = match ? Number(match[2]) - 1 : -1;
  if (file < 0 || file >= board.files || rank >= board.ranks) {
    const last = makeSquare(board.size - 1, board);
    return fail('square', `no square '${text}': squares run from a1 to ${last}`, text);
  }
  return ok(rank * board.files + file);
}

/** A symmetry of the board: `symmetry[square]` is where the square goes. */
export type Symmetry = readonly Square[];

function symmetry({ files, size }: Board, map: (file: number, rank: number) => number): Symmetry {
  return Array.from({ length: size }, (_, square) =>
    map(square % files, Math.floor(square / files)),
  );
}

export function identity(board: Board): Symmetry {
  return symmetry(board, (file, rank) => rank * board.files + file);
}

/** a-file to h-file. */
export function mirrorFiles(board: Board): Symmetry {
  const { files } = board;
  return symmetry(board, (file, rank) => rank * files + (files - 1 - file));
}

/** First rank to last rank: the effect of exchanging the colours. */
export function mirrorRanks(board: Board): Symmetry {
  const { files, ranks } = board;
  return symmetry(board, (file, rank) => (ranks - 1 - rank) * files + file);
}

/** All symmetries of the board: 8 if it is square, otherwise 4. The identity comes first. */
export function allSymmetries(board: Board): readonly Symmetry[] {
  const { files, ranks } = board;
  const byFiles = mirrorFiles(board);
  const byRanks = mirrorRanks(board);
  const then = (first: Symmetry, second: Symmetry) => first.map((square) => second[square]!);
  const half = [identity(board), byFiles, byRanks, then(byFiles, byRanks)];
  if (files !== ranks) return half;
  const diagonal = symmetry(board, (file, rank) => file * files + rank);
  return [...half, ...half.map((each) => then(each, diagonal))];
}
