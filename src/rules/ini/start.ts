import type { Board, Square } from '../../board/board.ts';
import { ok, type Result } from '../../board/result.ts';
import { excerpt, wrong } from './problems.ts';

/** The parts of a game's first position as Fairy-Stockfish writes it. */
export interface Start {
  /** Ranks from the last one, as in a FEN, without pieces in hand. */
  readonly board: string;
  readonly turn: string;
  /** Letters of castling rights, some of which may be none. */
  readonly rights: string;
  readonly enPassant: string;
  readonly counters: readonly string[];
  /** The letters on the board, as written. */
  readonly letters: ReadonlyMap<Square, string>;
}

/** Fields may be left out but for the board: `w 0 1` has no castling rights, `w 3+3` counts checks, which is refused elsewhere. */
export function readStart(fen: string, { files, ranks }: Board): Result<Start> {
  const [first = '', turn = 'w', ...fields] = fen.split(/[\s_]+/);
  const [, board = '', hand = ''] = /^([^[]*)(?:\[([^\]]*)\])?$/.exec(first) ?? [];
  if (board === '') return wrong(`'${excerpt(first)}' is no board`, first);
  if (hand !== '' && hand !== '-') {
    return wrong(`'[${excerpt(hand)}]': pieces in hand are not supported`, hand);
  }
  if (/[*+~]/.test(board)) {
    const [mark] = /[*+~]/.exec(board)!;
    const what = mark === '*' ? 'walls' : 'promoted pieces';
    return wrong(`'${mark}' in the board: ${what} are not supported`, board);
  }
  const left = fields.filter((field) => !field.includes('+'));
  const rights = isCounter(left[0]) ? '-' : (left.shift() ?? '-');
  const enPassant = isCounter(left[0]) ? '-' : (left.shift() ?? '-');
  const letters = new Map<Square, string>();
  for (const [i, row] of board.split('/').entries()) {
    let file = 0;
    for (const [part] of row.matchAll(/\d+|./g)) {
      if (/\d/.test(part)) file += Number(part);
      else {
        if (file < files && i < ranks) letters.set((ranks - 1 - i) * files + file, part);
        file++;
      }
    }
  }
  return ok({ board, turn, rights, enPassant, counters: left, letters });
}

function isCounter(field: string | undefined): boolean {
  return field === undefined || /^\d/.test(field);
}

/** The position as a FEN of ours. `rights`: those that the game knows. */
export function makeStart({ board, turn, enPassant, counters }: Start, rights: string): string {
  const [halfmoves = '0', fullmoves = '1'] = counters;
  return [board, turn, rights || '-', enPassant, halfmoves, fullmoves].join(' ');
}
