import type { Square } from '../board/board.ts';
import { type Color, opposite, WHITE } from '../pieces/army.ts';
import { BEHIND, type Line, PLAIN } from '../pieces/lines.ts';
import { codeOf, colorOf, kindOf, type PieceCode } from '../pieces/mover.ts';
import { isCheck, Watch } from './attacks.ts';
import { squarePassed, withEnPassant } from './enPassant.ts';
import { isRoyal, type Position, royalOf, type Standing, standing } from './position.ts';
import { castlingOf, rightsAfter, specialTargets } from './specialMoves.ts';

/** A move; castling is the king's move. A pass, in games that have it, goes from a square to itself. */
export interface Move {
  readonly from: Square;
  readonly to: Square;
  /** The kind to which a piece promotes. */
  readonly promotion: number | undefined;
}

/** Called for each move; returning true ends the search. */
export type Visit = (from: Square, to: Square, promotion: number | undefined) => boolean;

/** Restricts a search to the moves of interest. */
export type Among = (code: PieceCode, from: Square, to: Square) => boolean;

/** The legal moves of the pieces, in the army's order of kinds, then by squares. */
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

/**
 * Visits the moves that do not leave the mover's royal piece attacked until `visit` returns true, and returns whether it
 * did. With `among`, visits only moves that it accepts, and special moves.
 */
export function visitMoves(position: Position, visit: Visit, among?: Among): boolean {
  const { equipment, sides, squares, turn, enPassant, stock } = position;
  const { army, promotes } = equipment;
  const royal = royalOf(position, turn);
  const checked = isCheck(position);
  const guard = new Watch(position, royal, opposite(turn));
  const passed = enPassant === undefined ? -1 : enPassant.passed;
  const targets: Square[] = [];
  for (const piece of sides[turn]) {
    const code = piece >> 8;
    const from = piece & 255;
    const { lines, passants } = equipment.mover(code);
    targets.length = 0;
    for (const line of lines[from]!) addTargets(line, squares, turn, targets);
    if (passed >= 0 && passants[from]!.includes(passed)) add(targets, passed);
    const ends = promotes[code]!;
    const exposed = checked || from === royal || guard.opens(from);
    for (const to of targets) {
      if (among && !among(code, from, to)) continue;
      const passing = to === passed && squares[to] === 0 && passants[from]!.includes(to);
      if (exposed || passing || guard.bridges(to)) {
        if (guard.attacksAfter(from, to, passing ? enPassant!.piece : to)) continue;
      }
      if (ends[to]) {
        const { promotions, mayStay } = army[kindOf(code)]!;
        for (const kind of promotions) {
          if (stock && stock[codeOf({ kind, color: turn })] === 0) continue;
          if (visit(from, to, kind)) return true;
        }
        if ((mayStay || stock) && visit(from, to, undefined)) return true;
      } else if (visit(from, to, undefined)) return true;
    }
  }
  if (position.rights === 0 || checked) return false;
  return specialTargets(position, royal, guard).some((to) => visit(royal, to, undefined));
}

/** Adds the squares to which a line leads, the board being as it is. */
function addTargets(
  { squares: way, first, moves, takes, hop, lame }: Line,
  squares: readonly PieceCode[],
  turn: Color,
  targets: Square[],
): void {
  for (let i = 0; i < lame.length; i++) if (squares[lame[i]!] !== 0) return;
  let open = hop === PLAIN;
  for (let i = 0; i < way.length; i++) {
    const to = way[i]!;
    const code = squares[to]!;
    if (code === 0) {
      if (moves && open && i >= first) add(targets, to);
    } else if (open) {
      // Royal pieces are never taken.
      if (takes && i >= first && colorOf(code) !== turn && !isRoyal(code)) add(targets, to);
      return;
    } else {
      open = true;
      continue;
    }
    if (open && hop === BEHIND) return;
  }
}

/** Keeps the targets sorted; they are few. */
function add(targets: Square[], to: Square): void {
  let at = targets.length;
  while (at > 0 && targets[at - 1]! > to) at--;
  // Two legs may lead to one square.
  if (at > 0 && targets[at - 1] === to) return;
  targets.push(to);
  for (let i = targets.length - 1; i > at; i--) targets[i] = targets[i - 1]!;
  targets[at] = to;
}

/** The position after a legal move. */
export function play(position: Position, move: Move): Position {
  const { equipment, turn, rights, enPassant } = position;
  const { from, to, promotion } = move;
  const enemy = opposite(turn);
  const squares = position.squares.slice();
  const code = squares[from]!;
  const { pawn } = equipment.army[kindOf(code)]!;
  const passing =
    to === enPassant?.passed &&
    squares[to] === 0 &&
    equipment.mover(code).passants[from]!.includes(to);
  const taken = passing ? enPassant!.piece : to;
  const victim = squares[taken]!;
  const becomes = promotion === undefined ? code : codeOf({ kind: promotion, color: turn });

  squares[taken] = 0;
  squares[from] = 0;
  squares[to] = becomes;
  let own = without(position.sides[turn], standing(code, from), standing(becomes, to));
  const others =
    victim === 0 ? position.sides[enemy] : removed(position.sides[enemy], standing(victim, taken));
  if (rights !== 0) {
    const castled = castlingOf(position, move);
    if (castled) {
      const { rookFrom, transit } = castled;
      const rook = squares[rookFrom]!;
      squares[rookFrom] = 0;
      squares[transit] = rook;
      own = without(own, standing(rook, rookFrom), standing(rook, transit));
    }
  }

  const after: Position = {
    equipment,
    turn: enemy,
    squares,
    sides: turn === WHITE ? [own, others] : [others, own],
    rights: rights === 0 ? 0 : rightsAfter(position, from, to),
    enPassant: undefined,
    stock: stockAfter(position, victim, promotion === undefined ? 0 : becomes),
    halfmoves: pawn || victim !== 0 ? 0 : position.halfmoves + 1,
    fullmoves: position.fullmoves + (turn === WHITE ? 0 : 1),
  };
  const passed = squarePassed(position, code, from, to);
  return passed < 0 ? after : withEnPassant(after, { passed, piece: to });
}

/** The stock after a move that takes `victim` and regains `promoted`; either is 0 if there is none. Pawns are lost for good. */
function stockAfter(
  { equipment, stock }: Position,
  victim: PieceCode,
  promoted: PieceCode,
): readonly number[] | undefined {
  if (!stock) return undefined;
  const after = stock.slice();
  if (victim !== 0 && !equipment.army[kindOf(victim)]!.pawn) after[victim]!++;
  if (promoted !== 0) after[promoted]!--;
  return after;
}

/** A side's pieces with one of them replaced. */
function without(side: readonly Standing[], old: Standing, moved: Standing): readonly Standing[] {
  const found: Standing[] = [];
  let placed = false;
  for (let i = 0; i < side.length; i++) {
    const piece = side[i]!;
    if (!placed && piece > moved) {
      found.push(moved);
      placed = true;
    }
    if (piece !== old) found.push(piece);
  }
  if (!placed) found.push(moved);
  return found;
}

function removed(side: readonly Standing[], gone: Standing): readonly Standing[] {
  const found: Standing[] = [];
  for (let i = 0; i < side.length; i++) if (side[i] !== gone) found.push(side[i]!);
  return found;
}

/** The number of leaf positions after `depth` plies: the standard test of a move generator. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  let nodes = 0;
  if (depth === 1) {
    visitMoves(position, () => {
      nodes++;
      return false;
    });
    return nodes;
  }
  for (const move of legalMoves(position)) nodes += perft(play(position, move), depth - 1);
  return nodes;
}
