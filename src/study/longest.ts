import { orbitsOf } from '../index/orbits.ts';
import { BLACK, type Color, WHITE } from '../pieces/army.ts';
import { codesOf, lookUp } from '../table/codes.ts';
import { type Placed, squaresAt } from '../table/placed.ts';
import { Shortlist } from '../table/shortlist.ts';
import type { ListedWin, SideStatistics, Statistics } from '../table/statistics.ts';
import type { Table } from '../table/table.ts';
import { pliesOf } from '../table/value.ts';

/** A position won for the side to move. */
export interface LongWin extends Placed {
  /** Plies to the end of the game. */
  readonly plies: number;
}

export interface LongestOptions {
  readonly count: number;
  /** Only wins of this side. */
  readonly winner?: Color;
}

/**
 * The `count` longest wins for the side to move, only of `winner` if given: one for each placement up to
 * symmetry, the longest first, White's before Black's, then by index.
 */
export function longestWins(table: Table, { count, winner }: LongestOptions): readonly LongWin[] {
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

/** What {@link longestWins} finds, if statistics tell it: of each side all wins, or `count` of them. */
export function longestKnown(
  statistics: Statistics,
  { count, winner }: LongestOptions,
): readonly LongWin[] | undefined {
  const sides = sidesOf(statistics, winner).map(([turn, side]) => {
    const wins = winsOf(side);
    const enough = wins.length >= count || areAll(side);
    return enough ? wins.map((win) => ({ turn, ...win })) : undefined;
  });
  if (!sides.every((wins) => wins !== undefined)) return undefined;
  // White's stay before Black's: sorting is stable.
  return sides
    .flat()
    .sort((a, b) => b.plies - a.plies)
    .slice(0, count);
}

/** The wins that a side's statistics tell, the longest first. */
function winsOf(side: SideStatistics): readonly ListedWin[] {
  const { longestWin: plies, longestWinSquares: squares, nextLongestWins = [] } = side;
  return plies === null || squares === null ? [] : [{ plies, squares }, ...nextLongestWins];
}

/** Does a side win nowhere else than where its statistics tell? */
function areAll(side: SideStatistics): boolean {
  return side.longestWin === null || (!side.afterPass && winsOf(side).length === side.unique.wins);
}

/** The plies that none of the `count` longest wins falls short of, by what statistics count. */
export function fewestPlies(statistics: Statistics, { count, winner }: LongestOptions): number {
  const wins = sidesOf(statistics, winner).flatMap(([, { unique }]) =>
    Object.entries(unique.histogram.win).map(([plies, found]) => ({ plies: Number(plies), found })),
  );
  let missing = count;
  for (const { plies, found } of wins.toSorted((a, b) => b.plies - a.plies)) {
    missing -= found;
    if (missing <= 0) return plies;
  }
  return 0;
}

function sidesOf({ white, black }: Statistics, winner?: Color): [Color, SideStatistics][] {
  const sides: [Color, SideStatistics][] = [
    [WHITE, white],
    [BLACK, black],
  ];
  return sides.filter(([turn]) => winner === undefined || turn === winner);
}

/** The fewest plies of a win that ranks below this limit; at least those of any win. */
function leastPlies(limit: number): number {
  return Math.max(0, 1 - limit);
}
