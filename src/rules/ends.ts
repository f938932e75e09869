import { squaresIn } from '../board/regions.ts';
import { type Color, opposite } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { kindOf } from '../pieces/mover.ts';
import { legalMoves } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { Ending } from './ending.ts';
import type { Goal, Variant } from './variant.ts';

type Over = (position: Position) => Ending | undefined;

/** How a game ends by what stands on the board: a function that is undefined for a position in which it goes on. */
export function overOf({ equipment, goal, bareRoyalLoses }: Variant): Over {
  const ends: Over[] = [];
  if (goal) ends.push(reachedOf(equipment, goal));
  if (bareRoyalLoses) ends.push(bareRoyal);
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

function reachedOf({ board, army }: Equipment, { region, kinds, name }: Goal): Over {
  const wins = army.map((_, kind) => kinds === undefined || kinds.includes(kind));
  const regions = [squaresIn(board, region, true), squaresIn(board, region, false)] as const;
  const hasReached = ({ sides }: Position, color: Color) => {
    const own = regions[color];
    return sides[color].some((piece) => own[piece & 255] && wins[kindOf(piece >> 8)]);
  };
  const lost: Ending = { reason: name, wdl: -1 };
  const won: Ending = { reason: name, wdl: 1 };
  return (position) => {
    if (hasReached(position, opposite(position.turn))) return lost;
    return hasReached(position, position.turn) ? won : undefined;
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
