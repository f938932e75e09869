import type { Equipment } from '../../pieces/equipment.ts';
import type { PieceCode } from '../../pieces/mover.ts';

/** By square: the fewest moves of a piece to one of the squares `there`, nothing in its way; Infinity if it never comes. */
export function distancesTo(
  equipment: Equipment,
  code: PieceCode,
  there: readonly boolean[],
): readonly number[] {
  const { lines } = equipment.mover(code);
  const found = there.map((is) => (is ? 0 : Number.POSITIVE_INFINITY));
  for (let moves = 1, more = true; more; moves++) {
    more = false;
    for (let from = 0; from < found.length; from++) {
      if (found[from]! < Number.POSITIVE_INFINITY) continue;
      const isNear = lines[from]!.some(({ squares, first }) =>
        squares.some((to, i) => i >= first && found[to] === moves - 1),
      );
      if (!isNear) continue;
      found[from] = moves;
      more = true;
    }
  }
  return found;
}
