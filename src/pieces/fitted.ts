import type { Board } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { ENDLESS, type Leg, type Movement } from './legs.ts';
import { normalised } from './normalForm.ts';

/**
 * The normal form of a movement on this board: a limit that it has no room to exceed is none, so that movements with the
 * same lines are equal more often. Errors: `betza-beyond`, for a leap that no square of the board has room for.
 */
export function fitted(board: Board, movement: Movement): Result<Movement> {
  const beyond = movement.find((leg) => roomFor(board, leg) === 0);
  if (beyond) {
    const leap = beyond.step.map(Math.abs).sort((a, b) => b - a);
    const size = `${board.files} files and ${board.ranks} ranks`;
    return fail('betza-beyond', `a leap of (${leap}) is beyond a board of ${size}`, `(${leap})`);
  }
  return ok(normalised(movement.map((leg) => ({ ...leg, range: rangeOn(board, leg) }))));
}

function rangeOn(board: Board, leg: Leg): number {
  if (leg.onward) return leg.range;
  const room = roomFor(board, leg);
  // The range of a grasshopper counts to the piece that it passes, one step before the target.
  if (leg.range < (leg.hop === 'behind' ? room - 1 : room)) return leg.range;
  return room > 1 ? ENDLESS : 1;
}

/** How often the step can be made in a row where there is most room for it. */
function roomFor({ files, ranks }: Board, { step: [x, y] }: Leg): number {
  // A step along a file or a rank has no end in the other direction.
  return Math.min(Math.floor((files - 1) / Math.abs(x)), Math.floor((ranks - 1) / Math.abs(y)));
}
