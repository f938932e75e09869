import { Chess, castlingSide } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { SquareSet } from 'chessops/squareSet';
import type { Move, NormalMove, Role } from 'chessops/types';
import { kingCastlesTo, makeUci, opposite } from 'chessops/util';

/**
 * Metachess implemented a second time, straight from the rules and with nothing of src: chessops plays the chess,
 * every question is answered by trying everything.
 */
export function naivePosition(fen: string): Chess {
  return Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
}

const promotions: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];

export function chessLegalMoves(position: Chess): NormalMove[] {
  const moves: NormalMove[] = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const last = SquareSet.backranks().has(to) && position.board.pawn.has(from);
      if (last) for (const promotion of promotions) moves.push({ from, to, promotion });
      else moves.push({ from, to });
    }
  }
  return moves;
}

/** UCI as engines write it; chessops writes castling as the king capturing the rook. */
export function uciOf(position: Chess, move: NormalMove): string {
  const side = castlingSide(position, move);
  return makeUci(side ? { from: move.from, to: kingCastlesTo(position.turn, side) } : move);
}

function played(position: Chess, move: Move): Chess {
  const next = position.clone();
  next.play(move);
  return next;
}

export function givesMate(position: Chess, move: NormalMove): boolean {
  return played(position, move).isCheckmate();
}

export function naiveMate1(position: Chess): boolean {
  return chessLegalMoves(position).some((move) => givesMate(position, move));
}

export function naivePermits(position: Chess, move: NormalMove): boolean {
  if (naiveMate1(played(position, move))) return false;
  return !castlingSide(position, move) || !naiveMate1(inTransit(position, move));
}

export function naiveMetacheck(position: Chess): boolean {
  if (position.isCheck()) return false;
  const setup = position.toSetup();
  setup.turn = opposite(setup.turn);
  setup.epSquare = undefined;
  return naiveMate1(Chess.fromSetup(setup).unwrap());
}

export type NaiveEnding = 'metacheckmate' | 'stalemate' | undefined;

export function naiveEnding(position: Chess): NaiveEnding {
  if (chessLegalMoves(position).some((move) => naivePermits(position, move))) return undefined;
  return position.isCheck() || naiveMetacheck(position) ? 'metacheckmate' : 'stalemate';
}

/** The king on the square that it passes over, the rook at home, the opponent to move. */
function inTransit(position: Chess, move: NormalMove): Chess {
  const setup = position.toSetup();
  const transit = castlingSide(position, move) === 'h' ? move.from + 1 : move.from - 1;
  setup.board.set(transit, setup.board.take(move.from)!);
  setup.castlingRights = setup.castlingRights.diff(SquareSet.fromRank(move.from >> 3));
  setup.turn = opposite(setup.turn);
  setup.epSquare = undefined;
  return Chess.fromSetup(setup).unwrap();
}
