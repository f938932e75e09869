import type { Board, Square } from '../../board/board.ts';
import { onRanks, type Region, regionOf } from '../../board/regions.ts';
import { ok, type Result } from '../../board/result.ts';
import { excerpt, wrong } from './problems.ts';

/** The most files and ranks of a board. */
export const WIDEST = 16;

/** Squares of the largest board, `rank * 16 + file`: those of a game stay when a child changes the board. */
export type SquareSet = ReadonlySet<number>;

const FORM = 'squares such as d4 e4, ranks such as *8, files such as d*, or -';

/**
 * Squares on a board: `d4 e4`, `*8` for a rank, `d*` for a file, `-` for none. Ranks and files may be beyond the board
 * if others are on it, since Fairy-Stockfish's own files have such.
 */
export function readSquares(text: string, files: number, ranks: number): Result<SquareSet> {
  if (text === '-') return ok(new Set());
  const found = new Set<number>();
  for (const part of text.split(/\s+/)) {
    const [, file = '', rank = ''] = /^([a-zA-Z*])(\*|[1-9][0-9]?)$/.exec(part) ?? [];
    if (file === '' || (file === '*' && rank === '*')) {
      return wrong(`'${excerpt(part)}' is no square: write ${FORM}`, part);
    }
    const own = file === '*' ? undefined : file.toLowerCase().charCodeAt(0) - 97;
    const row = rank === '*' ? undefined : Number(rank) - 1;
    const isBeyond = (own ?? 0) >= WIDEST || (row ?? 0) >= WIDEST;
    const isOff = own !== undefined && row !== undefined && (own >= files || row >= ranks);
    if (isBeyond || isOff) {
      return wrong(`'${part}' is not on the board, which has ${sizeWords(files, ranks)}`, part);
    }
    for (let y = row ?? 0; y <= (row ?? WIDEST - 1); y++) {
      for (let x = own ?? 0; x <= (own ?? WIDEST - 1); x++) found.add(y * WIDEST + x);
    }
  }
  const isOn = [...found].some((at) => at % WIDEST < files && Math.floor(at / WIDEST) < ranks);
  return isOn
    ? ok(found)
    : wrong(`'${excerpt(text)}' is not on the board, which has ${sizeWords(files, ranks)}`, text);
}

export function sizeWords(files: number, ranks: number): string {
  return `${files} files and ${ranks} ranks`;
}

/** Those of the squares that are on the board, in rising order. */
export function squaresOn({ files, ranks }: Board, squares: SquareSet): readonly Square[] {
  const found: Square[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      if (squares.has(rank * WIDEST + file)) found.push(rank * files + file);
    }
  }
  return found;
}

/** The squares as a region; undefined if it is the whole board for both sides. */
export function limitedTo(
  board: Board,
  squares: readonly [readonly Square[], readonly Square[]],
): Region | undefined {
  return squares.every((own) => own.length === board.size) ? undefined : regionOf(board, squares);
}

/** Is it the last rank of either side? */
export function isLastRank(region: Region): boolean {
  const last = onRanks(-1);
  return JSON.stringify(region) === JSON.stringify(last);
}
