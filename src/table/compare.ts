import { BLACK, type Color, WHITE } from '../pieces/army.ts';
import { type Placed, squaresAt } from './placed.ts';
import { makePositionCode, type PositionCode, squareBits } from './positionCode.ts';
import type { Table } from './table.ts';
import { parseValueCode, UNCOVERED, type Value } from './value.ts';

interface CodedPosition extends Placed {
  readonly code: PositionCode;
}

interface Difference extends CodedPosition {
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
  readonly firstMissing: CodedPosition | null;
  /** Positions that only they have. */
  readonly extra: number;
  readonly firstExtra: CodedPosition | null;
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
  const placedAt = (turn: Color, index: number): CodedPosition => {
    const squares = squaresAt(ours, index);
    const code = makePositionCode(turn, squares, squareBits(placements.squareCount));
    return { turn, squares, code };
  };
  const squares: number[] = material.men.map(() => 0);
  let [compared, different, missing, extra] = [0, 0, 0, 0];
  const differences: Difference[] = [];
  let firstMissing: CodedPosition | null = null;
  let firstExtra: CodedPosition | null = null;
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
