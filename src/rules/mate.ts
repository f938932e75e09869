import { attacksOf, pawnAttacks } from '../chess/attacks.ts';
import { Bitboard } from '../chess/bitboard.ts';
import type { Square } from '../chess/geometry.ts';
import { opposite } from '../chess/men.ts';
import { hasLegalMove, type Move, play, visitMoves } from '../chess/moves.ts';
import { isCheck, kindAt, occupiedOf, type Position, royalOf } from '../chess/position.ts';

/** A chess-legal move that gives chess checkmate at once, or undefined. */
export function findMate(position: Position): Move | undefined {
  let mate: Move | undefined;
  const checks = new Checks(position);
  visitMoves(position, (from, to, promotion) => {
    if (!checks.possible(from, to, promotion)) return false;
    const after = play(position, { from, to, promotion });
    if (!isCheck(after) || hasLegalMove(after)) return false;
    mate = { from, to, promotion };
    return true;
  });
  return mate;
}

/** Cheap filter: false for most moves that cannot give check. */
class Checks {
  private readonly position: Position;
  /** By kind: from where it would attack the enemy king. */
  private readonly squares: readonly Bitboard[];
  /** Lines by which own men slide towards the enemy king: a piece leaving one may open it. */
  private readonly lines: Bitboard;

  constructor(position: Position) {
    const { army, colors, kinds, turn } = position;
    this.position = position;
    const king = royalOf(position, opposite(turn));
    const occupied = occupiedOf(position);
    const attacks = attacksOf(army);
    let lines = Bitboard.empty;
    this.squares = army.map(({ pawn }, kind) => {
      const men = colors[turn].intersect(kinds[kind]!);
      if (men.isEmpty()) return Bitboard.empty;
      lines = lines.union(attacks.lines(kind, turn, king, men));
      return pawn ? pawnAttacks(opposite(turn), king) : attacks.to(kind, turn, king, occupied);
    });
    this.lines = lines;
  }

  possible(from: Square, to: Square, promotion: number | undefined): boolean {
    const { position } = this;
    if (promotion !== undefined || this.lines.has(from)) return true;
    const kind = kindAt(position, from);
    if (this.squares[kind]!.has(to)) return true;
    // Castling and en passant move or remove a second piece.
    return position.castling !== 0 || to === position.enPassant;
  }
}
