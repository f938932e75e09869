import { type Board, type Square, type Step, stepFrom } from '../../src/board/board.ts';
import { type Army, type Color, opposite, type Piece, ROYAL } from '../../src/pieces/army.ts';
import type { Leg } from '../../src/pieces/legs.ts';
import type { Castling } from '../../src/pieces/specials.ts';
import type { Move } from '../../src/position/moves.ts';
import { type EnPassant, type Position, pieceAt } from '../../src/position/position.ts';

// The moves of pieces a second time, straight from their legs: every leg is walked square by square on a plain array,
// every question is answered by trying everything. Nothing of src but data and the geometry of the board.

type Men = readonly (Piece | undefined)[];

/** A position as far as it matters for moves. */
export interface NaivePosition {
  readonly board: Board;
  readonly army: Army;
  readonly men: Men;
  readonly turn: Color;
  readonly enPassant: EnPassant | undefined;
  /** Those that the sides may still make. */
  readonly castlings: readonly Castling[];
}

export function naivePosition(position: Position): NaivePosition {
  const { equipment, squares, turn, enPassant, rights } = position;
  const { board, army, specials } = equipment;
  return {
    board,
    army,
    men: squares.map((_, square) => pieceAt(position, square)),
    turn,
    enPassant,
    castlings: specials.filter(
      (special, i): special is Castling => special.kind === 'castling' && ((rights >> i) & 1) === 1,
    ),
  };
}

/** Could a piece of `by` take on this square, whatever stands there? En passant does not count. */
export function naiveAttacked(
  { board, army, men }: Pick<NaivePosition, 'board' | 'army' | 'men'>,
  target: Square,
  by: Color,
): boolean {
  return men.some((man, from) => {
    if (man?.color !== by) return false;
    return army[man.kind]!.movement.some(
      (leg) =>
        leg.purpose === 'take' &&
        !leg.enPassant &&
        (!leg.initial || isHome(board, army, man, from)) &&
        squaresOf(board, men, leg, from, by).includes(target),
    );
  });
}

/** The legal moves, in no order. */
export function naiveMoves(position: NaivePosition): readonly Move[] {
  const { turn } = position;
  const steps = position.men.flatMap((man, from) =>
    man?.color === turn ? stepsOf(position, from, man) : [],
  );
  const safe = steps.filter((move) => !isInCheck(naivePlay(position, move), turn));
  return [...safe, ...castlingMoves(position)];
}

/** The legal moves that give checkmate. */
export function naiveMates(position: NaivePosition): readonly Move[] {
  const other = opposite(position.turn);
  return naiveMoves(position).filter((move) => {
    const after = naivePlay(position, move);
    return isInCheck(after, other) && naiveMoves(after).length === 0;
  });
}

export function isInCheck(position: NaivePosition, color: Color): boolean {
  const royal = position.men.findIndex((man) => man?.kind === ROYAL && man.color === color);
  return naiveAttacked(position, royal, opposite(color));
}

function naivePlay(position: NaivePosition, { from, to, promotion }: Move): NaivePosition {
  const { board, army, turn, castlings } = position;
  const men = position.men.slice();
  const man = men[from]!;
  if (takesEnPassant(position, from, to)) men[position.enPassant!.piece] = undefined;
  men[to] = promotion === undefined ? man : { kind: promotion, color: turn };
  men[from] = undefined;
  const castled = castlings.find(
    ({ color, kingFrom, kingTo }) =>
      man.kind === ROYAL && color === turn && kingFrom === from && kingTo === to,
  );
  if (castled) {
    men[castled.rookTo] = men[castled.rookFrom];
    men[castled.rookFrom] = undefined;
  }
  // The middle of a double step.
  const passing = army[man.kind]!.movement.find(
    ({ purpose, enPassant, step }) =>
      enPassant && purpose === 'move' && stepFrom(board, from, seenBy(turn, step)) === to,
  );
  return {
    board,
    army,
    men,
    turn: opposite(turn),
    enPassant: passing && { passed: [(from + to) / 2], piece: to },
    castlings: castlings.filter(({ color, kingFrom, rookFrom, rook }) => {
      const isThere = (square: Square, kind: number) =>
        men[square]?.kind === kind && men[square].color === color;
      return isThere(kingFrom, ROYAL) && isThere(rookFrom, rook);
    }),
  };
}

/** The moves of a piece, whether or not they leave its royal piece attacked. */
function stepsOf(position: NaivePosition, from: Square, man: Piece): Move[] {
  const { board, army, men, turn } = position;
  const { movement, promotions } = army[man.kind]!;
  const targets = new Set<Square>();
  for (const leg of movement) {
    if (leg.initial && !isHome(board, army, man, from)) continue;
    for (const to of squaresOf(board, men, leg, from, turn)) {
      const there = men[to];
      if (leg.purpose === 'move' && !there) targets.add(to);
      if (leg.purpose === 'move' || there?.color === turn || there?.kind === ROYAL) continue;
      if (leg.enPassant ? takesEnPassant(position, from, to) : there) targets.add(to);
    }
  }
  const last = turn === 0 ? board.ranks - 1 : 0;
  return [...targets].flatMap((to): Move[] =>
    Math.floor(to / board.files) === last && promotions.length > 0
      ? promotions.map((promotion) => ({ from, to, promotion }))
      : [{ from, to, promotion: undefined }],
  );
}

function castlingMoves(position: NaivePosition): Move[] {
  const { men, turn, castlings } = position;
  if (isInCheck(position, turn)) return [];
  return castlings.flatMap(({ color, path, kingFrom, passed, kingTo }) => {
    if (color !== turn || path.some((square) => men[square])) return [];
    const isSafe = (to: Square) => {
      const after = { ...position, men: men.with(to, men[kingFrom]).with(kingFrom, undefined) };
      return !isInCheck(after, turn);
    };
    return [...passed, kingTo].every(isSafe)
      ? [{ from: kingFrom, to: kingTo, promotion: undefined }]
      : [];
  });
}

function takesEnPassant({ men, army, board, enPassant }: NaivePosition, from: Square, to: Square) {
  if (!enPassant?.passed.includes(to) || men[to]) return false;
  const { kind, color } = men[from]!;
  return army[kind]!.movement.some(
    (leg) =>
      leg.enPassant &&
      leg.purpose === 'take' &&
      stepFrom(board, from, seenBy(color, leg.step)) === to,
  );
}

function isHome(board: Board, army: Army, { kind, color }: Piece, square: Square): boolean {
  const rank = Math.floor(square / board.files);
  const own = color === 0 ? rank : board.ranks - 1 - rank;
  const { home } = army[kind]!;
  const ranks = home && 'ranks' in home ? home.ranks : [];
  return ranks.some((each) => (each > 0 ? each - 1 : board.ranks + each) === own);
}

function seenBy(color: Color, [files, ranks]: Step): Step {
  return color === 0 ? [files, ranks] : [-files, -ranks];
}

/** The squares to which a leg leads from a square, occupied or not, as far as other pieces let it. */
function squaresOf(board: Board, men: Men, leg: Leg, from: Square, color: Color): Square[] {
  const step = seenBy(color, leg.step);
  if (leg.onward) {
    const corner = stepFrom(board, from, step);
    if (corner < 0 || men[corner]) return [];
    return ride(board, men, corner, seenBy(color, leg.onward), leg.range, false);
  }
  if (leg.hop) return hop(board, men, leg, from, step);
  return ride(board, men, from, step, leg.range, leg.lame ?? false);
}

function ride(
  board: Board,
  men: Men,
  from: Square,
  step: Step,
  range: number,
  lame: boolean,
): Square[] {
  const found: Square[] = [];
  for (let at = from; found.length < range; ) {
    const to = stepFrom(board, at, step);
    if (to < 0 || (lame && between(step).some((each) => men[stepFrom(board, at, each)]))) break;
    found.push(to);
    if (men[to]) break;
    at = to;
  }
  return found;
}

/** What a lame leap passes, by its step: the horse of Xiangqi, the elephants of Xiangqi and Janggi, and longer ones. */
function between([files, ranks]: Step): readonly Step[] {
  const [x, y] = [Math.sign(files), Math.sign(ranks)];
  switch (Math.abs(files) * 10 + Math.abs(ranks)) {
    case 20:
    case 2:
    case 22:
      return [[x, y]];
    case 30:
    case 3:
    case 33:
      return [[x, y], [2 * x, 2 * y]]; // biome-ignore format: two steps
    case 12:
      return [[0, y]];
    case 21:
      return [[x, 0]];
    case 23:
      return [[0, y], [x, 2 * y]]; // biome-ignore format: two steps
    case 32:
      return [[x, 0], [2 * x, y]]; // biome-ignore format: two steps
    default:
      return [];
  }
}

/** Over the first piece met: all squares up to the next, or only the one directly behind it. */
function hop(board: Board, men: Men, { hop, range }: Leg, from: Square, step: Step): Square[] {
  const found: Square[] = [];
  let screens = 0;
  let at = from;
  const most = hop === 'behind' ? range + 1 : range;
  for (let i = 0; i < most; i++) {
    at = stepFrom(board, at, step);
    if (at < 0) break;
    if (screens === 1) {
      found.push(at);
      if (men[at] || hop === 'behind') break;
    } else if (men[at]) {
      screens++;
    }
  }
  return found;
}
