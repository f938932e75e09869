import { makeSquare, parseSquare } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { legalMoves, type Move } from '../position/moves.ts';
import { kindAt, type Position } from '../position/position.ts';
import { castlingOf } from '../position/specialMoves.ts';

/**
 * Standard Algebraic Notation (PGN standard, 8.2.3) without the suffix for check or mate, which the rule set adds.
 * `moves`: those among which the notation must be unambiguous.
 */
export function makeSan(
  position: Position,
  move: Move,
  moves: readonly Move[] = legalMoves(position),
): string {
  const { army, board } = position.equipment;
  const castling = castlingOf(position, move);
  if (castling) return castling.kingTo > castling.kingFrom ? 'O-O' : 'O-O-O';
  const kind = kindAt(position, move.from);
  const to = makeSquare(move.to, board);
  const promotion = move.promotion === undefined ? '' : `=${army[move.promotion]!.letter}`;
  const rivals = rivalsOf(position, move, moves);
  if (kind === pawnOf(position)) {
    const from = makeSquare(move.from, board);
    const isStraight = from[0] === to[0];
    const isUnclear = rivals.some((rival) => (rival.from - move.from) % board.files === 0);
    const origin = isUnclear ? from : isStraight ? '' : from[0];
    return origin + (isStraight ? '' : 'x') + to + promotion;
  }
  const capture = position.squares[move.to] === 0 ? '' : 'x';
  return army[kind]!.letter + originOf(position, move, rivals) + capture + to + promotion;
}

/** The kind of piece whose moves have no letter, -1 if there is none. */
function pawnOf({ equipment }: Position): number {
  return equipment.army.findIndex(({ pawn }) => pawn);
}

/** The moves of other pieces of this kind to the same square. */
function rivalsOf(position: Position, { from, to }: Move, moves: readonly Move[]): readonly Move[] {
  const kind = kindAt(position, from);
  return moves.filter(
    (other) =>
      other.to === to &&
      other.from !== from &&
      kindAt(position, other.from) === kind &&
      !castlingOf(position, other),
  );
}

/**
 * The shortest of file, rank or both that distinguishes the piece from others of its kind that can make the same move.
 */
function originOf(
  { equipment: { board } }: Position,
  { from }: Move,
  rivals: readonly Move[],
): string {
  if (rivals.length === 0) return '';
  const { files } = board;
  const square = makeSquare(from, board);
  const rankOf = (at: number) => Math.floor(at / files);
  if (rivals.every((rival) => rival.from % files !== from % files)) return square[0]!;
  if (rivals.every((rival) => rankOf(rival.from) !== rankOf(from))) return square.slice(1);
  return square;
}

/**
 * The one move of `moves` that `text` can mean. Suffixes (`+ # ! ?`), `0-0`, a missing `x` or `=` and a longer origin
 * than needed are accepted.
 * Errors: `san` (unreadable), `san-illegal` (fits no move), `san-ambiguous` (fits several).
 */
export function parseSan(
  position: Position,
  text: string,
  moves: readonly Move[] = legalMoves(position),
): Result<Move> {
  const fits = reader(position, text.trim().replace(/[+#!?]+$/, ''));
  if (!fits)
    return fail('san', `'${text}' is not a move in algebraic notation, such as e4 or Nf3`, text);
  const fitting = moves.filter(fits);
  // A pawn that may stay what it is does so unless the text says otherwise.
  const staying = fitting.filter(({ promotion }) => promotion === undefined);
  const found = staying.length > 0 ? staying : fitting;
  if (found.length === 1) return ok(found[0]!);
  if (found.length === 0) return fail('san-illegal', `'${text}' is not a legal move here`, text);
  const candidates = found.map((move) => makeSan(position, move, moves)).join(', ');
  return fail('san-ambiguous', `'${text}' could be any of ${candidates}`, text);
}

function reader(position: Position, text: string): ((move: Move) => boolean) | undefined {
  const { army, board } = position.equipment;
  const castle = /^(O-O(-O)?|0-0(-0)?)$/.exec(text);
  if (castle) {
    const long = text.length > 3;
    return (move) => {
      const castling = castlingOf(position, move);
      return castling !== undefined && castling.kingTo < castling.kingFrom === long;
    };
  }
  // Only files of this board: `nf3` is not a move on 8x8.
  const anyFile = `[a-${makeSquare(board.files - 1, board)[0]}]`;
  const pattern = `^([A-Z])?(${anyFile})?([1-9][0-9]?)?[x:-]?(${anyFile}[1-9][0-9]?)(?:=?([A-Z]))?$`;
  const match = new RegExp(pattern).exec(text);
  const target = match && parseSquare(match[4]!, board);
  if (!match || !target?.ok) return undefined;
  const [, letter, file, rank, , promotion] = match;
  const kind = letter ? army.findIndex((each) => each.letter === letter) : pawnOf(position);
  const becomes = promotion ? army.findIndex((each) => each.letter === promotion) : undefined;
  return (move) => {
    const from = makeSquare(move.from, board);
    return (
      move.to === target.value &&
      kindAt(position, move.from) === kind &&
      (!file || from[0] === file) &&
      (!rank || from.slice(1) === rank) &&
      (becomes === undefined || move.promotion === becomes) &&
      !castlingOf(position, move)
    );
  };
}
