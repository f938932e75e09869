import type { Square } from '../board/board.ts';
import { BLACK, type Color, opposite, ROYAL, WHITE } from '../pieces/army.ts';
import { codeOf } from '../pieces/mover.ts';
import type { Castling } from '../pieces/specials.ts';
import { isCheck } from '../position/attacks.ts';
import { findMate } from '../position/mate.ts';
import { type Move, play } from '../position/moves.ts';
import { type Position, standing } from '../position/position.ts';
import { castlingOf } from '../position/specialMoves.ts';
import { chessEndings } from './chess.ts';
import { chessEquipment, chessStart } from './chessPieces.ts';
import { pass } from './pass.ts';
import { rulesOf } from './rules.ts';
import type { SetAlgebra, Terminal } from './setAlgebra.ts';
import type { Bar, Refuted } from './variant.ts';

/** The ban on moves that let the opponent give checkmate at once. */
export const mateInOne: Bar = {
  name: 'mate in one',
  followsMoves: true,
  isMateInOne: true,
  words:
    'A move is illegal if the opponent could then checkmate at once; the reply is judged by chess alone.',
  permits: (after) => findMate(after) === undefined,
  refutation,
  threat,
};

/** Chess in which a move is illegal if it lets the opponent give checkmate at once. */
export const metachess = rulesOf({
  name: 'metachess',
  title: 'Metachess',
  about: 'Chess, but a move is illegal if it lets the opponent checkmate at once.',
  source: 'Florence: https://apriiori.com/metachess/',
  notes: ['Castling is illegal too if the king could be mated on the square that it passes over.'],
  equipment: chessEquipment,
  start: chessStart,
  stuck: {
    attacked: { reason: 'metacheckmate', wdl: -1 },
    free: { reason: 'stalemate', wdl: 0 },
  },
  insufficient: 'BN',
  bar: mateInOne,
  setwise: { terminal },
});

/** The mating reply by the rules of chess: it need not be legal in metachess. */
function refutation(position: Position, move: Move): Refuted | undefined {
  const castling = castlingOf(position, move);
  // When castling, the king must not be mated on a square that it passes over either.
  const passed = castling ? castling.passed.map((at) => inTransit(position, castling, at)) : [];
  const reached = [...passed, play(position, move)];
  for (const at of reached) {
    const reply = findMate(at);
    if (reply) return { at, reply };
  }
  return undefined;
}

/** In check, passing would not give a position; there check alone decides. */
function threat(position: Position): Refuted | undefined {
  if (isCheck(position)) return undefined;
  const at = pass(position);
  const reply = findMate(at);
  return reply && { at, reply };
}

/** The king on a square that it passes over in castling, the rook at home, the opponent to move. */
function inTransit(position: Position, { kingFrom, color }: Castling, transit: Square): Position {
  const code = codeOf({ kind: ROYAL, color });
  const side = position.sides[color].with(0, standing(code, transit));
  const own = position.equipment.specials.reduce(
    (bits, special, i) => (special.color === color ? bits | (1 << i) : bits),
    0,
  );
  return {
    ...pass(position),
    squares: position.squares.with(kingFrom, 0).with(transit, code),
    sides: color === WHITE ? [side, position.sides[BLACK]] : [position.sides[WHITE], side],
    rights: position.rights & ~own,
  };
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
