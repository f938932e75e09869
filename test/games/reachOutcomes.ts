import type { Position } from '../../src/position/position.ts';
import { gameOf } from './moves.ts';

// Who wins Reach Chess from a position, and when: found out by the definition, with nothing of src/search.

const reach = gameOf('reach');

/** What a search has found out about a position. */
interface Known {
  /** Neither a win nor a loss in so many plies or fewer, unless `plies` says how. */
  searched: number;
  /** Odd if the side to move wins, even if it loses. */
  plies: number | undefined;
  successors?: readonly Position[];
}

const known = new Map<string, Known>();

/** In how many plies the side to move wins (odd) or loses (even), or undefined if it does neither within `limit`. */
export function outcome(position: Position, limit: number): number | undefined {
  const key = reach.repetitionKey(position);
  const found: Known = known.get(key) ?? { searched: -1, plies: undefined };
  known.set(key, found);
  while (found.plies === undefined && found.searched < limit) {
    found.searched++;
    if (isDecidedIn(found.searched, position, found)) found.plies = found.searched;
  }
  return found.plies !== undefined && found.plies <= limit ? found.plies : undefined;
}

function isDecidedIn(plies: number, position: Position, found: Known): boolean {
  if (plies === 0) return reach.over(position)?.wdl === -1;
  found.successors ??= reach.legalMoves(position).map((move) => reach.play(position, move));
  const lost = (at: Position) => isEven(outcome(at, plies - 1));
  const won = (at: Position) => isOdd(outcome(at, plies - 1));
  if (plies % 2 === 1) return found.successors.some(lost);
  return found.successors.length > 0 && found.successors.every(won);
}

export const isEven = (plies: number | undefined) => plies !== undefined && plies % 2 === 0;
export const isOdd = (plies: number | undefined) => plies !== undefined && plies % 2 === 1;

/**
 * Each legal move by what it leads to for the side that makes it, in plies from the position before it: `W5`, `L6`, or
 * `?` if neither is certain within `limit`.
 */
export function verdicts(position: Position, limit: number): Map<string, string> {
  return new Map(
    reach.legalMoves(position).map((move) => {
      const plies = outcome(reach.play(position, move), limit - 1);
      const verdict = plies === undefined ? '?' : `${isEven(plies) ? 'W' : 'L'}${plies + 1}`;
      return [reach.makeSan(position, move), verdict];
    }),
  );
}
