import { BLACK, type Color, WHITE } from '../chess/men.ts';
import { makePositionCode, type PositionCode, squareBits } from './positionCode.ts';
import type { Table } from './table.ts';
import { parseValueCode, UNCOVERED, type Value } from './value.ts';

/** A position of a table, representing all that are equal to it by symmetry or exchange of identical pieces. */
export interface Placed {
  readonly turn: Color;
  /** In slot order. */
  readonly squares: readonly number[];
  readonly code: PositionCode;
}

interface Difference extends Placed {
  readonly ours: Value;
  readonly theirs: Value;
}

/** Counts are up to the board's symmetry and exchange of identical pieces, of both sides to move together. */
export interface Comparison {
  /** Positions that both tables have. */
  readonly compared: number;
  /** Those of them whose values differ. */
  readonly different: number;
  /** The first of the different ones. */
  readonly differences: readonly Difference[];
  /** Positions that only we have. */
  readonly missing: number;
  readonly firstMissing: Placed | null;
  /** Positions that only they have. */
  readonly extra: number;
  readonly firstExtra: Placed | null;
}

/**
 * Compares two tables of one endgame position by position; lists at most `shown` differences. The rule sets may
 * differ. Throws if the endgames differ, which is a bug of the caller.
 */
export function compareTables(ours: Table, theirs: Table, shown = 10): Comparison {
  const { placements, material } = ours;
  if (material.name !== theirs.material.name || placements.size !== theirs.placements.size) {
    throw new RangeError(`cannot compare ${material.name} with ${theirs.material.name}`);
  }
  const placedAt = (turn: Color, index: number): Placed => {
    const squares: number[] = material.men.map(() => 0);
    placements.squares(index, squares);
    const code = makePositionCode(turn, squares, squareBits(placements.squareCount));
    return { turn, squares, code };
  };
  const squares: number[] = material.men.map(() => 0);
  let [compared, different, missing, extra] = [0, 0, 0, 0];
  const differences: Difference[] = [];
  let firstMissing: Placed | null = null;
  let firstExtra: Placed | null = null;
  for (const turn of [WHITE, BLACK] as const) {
    for (let index = 0; index < placements.size; index++) {
      const our = ours.values[turn].at(index);
      const their = theirs.values[turn].at(index);
      if (our === UNCOVERED && their === UNCOVERED) continue;
      placements.squares(index, squares);
      // Numbers that are no index may hold a copy of what stands at one.
      if (placements.index(squares) !== index) continue;
      if (our !== UNCOVERED && their !== UNCOVERED) {
        compared++;
        if (our === their) continue;
        different++;
        if (differences.length < shown) {
          const values = { ours: parseValueCode(our), theirs: parseValueCode(their) };
          differences.push({ ...placedAt(turn, index), ...values });
        }
      } else if (our !== UNCOVERED) {
        missing++;
        firstMissing ??= placedAt(turn, index);
      } else {
        extra++;
        firstExtra ??= placedAt(turn, index);
      }
    }
  }
  return { compared, different, differences, missing, firstMissing, extra, firstExtra };
}
