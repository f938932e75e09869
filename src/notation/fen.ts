import { type Board, makeSquare, parseSquare, type Square } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { BLACK, makePiece, type Piece, parsePiece, ROYAL, WHITE } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { codeOf, colorOf, kindOf } from '../pieces/mover.ts';
import { passedOver } from '../position/enPassant.ts';
import { type Position, pieceAt } from '../position/position.ts';
import { setUp } from '../position/setUp.ts';

/**
 * Reads Forsyth-Edwards Notation (PGN standard, 16.1). Trailing fields may be missing: a board alone is White to move,
 * `w - - 0 1`. Underscores count as spaces, as in URLs. An en passant square that no legal move uses is dropped, so
 * that equal positions have equal fields.
 * Errors: `fen-fields`, `fen-board`, `fen-piece`, `fen-turn`, `fen-castling`, `square`, `fen-counter`, and those of
 * {@link setUp} and {@link passedOver}.
 */
export function parseFen(
  fen: string,
  equipment: Equipment,
  mayExpose?: (position: Position) => boolean,
): Result<Position> {
  const fields = fen.trim().split(/[\s_]+/);
  const isBoard = fields[0]!.includes('/');
  if (fields.length > 6 || !isBoard) {
    const shape = `'board turn castling en-passant halfmoves fullmoves', such as '${exampleOn(equipment)}'`;
    const found = isBoard ? `has 1 to 6 fields, not ${fields.length}` : 'begins with a board';
    return fail('fen-fields', `a FEN ${found}: ${shape}`, fen);
  }
  const [boardAndStock, turnField = 'w', rightsField = '-', passantField = '-'] = fields;
  const [, boardField, stockField] = /^([^[]*)(.*)$/.exec(boardAndStock!)!;
  const board = parseBoard(boardField!, equipment);
  if (!board.ok) return board;
  const stock = parseStock(stockField!, equipment);
  if (!stock.ok) return stock;
  if (turnField !== 'w' && turnField !== 'b') {
    return fail('fen-turn', `the side to move is 'w' or 'b', not '${turnField}'`, turnField);
  }
  const rights = parseRights(rightsField, equipment);
  if (!rights.ok) return rights;
  const enPassant = parseEnPassant(passantField, equipment.board);
  if (!enPassant.ok) return enPassant;
  const halfmoves = parseCounter(fields[4] ?? '0', 'halfmove clock', 0);
  if (!halfmoves.ok) return halfmoves;
  const fullmoves = parseCounter(fields[5] ?? '1', 'move number', 1);
  if (!fullmoves.ok) return fullmoves;

  const setup = {
    turn: turnField === 'w' ? WHITE : BLACK,
    rights: rights.value,
    stock: stock.value,
    halfmoves: halfmoves.value,
    fullmoves: fullmoves.value,
  };
  const position = setUp(equipment, setup, board.value.men, board.value.squares, mayExpose);
  if (!position.ok || enPassant.value === undefined) return position;
  return passedOver(position.value, enPassant.value);
}

/** The FEN of two bare royal pieces in opposite corners. */
function exampleOn({ board: { files, ranks }, army }: Equipment): string {
  const { letter } = army[ROYAL]!;
  const empty = Array.from({ length: ranks - 2 }, () => String(files));
  const rows = [`${letter.toLowerCase()}${files - 1}`, ...empty, `${files - 1}${letter}`];
  return `${rows.join('/')} w - - 0 1`;
}

/** Reads the first field of a FEN, whether or not its pieces are a position. Errors: `fen-board`, `fen-piece`. */
export function parseBoard(
  text: string,
  { army, board }: Equipment,
): Result<{ men: Piece[]; squares: Square[] }> {
  const rows = text.split('/');
  const { files, ranks } = board;
  if (rows.length !== ranks) {
    return fail('fen-board', `the board has ${ranks} ranks, not ${rows.length}: '${text}'`, text);
  }
  const men: Piece[] = [];
  const squares: Square[] = [];
  for (const [row, content] of rows.entries()) {
    const rank = ranks - 1 - row;
    let file = 0;
    for (const part of content.match(partsOf(board)) ?? []) {
      const empty = /^[1-9]/.test(part) ? Number(part) : 0;
      const piece = empty === 0 ? parsePiece(army, part) : undefined;
      if (empty === 0 && !piece) {
        const letters = army.map((kind) => kind.letter).join(' ');
        const unknown = `unknown piece '${part}' on rank ${rank + 1}: pieces are ${letters}`;
        return fail('fen-piece', unknown, part);
      }
      if (piece && file < files) {
        men.push(piece);
        squares.push(rank * files + file);
      }
      file += piece ? 1 : empty;
    }
    if (file !== files) {
      const found = `rank ${rank + 1} has ${file} squares, not ${files}: '${content}'`;
      return fail('fen-board', found, content);
    }
  }
  return ok({ men, squares });
}

/** Pieces, and numbers of empty squares: of one digit, or of more on boards that are wider than that. */
function partsOf({ files }: Board): RegExp {
  return files > 9 ? /[1-9][0-9]*|./gu : /./gu;
}

/** `[Rn]`: White has lost a rook, Black a knight. Without brackets there is no stock. */
function parseStock(
  text: string,
  { army, hasStock }: Equipment,
): Result<readonly number[] | undefined> {
  if (text === '') return ok(undefined);
  const letters = /^\[([A-Za-z]*)\]$/.exec(text)?.[1];
  if (letters === undefined || !hasStock) {
    const way = hasStock ? `is written like [Rn], not '${text}'` : 'is not part of this game';
    return fail('fen-stock', `what was taken ${way}`, text);
  }
  const stock: number[] = new Array(2 * army.length + 1).fill(0);
  for (const letter of letters) {
    const piece = parsePiece(army, letter);
    if (!piece || army[piece.kind]!.royal || army[piece.kind]!.pawn) {
      return fail('fen-stock', `'${letter}' in '${text}' is no piece that can be regained`, letter);
    }
    stock[codeOf(piece)]!++;
  }
  return ok(stock);
}

function parseRights(text: string, { specials }: Equipment): Result<number> {
  if (text === '-') return ok(0);
  let rights = 0;
  for (const letter of text) {
    const index = specials.findIndex((special) => special.letter === letter);
    if (index < 0 || (rights >> index) & 1) {
      const letters = specials.map((special) => special.letter).join('');
      const some = letters && ` or letters of ${letters} once each`;
      return fail('fen-castling', `castling rights are '-'${some}, not '${text}'`, text);
    }
    rights |= 1 << index;
  }
  return ok(rights);
}

/** After a triple step two squares, one after the other. */
function parseEnPassant(text: string, board: Board): Result<readonly Square[] | undefined> {
  if (text === '-') return ok(undefined);
  const squares: Square[] = [];
  for (const part of text.match(/^[^0-9]*[0-9]*|[^0-9]+[0-9]*/g) ?? []) {
    const square = parseSquare(part, board);
    if (!square.ok) return square;
    squares.push(square.value);
  }
  return ok(squares);
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
  const { turn, rights, equipment } = position;
  const left = equipment.specials.filter((_, i) => (rights >> i) & 1);
  return [
    makeBoard(position.equipment, (square) => pieceAt(position, square)) + makeStock(position),
    turn === WHITE ? 'w' : 'b',
    left.map(({ letter }) => letter).join('') || '-',
    makeEnPassant(position),
  ].join(' ');
}

function makeEnPassant({ enPassant, equipment }: Position): string {
  return enPassant?.passed.map((square) => makeSquare(square, equipment.board)).join('') ?? '-';
}

function makeStock({ stock, equipment }: Position): string {
  if (!stock) return '';
  const letters = stock.flatMap((count, code) => {
    const piece = { kind: kindOf(code), color: colorOf(code) };
    return count > 0 ? makePiece(equipment.army, piece).repeat(count) : [];
  });
  return `[${letters.join('')}]`;
}

/** The first field of a FEN, of pieces that need not be a position. */
export function makeBoard(
  { board, army }: Pick<Equipment, 'board' | 'army'>,
  pieceOn: (square: Square) => Piece | undefined,
): string {
  const { files, ranks } = board;
  const rows = Array.from({ length: ranks }, (_, row) => {
    let text = '';
    let empty = 0;
    for (let file = 0; file < files; file++) {
      const piece = pieceOn((ranks - 1 - row) * files + file);
      if (!piece) {
        empty++;
        continue;
      }
      text += (empty || '') + makePiece(army, piece);
      empty = 0;
    }
    return text + (empty || '');
  });
  return rows.join('/');
}
