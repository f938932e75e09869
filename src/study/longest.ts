import type { Color } from '../pieces/army.ts';
import { type Placed, squaresAt } from '../table/placed.ts';
import type { Statistics } from '../table/statistics.ts';
import type { Table } from '../table/table.ts';
import { pliesOf } from '../table/value.ts';
import { codesOf, lookUp } from './codes.ts';
import { orbitsOf } from './orbits.ts';
import { Shortlist } from './shortlist.ts';

/** A position won for the side to move. */
export interface LongWin extends Placed {
  /** Plies to the end of the game. */
  readonly plies: number;
}

/**
 * The `count` longest wins for the side to move, only of `winner` if given: one for each placement up to
 * symmetry, the longest first, White's before Black's, then by index.
 */
export function longestWins(
  table: Table,
  { count, winner }: { readonly count: number; readonly winner?: Color },
): readonly LongWin[] {
  const found = new Shortlist<{ turn: Color; index: number; plies: number }>(count);
  for (const turn of [0, 1] as const) {
    if (winner !== undefined && turn !== winner) continue;
    const side = codesOf(table.values[turn]);
    const { codes } = side;
    const won = lookUp(side, (value) => (value > 0 ? pliesOf(value) : -1));
    const orbits = orbitsOf(table);
    const { runs, runLength } = orbits;
    let atLeast = leastPlies(found.limit);
    for (let run = 0; run < runs; run++) {
      // Of most runs no placement wins in as many plies, so their orbits need not be found.
      let orbit: ReturnType<typeof orbits.of> | undefined;
      const from = run * runLength;
      for (let i = 0; i < runLength; i++) {
        const plies = won[codes[from + i]! & 0xffff]!;
        if (plies < atLeast) continue;
        orbit ??= orbits.of(run);
        if (!orbit || orbit[i] === 0) continue;
        found.add(-plies, { turn, index: from + i, plies });
        atLeast = leastPlies(found.limit);
      }
    }
  }
  return found.entries.map(({ turn, index, plies }) => ({
    turn,
    squares: squaresAt(table, index),
    plies,
  }));
}

/** The longest win of each side that has one, of a table whose values need not be read: that of the lowest index. */
export function longestOfSides({ white, black }: Statistics, winner?: Color): readonly LongWin[] {
  const wins = [white, black].flatMap((side, i): LongWin[] => {
    const { longestWin: plies, longestWinSquares: squares } = side;
    const turn = i as Color;
    return plies === null || squares === null || (winner ?? turn) !== turn
      ? []
      : [{ turn, squares, plies }];
  });
  return wins.sort((a, b) => b.plies - a.plies);
}

/** The fewest plies of a win that ranks below this limit; at least those of any win. */
function leastPlies(limit: number): number {
  return Math.max(0, 1 - limit);
}
