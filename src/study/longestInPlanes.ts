import type { ScannedPlane } from '../format/planes/planeScan.ts';
import type { Color } from '../pieces/army.ts';
import { squaresAt } from '../table/placed.ts';
import { Shortlist } from '../table/shortlist.ts';
import type { Endgame } from '../table/table.ts';
import { pliesOf, wonIn } from '../table/value.ts';
import type { LongestOptions, LongWin } from './longest.ts';
import type { PlaneCollector } from './planeCollector.ts';

export interface LongestInPlanesOptions extends LongestOptions {
  /** Wins in fewer plies are not among the longest: see fewestPlies. */
  readonly atLeast: number;
}

/** A long win, by its index. */
export interface IndexedWin {
  readonly turn: Color;
  readonly index: number;
  readonly plies: number;
}

/** Collects what {@link longestWins} finds from the planes of a table, or from a thread's share of them, in any order. */
export class LongestInPlanes implements PlaneCollector<readonly IndexedWin[]> {
  private readonly endgame: Endgame;
  private readonly turns: readonly Color[];
  private readonly list: Shortlist<IndexedWin>;
  private least: number;

  constructor(endgame: Endgame, { count, winner, atLeast }: LongestInPlanesOptions) {
    this.endgame = endgame;
    this.turns = winner === undefined ? [0, 1] : [winner];
    this.list = new Shortlist(count);
    this.least = wonIn(atLeast);
  }

  add(plane: ScannedPlane): void {
    for (const turn of this.turns) {
      const values = plane.values[turn];
      for (let cell = 0; cell < values.length; cell++) {
        const value = values[cell]!;
        if (value >= this.least && plane.isFirst(cell)) this.keep(turn, plane.squares(cell), value);
      }
    }
  }

  private keep(turn: Color, squares: ArrayLike<number>, value: number): void {
    const { endgame, list } = this;
    const win = { turn, index: endgame.placements.index(squares), plies: pliesOf(value) };
    list.add(orderOf(endgame, win), win);
    // Fewer plies than the limit's rank below it, whatever the index.
    const pliesOfLimit = Math.ceil(-list.limit / ordersPerPly(endgame));
    this.least = Math.max(this.least, wonIn(pliesOfLimit));
  }

  get found(): readonly IndexedWin[] {
    return this.list.entries;
  }
}

/** The longest wins of all shares. */
export function mergedLongest(
  endgame: Endgame,
  shares: readonly (readonly IndexedWin[])[],
  { count }: LongestOptions,
): readonly LongWin[] {
  const list = new Shortlist<IndexedWin>(count);
  for (const win of shares.flat()) list.add(orderOf(endgame, win), win);
  return list.entries.map(({ turn, index, plies }) => ({
    turn,
    squares: squaresAt(endgame, index),
    plies,
  }));
}

/** The longest first, White's before Black's, then by index. */
function orderOf(endgame: Endgame, { turn, index, plies }: IndexedWin): number {
  return turn * endgame.placements.size + index - plies * ordersPerPly(endgame);
}

/** Of any number of plies there are so many orders. All stay below 2^53, and so are exact. */
function ordersPerPly({ placements }: Endgame): number {
  return 2 * placements.size;
}
