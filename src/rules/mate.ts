import type { Square } from '../board/board.ts';
import { attacksOf, pawnAttacks } from '../chess/attacks.ts';
import { Bitboard } from '../chess/bitboard.ts';
import { hasLegalMove, type Move, play, visitMoves } from '../chess/moves.ts';
import { isCheck, occupiedOf, type Position, royalOf } from '../chess/position.ts';
import { opposite } from '../pieces/army.ts';

/** A chess-legal move that gives chess checkmate at once, or undefined. */
export function findMate(position: Position): Move | undefined {
  let mate: Move | undefined;
  const checks = new Checks(position);
  const isMate = (from: Square, to: Square, promotion: number | undefined) => {
    const after = play(position, { from, to, promotion });
    if (!isCheck(after) || hasLegalMove(after)) return false;
    mate = { from, to, promotion };
    return true;
  };
  visitMoves(position, isMate, checks.among);
  return mate;
}

const lastRanks = Bitboard.rank(0).union(Bitboard.rank(7));

/** Cheap filter: leaves out most moves that cannot give check. */
class Checks {
  /** By kind: the squares from which it would attack the enemy king. */
  private readonly squares: readonly Bitboard[];
  /** Lines by which own pieces slide towards the enemy king: a piece that leaves one may discover a check. */
  private readonly lines: Bitboard;

  constructor(position: Position) {
    const { army, colors, kinds, turn, enPassant } = position;
    const king = royalOf(position, opposite(turn));
    const occupied = occupiedOf(position);
    const attacks = attacksOf(army);
    let lines = Bitboard.empty;
    this.squares = army.map(({ pawn }, kind) => {
      const men = colors[turn].intersect(kinds[kind]!);
      if (men.isEmpty()) return Bitboard.empty;
      lines = lines.union(attacks.lines(kind, turn, king, men));
      if (!pawn) return attacks.to(kind, turn, king, occupied);
      const squares = pawnAttacks(opposite(turn), king).union(lastRanks);
      // En passant removes a second piece.
      return enPassant === undefined ? squares : squares.with(enPassant);
    });
    this.lines = lines;
  }

  /** The destinations from which a piece on `from` may give check. */
  readonly among = (kind: number, from: Square): Bitboard =>
    this.lines.has(from) ? Bitboard.full : this.squares[kind]!;
}
