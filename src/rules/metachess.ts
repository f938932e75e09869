import type { Bitboard } from '../chess/bitboard.ts';
import { castlingOf, legalMoves, type Move, play } from '../chess/moves.ts';
import { isCheck, type Position } from '../chess/position.ts';
import { BLACK, type Color, chessArmy, opposite, ROYAL, WHITE } from '../pieces/army.ts';
import { chessEndings, isLoneMinor } from './chess.ts';
import { findMate } from './mate.ts';
import { orthodox } from './orthodox.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';

/** Chess in which a move is illegal if it lets the opponent give checkmate at once. */
export const metachess = orthodox(
  {
    name: 'metachess',
    title: 'Metachess',
    about: 'Chess, but a move is illegal if it lets the opponent checkmate at once.',
    permits: (after) => findMate(after) === undefined,
    isInsufficientMaterial: isLoneMinor,
    legalMoves: (position) =>
      legalMoves(position).filter((move) => refutation(position, move) === undefined),
    refutation,
    metacheck: (position) => threat(position) !== undefined,
    threat,
    ending(position, legal) {
      if (legal ? legal.length > 0 : hasMetachessMove(position)) return undefined;
      // In check, passing would not give a position; there check alone decides.
      const lost = isCheck(position) || findMate(pass(position)) !== undefined;
      return lost ? { reason: 'metacheckmate', wdl: -1 } : { reason: 'stalemate', wdl: 0 };
    },
    setwise: {
      terminal,
      forbidsMateInOne: true,
      longTables: new Set(['KQPvkq', 'KQPvkp', 'KPPvkq']),
    },
  },
  chessArmy,
);

/** Stops at the first legal move. */
function hasMetachessMove(position: Position): boolean {
  return legalMoves(position).some((move) => refutation(position, move) === undefined);
}

/** The mating reply by the rules of chess: it need not be legal in metachess. */
function refutation(position: Position, move: Move): { at: Position; reply: Move } | undefined {
  const castling = castlingOf(position, move);
  // When castling, the king must not be mated on the square that it passes over either.
  const reached = castling
    ? [inTransit(position, castling), play(position, move)]
    : [play(position, move)];
  for (const at of reached) {
    const reply = findMate(at);
    if (reply) return { at, reply };
  }
  return undefined;
}

function threat(position: Position): { at: Position; reply: Move } | undefined {
  if (isCheck(position)) return undefined;
  const at = pass(position);
  const reply = findMate(at);
  return reply && { at, reply };
}

/** The king on the square that it passes over in castling, the rook at home, the opponent to move. */
function inTransit(
  position: Position,
  { kingFrom, transit }: { readonly kingFrom: number; readonly transit: number },
): Position {
  const { turn } = position;
  const move = (board: Bitboard) => board.without(kingFrom).with(transit);
  const colors: [Bitboard, Bitboard] = [position.colors[0], position.colors[1]];
  colors[turn] = move(colors[turn]);
  const own = turn === 0 ? 0b0011 : 0b1100;
  return {
    ...pass(position),
    colors,
    kinds: position.kinds.with(ROYAL, move(position.kinds[ROYAL]!)),
    castling: position.castling & ~own,
  };
}

/** The same position with the other side to move and without an en passant right. */
export function pass(position: Position): Position {
  return { ...position, turn: opposite(position.turn), enPassant: undefined };
}

/** Metacheckmate and stalemate as sets. */
function terminal<S>(sets: SetAlgebra<S>): Terminal<S> {
  const { mated, stalemate } = chessEndings(sets);
  for (const set of stalemate) sets.release(set);
  const mating = (color: Color) => sets.moves(color, mated[opposite(color)], 'mated');
  const forbidden = [mating(WHITE), mating(BLACK)] as const;
  const side = (color: Color) => {
    const other = opposite(color);
    const permitted = sets.without(sets.valid(other), forbidden[other]);
    const movable = sets.moves(color, permitted, 'permitted');
    const stuck = sets.without(sets.valid(color), movable);
    for (const set of [permitted, movable]) sets.release(set);
    // In check, or in metacheck: the opponent could mate at once if it were its move.
    const inCheck = sets.inCheck(color, stuck);
    const inMetacheck = sets.and(stuck, forbidden[other]);
    const lost = sets.or(inCheck, inMetacheck);
    const stalemate = sets.without(stuck, lost);
    for (const set of [inCheck, inMetacheck, stuck]) sets.release(set);
    return { lost, stalemate };
  };
  const white = side(WHITE);
  const black = side(BLACK);
  return {
    lost: [white.lost, black.lost],
    stalemate: [white.stalemate, black.stalemate],
    mated,
    forbidden,
  };
}
