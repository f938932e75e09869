import type { Square } from '../board/board.ts';
import { opposite, ROYAL, WHITE } from '../pieces/army.ts';
import { attacksOf, pawnAttacks } from './attacks.ts';
import { Bitboard } from './bitboard.ts';
import { castlings, isAttacked, kindAt, occupiedOf, type Position, royalOf } from './position.ts';

/** A move; castling is the king's two-square move. A pass, in games that have it, goes from a square to itself. */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  /** The kind to which a pawn promotes. */
  readonly promotion: number | undefined;
}

/** Called for each move; returning true ends the search. */
export type Visit = (from: Square, to: Square, promotion: number | undefined) => boolean;

/** The legal moves of chess, in the army's order of kinds. */
export function legalMoves(position: Position): readonly Move[] {
  const moves: Move[] = [];
  visitMoves(position, (from, to, promotion) => {
    moves.push({ from, to, promotion });
    return false;
  });
  return moves;
}

export function hasLegalMove(position: Position): boolean {
  return visitMoves(position, () => true);
}

/** Restricts a search: the destinations of interest for a piece of this kind on `from`. */
export type Among = (kind: number, from: Square) => Bitboard;

/**
 * Visits the legal moves of chess until `visit` returns true, and returns whether it did. With `among`, visits only
 * moves to the squares it returns, and castling.
 */
export function visitMoves(position: Position, visit: Visit, among?: Among): boolean {
  const { army, colors, kinds, turn } = position;
  const own = colors[turn];
  const occupied = occupiedOf(position);
  let guard: Guard | undefined;
  for (let kind = 0; kind < army.length; kind++) {
    for (let men = own.intersect(kinds[kind]!); !men.isEmpty(); men = men.rest()) {
      const from = men.first();
      const { pawn, promotions } = army[kind]!;
      let targets = pawn
        ? pawnTargets(position, occupied, from)
        : attacksOf(army).from(kind, turn, from, occupied).minus(own);
      if (among) targets = targets.intersect(among(kind, from));
      if (targets.isEmpty()) continue;
      guard ??= new Guard(position, occupied);
      const free = !guard.concerns(kind, from);
      for (; !targets.isEmpty(); targets = targets.rest()) {
        const to = targets.first();
        const enPassant = pawn && to === position.enPassant;
        if ((!free || enPassant) && !guard.allows(from, to, enPassant)) continue;
        if (pawn && (to < 8 || to >= 56)) {
          for (const promotion of promotions) if (visit(from, to, promotion)) return true;
        } else if (visit(from, to, undefined)) return true;
      }
    }
  }
  if (position.castling === 0) return false;
  return visitCastlings(position, guard ?? new Guard(position, occupied), visit);
}

/** Keeps the king of the side to move out of check. */
class Guard {
  readonly occupied: Bitboard;
  readonly checked: boolean;
  private readonly position: Position;
  private readonly king: Square;
  /** Lines by which enemy pieces slide towards the king: a piece that stands on none of them is not pinned. */
  private readonly lines: Bitboard;

  constructor(position: Position, occupied: Bitboard) {
    const { army, colors, kinds, turn } = position;
    this.position = position;
    this.occupied = occupied;
    this.king = royalOf(position, turn);
    const enemy = opposite(turn);
    this.checked = isAttacked(position, this.king, enemy, this.occupied);
    let lines = Bitboard.empty;
    for (let kind = 0; kind < army.length; kind++) {
      const men = colors[enemy].intersect(kinds[kind]!);
      if (!men.isEmpty()) lines = lines.union(attacksOf(army).lines(kind, enemy, this.king, men));
    }
    this.lines = lines;
  }

  /** Could a move of this piece leave the king in check? */
  concerns(kind: number, from: Square): boolean {
    return this.checked || kind === ROYAL || this.lines.has(from);
  }

  /** Is the king safe after this move? */
  allows(from: Square, to: Square, enPassant = false): boolean {
    const { turn } = this.position;
    const king = from === this.king ? to : this.king;
    const gone = Bitboard.square(enPassant ? passedPawn(to) : to);
    const occupied = this.occupied.without(from).minus(gone).with(to);
    return !isAttacked(this.position, king, opposite(turn), occupied, gone);
  }
}

/** The square of the pawn that an en passant capture on `to` removes: one rank nearer the middle. */
function passedPawn(to: Square): Square {
  return to < 32 ? to + 8 : to - 8;
}

function pawnTargets(position: Position, occupied: Bitboard, from: Square): Bitboard {
  const { turn, colors, enPassant } = position;
  const forward = turn === WHITE ? 8 : -8;
  const captures = pawnAttacks(turn, from);
  let targets = captures.intersect(colors[opposite(turn)]);
  if (enPassant !== undefined && captures.has(enPassant)) targets = targets.with(enPassant);
  if (occupied.has(from + forward)) return targets;
  targets = targets.with(from + forward);
  const home = turn === WHITE ? 1 : 6;
  if (from >> 3 !== home || occupied.has(from + 2 * forward)) return targets;
  return targets.with(from + 2 * forward);
}

function visitCastlings(position: Position, guard: Guard, visit: Visit): boolean {
  if (guard.checked) return false;
  for (const [i, { color, kingFrom, kingTo, transit, path }] of castlings.entries()) {
    if (color !== position.turn || ((position.castling >> i) & 1) === 0) continue;
    if (guard.occupied.intersects(path)) continue;
    if (!guard.allows(kingFrom, transit) || !guard.allows(kingFrom, kingTo)) continue;
    if (visit(kingFrom, kingTo, undefined)) return true;
  }
  return false;
}

/** The castling that this move makes in this position, or undefined if it is another move. */
export function castlingOf(position: Position, { from, to }: Move) {
  if (position.castling === 0) return undefined;
  const index = castlings.findIndex(
    ({ color, kingFrom, kingTo }, i) =>
      ((position.castling >> i) & 1) === 1 &&
      color === position.turn &&
      from === kingFrom &&
      to === kingTo &&
      position.kinds[ROYAL]!.has(from),
  );
  return castlings[index];
}

/** The position after a legal move. */
export function play(position: Position, move: Move): Position {
  const { army, turn, castling } = position;
  const { from, to, promotion } = move;
  const enemy = opposite(turn);
  const kinds = position.kinds.slice();
  const colors: [Bitboard, Bitboard] = [position.colors[0], position.colors[1]];
  const kind = kindAt(position, from);
  const { pawn } = army[kind]!;

  const taken = pawn && to === position.enPassant ? passedPawn(to) : to;
  const capture = colors[enemy].has(taken);
  if (capture) {
    const captured = kindAt(position, taken);
    kinds[captured] = kinds[captured]!.without(taken);
    colors[enemy] = colors[enemy].without(taken);
  }
  const becomes = promotion ?? kind;
  kinds[kind] = kinds[kind]!.without(from);
  kinds[becomes] = kinds[becomes]!.with(to);
  colors[turn] = colors[turn].without(from).with(to);
  if (castling !== 0) {
    const castled = castlingOf(position, move);
    if (castled) {
      const { rookFrom, transit } = castled;
      const rook = kindAt(position, rookFrom);
      kinds[rook] = kinds[rook]!.without(rookFrom).with(transit);
      colors[turn] = colors[turn].without(rookFrom).with(transit);
    }
  }

  const after: Position = {
    army,
    turn: enemy,
    colors,
    kinds,
    castling: castling === 0 ? 0 : castling & rightsKept(from) & rightsKept(to),
    enPassant: undefined,
    halfmoves: pawn || capture ? 0 : position.halfmoves + 1,
    fullmoves: position.fullmoves + (turn === WHITE ? 0 : 1),
  };
  if (pawn && Math.abs(to - from) === 16) return withEnPassant(after, (from + to) / 2);
  return after;
}

/** The castling rights that survive a move from or to this square. */
function rightsKept(square: Square): number {
  let kept = 0b1111;
  for (const [i, { kingFrom, rookFrom }] of castlings.entries()) {
    if (square === kingFrom || square === rookFrom) kept &= ~(1 << i);
  }
  return kept;
}

/** The position with this en passant right if a legal move uses it, otherwise without one. */
export function withEnPassant(position: Position, square: Square): Position {
  const { army, turn, colors, kinds } = position;
  const origins = pawnAttacks(opposite(turn), square).intersect(colors[turn]);
  const none = { ...position, enPassant: undefined };
  if (!army.some(({ pawn }, kind) => pawn && origins.intersects(kinds[kind]!))) return none;
  const open = { ...position, enPassant: square };
  const usable = visitMoves(open, (from, to) => to === square && army[kindAt(open, from)]!.pawn);
  return usable ? open : none;
}

/** The number of leaf positions after `depth` plies: the standard test of a move generator. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) nodes += perft(play(position, move), depth - 1);
  return nodes;
}
