import type { Square } from '../../board/board.ts';
import { fail, ok, type Result } from '../../board/result.ts';
import { type Color, opposite, promotionsOf, ROYAL, WHITE } from '../../pieces/army.ts';
import { codeOf, colorOf, kindOf } from '../../pieces/mover.ts';
import type { Castling } from '../../pieces/specials.ts';
import { isAttacked } from '../../position/attacks.ts';
import type { Position } from '../../position/position.ts';
import type { Put } from './action.ts';

/**
 * What both players see. It alone decides which moves are possible, so that no refusal tells more: not whether the last
 * move was legal, nor which rights there are to castle or to take en passant.
 */
export interface Seen {
  /** The men and the side to move count, nothing else. */
  readonly position: Position;
  /** Where the last move ended. */
  readonly arrived: Square | undefined;
  /** Has a move been made that the side to move has not confirmed? */
  readonly claimable: boolean;
}

/** What a possible move does. */
export type Way =
  | { readonly type: 'plain' }
  | { readonly type: 'castling'; readonly castling: Castling }
  /** Takes the pawn en passant that has just moved. */
  | { readonly type: 'passing'; readonly pawn: Square }
  /** A capture-claim. */
  | { readonly type: 'king' }
  /** A capture-claim en passant, if the last move was this castling. */
  | { readonly type: 'passing king'; readonly castling: Castling };

/** What a move does, or why it is impossible. Errors: `impossible`. */
export function wayOf(seen: Seen, put: Put): Result<Way> {
  const { position } = seen;
  const { squares } = position;
  const { from, to } = put;
  if (squares[from] === 0) return impossible('there is no man to move');
  const wrong = wrongPromotion(position, put);
  if (wrong !== undefined) return impossible(wrong);
  if (put.special) return specialWay(seen, put);
  const target = squares[to]!;
  if (target === 0 || kindOf(target) !== ROYAL) return ok({ type: 'plain' });
  if (colorOf(target) === position.turn) return impossible('the own king is never captured');
  if (!seen.claimable) return impossible('the king cannot be captured: its move is confirmed');
  if (!takesOn(position, from, to)) return impossible('only a legal move captures the king');
  return ok({ type: 'king' });
}

/** The special move of a man to a square, if there is one. Not with a promotion. */
export function hasSpecial(seen: Seen, from: Square, to: Square): boolean {
  return seen.position.squares[from] !== 0 && findSpecial(seen, from, to) !== undefined;
}

/** Does a man that moves there promote? */
export function promotes({ equipment, squares }: Position, { from, to }: Put): boolean {
  return equipment.promotes[squares[from]!]?.[to] === true;
}

function specialWay(seen: Seen, { from, to }: Put): Result<Way> {
  const way = findSpecial(seen, from, to);
  return way ? ok(way) : impossible('there is no special move');
}

function findSpecial(seen: Seen, from: Square, to: Square): Way | undefined {
  const { position, arrived } = seen;
  const castling = castlingFor(position, from, to);
  if (castling) return { type: 'castling', castling };
  if (arrived === undefined || from === arrived) return undefined;
  const behind = squareBehind(position, arrived);
  if (behind === to && position.squares[to] === 0) return { type: 'passing', pawn: arrived };
  const castled = seen.claimable ? castlingTo(position, arrived) : undefined;
  const isPassed = castled && [castled.kingFrom, ...castled.passed].includes(to);
  return isPassed && takesOn(position, from, to)
    ? { type: 'passing king', castling: castled }
    : undefined;
}

/** The castling of the own king from its first square, with a rook in the corner and no king in the way. */
function castlingFor(position: Position, from: Square, to: Square): Castling | undefined {
  const { squares, turn } = position;
  return castlingsOf(position, turn).find(
    ({ kingFrom, kingTo, rookFrom, rookTo, king, rook }) =>
      kingFrom === from &&
      kingTo === to &&
      squares[kingFrom] === codeOf({ kind: king, color: turn }) &&
      squares[rookFrom] === codeOf({ kind: rook, color: turn }) &&
      [kingTo, rookTo].every((square) => squares[square] !== kingCode(opposite(turn))),
  );
}

/** The castling by which the other king may have arrived, as far as the board shows. */
function castlingTo(position: Position, arrived: Square): Castling | undefined {
  const { squares, turn } = position;
  const color = opposite(turn);
  return castlingsOf(position, color).find(
    ({ kingFrom, kingTo, rookFrom, rookTo, king, rook }) =>
      kingTo === arrived &&
      squares[kingTo] === codeOf({ kind: king, color }) &&
      squares[rookTo] === codeOf({ kind: rook, color }) &&
      squares[kingFrom] === 0 &&
      squares[rookFrom] === 0,
  );
}

function castlingsOf({ equipment }: Position, color: Color): readonly Castling[] {
  return equipment.specials.filter(
    (special): special is Castling => special.kind === 'castling' && special.color === color,
  );
}

/** The square behind a pawn of the side that has moved, where it may be taken en passant. */
function squareBehind({ squares, turn, equipment }: Position, pawn: Square): Square | undefined {
  const code = squares[pawn]!;
  const { army, board } = equipment;
  if (code === 0 || colorOf(code) === turn || !army[kindOf(code)]!.pawn) return undefined;
  const behind = pawn + (colorOf(code) === WHITE ? -board.files : board.files);
  return behind >= 0 && behind < board.size ? behind : undefined;
}

/** Could the own man on a square capture on another one, its own king's safety not asked? */
function takesOn(position: Position, from: Square, to: Square): boolean {
  const { squares, sides, turn } = position;
  const alone = sides[turn].filter((piece) => (piece & 255) === from);
  if (colorOf(squares[from]!) !== turn) return false;
  const only: Position = { ...position, sides: turn === WHITE ? [alone, []] : [[], alone] };
  return isAttacked(only, to, turn);
}

function wrongPromotion(position: Position, put: Put): string | undefined {
  const { squares, equipment } = position;
  const { promotion } = put;
  const code = squares[put.from]!;
  if (!promotes(position, put)) return promotion === undefined ? undefined : 'it does not promote';
  const kinds = promotionsOf(equipment.army, { kind: kindOf(code), color: colorOf(code) });
  if (promotion !== undefined && kinds.includes(promotion)) return undefined;
  const letters = kinds.map((kind) => equipment.army[kind]!.letter.toLowerCase());
  return `a pawn promotes there to one of ${letters.join(' ')}`;
}

function kingCode(color: Color) {
  return codeOf({ kind: ROYAL, color });
}

function impossible(why: string) {
  return fail('impossible', why);
}
