import { squaresIn } from '../board/regions.ts';
import { BLACK, type Color, opposite, type Piece, type PieceKind, WHITE } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { codeOf, kindOf } from '../pieces/mover.ts';
import { isAttacked, isCheck } from '../position/attacks.ts';
import { legalMoves } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { Ending } from './ending.ts';
import { countsOf, extinctionIn } from './extinction.ts';
import type { Extinction, Goal, Variant } from './variant.ts';

type Over = (position: Position) => Ending | undefined;

/** How a game ends by what stands on the board: a function that is undefined for a position in which it goes on. */
export function overOf(variant: Variant): Over {
  const { equipment, goal, extinction, bareRoyalLoses } = variant;
  const ends: Over[] = [];
  if (extinction) ends.push(extinctOf(equipment, extinction));
  if (goal) ends.push(reachedOf(equipment, goal));
  if (bareRoyalLoses) ends.push(bareRoyal);
  // A king is never taken.
  if (!equipment.army.some(({ royal }) => royal === 'only')) ends.push(emptyOf(variant));
  const [first] = ends;
  if (ends.length <= 1) return first ?? (() => undefined);
  return (position) => {
    for (const end of ends) {
      const found = end(position);
      if (found) return found;
    }
    return undefined;
  };
}

function extinctOf({ army }: Equipment, extinction: Extinction): Over {
  return (position) => {
    const counts = countsOf(
      army,
      position.sides.map((side) => side.map((piece) => piece >> 8)),
    );
    return extinctionIn(army, extinction, counts, position.turn);
  };
}

/** A side without any piece has no move: it is settled at once, whoever is to move. */
function emptyOf(variant: Variant): Over {
  return ({ sides, turn }) => emptyIn(variant, [sides[0].length, sides[1].length], turn);
}

function emptyIn(
  { stuck }: Variant,
  counts: readonly [number, number],
  turn: Color,
): Ending | undefined {
  const free = stuck === 'pass' || stuck.free === 'pass' ? 0 : stuck.free.wdl;
  const end = (wdl: -1 | 0 | 1): Ending => ({ reason: 'no piece left', wdl });
  if (counts[turn] === 0) return end(free);
  return counts[opposite(turn)] === 0 ? end((-free || 0) as -1 | 0 | 1) : undefined;
}

function extinctByMen(
  { equipment: { army }, extinction }: Variant,
  men: readonly Piece[],
  turn: Color,
): Ending | undefined {
  return extinction && extinctionIn(army, extinction, countsOf(army, [men.map(codeOf)]), turn);
}

/** Is a game of these men over by extinction, with this side to move? */
export function isExtinct(variant: Variant, men: readonly Piece[], turn: Color): boolean {
  return extinctByMen(variant, men, turn) !== undefined;
}

/** How a game is over by its men alone, wherever they stand, for the side to move; undefined if that does not tell. */
export function overByMen(
  variant: Variant,
  men: readonly Piece[],
  turn: Color,
): Ending | undefined {
  const { army } = variant.equipment;
  const extinct = extinctByMen(variant, men, turn);
  if (extinct) return extinct;
  if (army.some(({ royal }) => royal === 'only')) return undefined;
  const count = (color: Color) => men.filter((piece) => piece.color === color).length;
  return emptyIn(variant, [count(WHITE), count(BLACK)], turn);
}

/** The squares and kinds with which a side reaches its goal. */
export interface Reach {
  readonly region: readonly boolean[];
  readonly kinds: readonly boolean[];
  /** Is it the side's one royal piece that has to reach it? */
  readonly byKing: boolean;
}

export function reachOf({ board, army }: Equipment, goal: Goal, color: Color): Reach {
  const kinds = kindsOf(goal, color);
  const isKing = ({ royal }: PieceKind) => royal === 'only';
  return {
    region: squaresIn(board, goal.region, color === WHITE),
    kinds: army.map((_, kind) => kinds === undefined || kinds.includes(kind)),
    byKing: kinds?.length === 1 && isKing(army[kinds[0]!]!),
  };
}

function kindsOf({ kinds, blackKinds }: Goal, color: Color): readonly number[] | undefined {
  return color === BLACK && blackKinds ? blackKinds : kinds;
}

/**
 * Fairy-Stockfish's flags. If the other side may answer and a king has to arrive, the answer is Black's, as White began
 * (Racing Kings): the game ends at once if Black arrives first, or cannot arrive by its next move.
 */
function reachedOf(equipment: Equipment, goal: Goal): Over {
  const { name, count = 1, safe, answer } = goal;
  const sides = [reachOf(equipment, goal, WHITE), reachOf(equipment, goal, BLACK)] as const;
  const hasReached = (position: Position, color: Color) => {
    const { region, kinds } = sides[color];
    const there = position.sides[color].filter(
      (piece) => region[piece & 255] && kinds[kindOf(piece >> 8)],
    );
    if (there.length < count) return false;
    if (!safe || there.length > count || (answer && color === position.turn)) return true;
    return !there.some((piece) => isAttacked(position, piece & 255, opposite(color)));
  };
  const [lost, drawn, won] = ([-1, 0, 1] as const).map((wdl): Ending => ({ reason: name, wdl }));
  const canAnswer = (position: Position) =>
    !isCheck(position) &&
    legalMoves(position).some(
      ({ from, to }) =>
        sides[BLACK].region[to] && sides[BLACK].kinds[kindOf(position.squares[from]!)],
    );
  return (position) => {
    const { turn } = position;
    const other = opposite(turn);
    const isLate = answer || safe;
    if (isLate && hasReached(position, turn)) {
      const ties = answer ? turn === WHITE && sides[other].byKing : true;
      return ties && hasReached(position, other) ? drawn : won;
    }
    if ((!answer || safe || sides[turn].byKing) && hasReached(position, other)) {
      const answers = answer && turn === BLACK && sides[turn].byKing && canAnswer(position);
      return answers ? undefined : lost;
    }
    return !isLate && hasReached(position, turn) ? won : undefined;
  };
}

const [bareLost, bareWon, bothBare]: readonly Ending[] = [
  { reason: 'bare king', wdl: -1 },
  { reason: 'bare king', wdl: 1 },
  { reason: 'bare kings', wdl: 0 },
];

/** Shatranj: a side whose last piece is taken has lost, unless it can take the other's last piece at once. */
function bareRoyal(position: Position): Ending | undefined {
  const { sides, squares, turn } = position;
  const [own, other] = [sides[turn], sides[opposite(turn)]];
  if (own.length > 1) return other.length > 1 ? undefined : bareWon;
  if (other.length === 1) return bothBare;
  if (other.length > 2) return bareLost;
  return legalMoves(position).some(({ to }) => squares[to] !== 0) ? undefined : bareLost;
}

/** Does this symmetry keep the regions in which sides win? */
export function keepsGoal({ equipment, goal }: Variant, symmetry: readonly number[]): boolean {
  if (!goal) return true;
  return ([true, false] as const).every((up) => {
    const own = squaresIn(equipment.board, goal.region, up);
    return own.every((is, square) => is === own[symmetry[square]!]);
  });
}

/** Does this symmetry make each side's goal the other's? */
export function exchangesGoal({ equipment, goal }: Variant, symmetry: readonly number[]): boolean {
  if (!goal) return true;
  const [white, black] = [reachOf(equipment, goal, WHITE), reachOf(equipment, goal, BLACK)];
  const isTied = goal.answer && (white.byKing || black.byKing);
  return (
    !isTied &&
    white.kinds.every((is, kind) => is === black.kinds[kind]) &&
    white.region.every((is, square) => is === black.region[symmetry[square]!]) &&
    black.region.every((is, square) => is === white.region[symmetry[square]!])
  );
}
