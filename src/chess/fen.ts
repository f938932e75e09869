import { board8x8, makeSquare, parseSquare, type Square } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import {
  type Army,
  BLACK,
  chessArmy,
  makePiece,
  type Piece,
  parsePiece,
  WHITE,
} from '../pieces/army.ts';
import { withEnPassant } from './moves.ts';
import { castlings, type Position, pieceAt, setUp } from './position.ts';

/** The position at the start of a game of chess. */
export const startFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Reads Forsyth-Edwards Notation (PGN standard, 16.1). Trailing fields may be missing: a board alone is White to move,
 * `w - - 0 1`. Underscores count as spaces, as in URLs. An en passant square that no legal move uses is dropped, so
 * that equal positions have equal fields.
 * Errors: `fen-fields`, `fen-board`, `fen-piece`, `fen-turn`, `fen-castling`, `square`, `fen-counter`, and those of
 * {@link setUp}.
 */
export function parseFen(fen: string, army: Army = chessArmy): Result<Position> {
  const fields = fen.trim().split(/[\s_]+/);
  const isBoard = fields[0]!.includes('/');
  if (fields.length > 6 || !isBoard) {
    const shape = `'board turn castling en-passant halfmoves fullmoves', such as '${startFen}'`;
    const found = isBoard ? `has 1 to 6 fields, not ${fields.length}` : 'begins with a board';
    return fail('fen-fields', `a FEN ${found}: ${shape}`, fen);
  }
  const [boardField, turnField = 'w', castlingField = '-', passantField = '-'] = fields;
  const board = parseBoard(boardField!, army);
  if (!board.ok) return board;
  if (turnField !== 'w' && turnField !== 'b') {
    return fail('fen-turn', `the side to move is 'w' or 'b', not '${turnField}'`, turnField);
  }
  const castling = parseCastling(castlingField);
  if (!castling.ok) return castling;
  const enPassant: Result<Square | undefined> =
    passantField === '-' ? ok(undefined) : parseSquare(passantField, board8x8);
  if (!enPassant.ok) return enPassant;
  const halfmoves = parseCounter(fields[4] ?? '0', 'halfmove clock', 0);
  if (!halfmoves.ok) return halfmoves;
  const fullmoves = parseCounter(fields[5] ?? '1', 'move number', 1);
  if (!fullmoves.ok) return fullmoves;

  const setup = {
    army,
    turn: turnField === 'w' ? WHITE : BLACK,
    castling: castling.value,
    enPassant: enPassant.value,
    halfmoves: halfmoves.value,
    fullmoves: fullmoves.value,
  };
  const position = setUp(setup, board.value.men, board.value.squares);
  if (!position.ok || enPassant.value === undefined) return position;
  return ok(withEnPassant(position.value, enPassant.value));
}

function parseBoard(text: string, army: Army): Result<{ men: Piece[]; squares: Square[] }> {
  const rows = text.split('/');
  const { files, ranks } = board8x8;
  if (rows.length !== ranks) {
    return fail('fen-board', `the board has ${ranks} ranks, not ${rows.length}: '${text}'`, text);
  }
  const men: Piece[] = [];
  const squares: Square[] = [];
  for (const [row, content] of rows.entries()) {
    const rank = ranks - 1 - row;
    let file = 0;
    for (const letter of content) {
      const empty = /[1-9]/.test(letter) ? Number(letter) : 0;
      const piece = empty === 0 ? parsePiece(army, letter) : undefined;
      if (empty === 0 && !piece) {
        const letters = army.map((kind) => kind.letter).join(' ');
        return fail(
          'fen-piece',
          `unknown piece '${letter}' on rank ${rank + 1}: pieces are ${letters}`,
          letter,
        );
      }
      if (piece && file < files) {
        men.push(piece);
        squares.push(rank * files + file);
      }
      file += piece ? 1 : empty;
    }
    if (file !== files) {
      return fail(
        'fen-board',
        `rank ${rank + 1} has ${file} squares, not ${files}: '${content}'`,
        content,
      );
    }
  }
  return ok({ men, squares });
}

function parseCastling(text: string): Result<number> {
  if (text === '-') return ok(0);
  let rights = 0;
  for (const letter of text) {
    const index = castlings.findIndex((castling) => castling.letter === letter);
    if (index < 0 || (rights >> index) & 1) {
      return fail(
        'fen-castling',
        `castling rights are '-' or letters of KQkq once each, not '${text}'`,
        text,
      );
    }
    rights |= 1 << index;
  }
  return ok(rights);
}

function parseCounter(text: string, name: string, least: number): Result<number> {
  if (/^\d{1,5}$/.test(text) && Number(text) >= least) return ok(Number(text));
  return fail('fen-counter', `the ${name} is a whole number from ${least}, not '${text}'`, text);
}

/** The position as a FEN with all six fields. */
export function makeFen(position: Position): string {
  return `${makeFenKey(position)} ${position.halfmoves} ${position.fullmoves}`;
}

/** The first four fields of the FEN: positions for which they are equal count as the same for threefold repetition. */
export function makeFenKey(position: Position): string {
  const { turn, enPassant } = position;
  const rights = castlings.filter((_, i) => (position.castling >> i) & 1);
  return [
    makeBoard(position),
    turn === WHITE ? 'w' : 'b',
    rights.map(({ letter }) => letter).join('') || '-',
    enPassant === undefined ? '-' : makeSquare(enPassant, board8x8),
  ].join(' ');
}

function makeBoard(position: Position): string {
  const { files, ranks } = board8x8;
  const rows = Array.from({ length: ranks }, (_, row) => {
    let text = '';
    let empty = 0;
    for (let file = 0; file < files; file++) {
      const piece = pieceAt(position, (ranks - 1 - row) * files + file);
      if (!piece) {
        empty++;
        continue;
      }
      text += (empty || '') + makePiece(position.army, piece);
      empty = 0;
    }
    return text + (empty || '');
  });
  return rows.join('/');
}
