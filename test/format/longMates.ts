import { decidedCode, ILLEGAL, MOST_DISTANCE, SlabValues } from '../../src/table/values.ts';
import type { SetTable } from '../solve/setTables.ts';

/** Moves around what a byte and what the ranks of a plane tell apart, and the most that there can be. */
const moves = [126, 248, 249, 250, 511, 512, MOST_DISTANCE[2] - 1, MOST_DISTANCE[2]];
/** One of this many values is changed. */
const STEP = 50;

/** The table by codes of two bytes, with some wins and losses in far more moves than it has. */
export function withLongMates(table: SetTable): SetTable {
  const { placements, values } = table;
  const squares: number[] = [];
  const far = ({ codes }: SlabValues) => {
    const changed = Int16Array.from(codes);
    for (let number = 0, count = 0; number < changed.length; number++) {
      if (changed[number] === ILLEGAL) continue;
      placements.squares(number, squares);
      const index = placements.index(squares);
      if (index < number) changed[number] = changed[index]!;
      else if (count++ % STEP < 2) {
        const plies = 2 * moves[Math.floor(count / STEP) % moves.length]!;
        changed[number] = decidedCode(count % STEP === 1 ? plies - 1 : plies);
      }
    }
    return new SlabValues(changed);
  };
  return { ...table, values: [far(values[0]), far(values[1])] };
}
