import { type Color, WHITE } from '../pieces/army.ts';
import type { Table } from './table.ts';
import { DRAWN, pliesOf, UNCOVERED } from './value.ts';

/** The number of positions by plies. */
export type Histogram = Readonly<Record<number, number>>;

export interface Counts {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly histogram: { readonly win: Histogram; readonly loss: Histogram };
}

/**
 * Statistics for one side to move. Counts are of the whole board, with every order of identical pieces, as position
 * codes are.
 */
export interface SideStatistics extends Counts {
  /** In plies; null if no position is won. */
  readonly longestWin: number | null;
  readonly longestLoss: number | null;
  /** Squares in slot order of the longest win with the lowest index. */
  readonly longestWinSquares: readonly number[] | null;
  readonly longestLossSquares: readonly number[] | null;
  /** Of tables that take minutes to look through, the wins that come next, ten with the longest. */
  readonly nextLongestWins?: readonly ListedWin[];
  /** The same counts up to symmetry and exchange of identical pieces. */
  readonly unique: Counts;
  /**
   * Of games in which a side can be forced to pass: the positions to which only a pass leads. They are in no other
   * count, but the longest win or loss may be among them.
   */
  readonly afterPass?: Counts;
}

/** One for each placement up to symmetry, the longest first, then by index. */
export interface ListedWin {
  readonly plies: number;
  /** In slot order. */
  readonly squares: readonly number[];
}

/** Looking through so many placements takes minutes: larger tables tell more of themselves. */
export const SLOW_TO_SEARCH = 2 ** 31;
/** How many of a side's longest wins they tell, the longest of all included, and how many of each kind of zugzwang. */
export const LISTED_WINS = 10;
export const LISTED_ZUGZWANGS = 10;

/** The mutual zugzwangs of a kind: see zugzwangKinds in src/index/zugzwangs.ts. */
export interface CountedZugzwangs {
  /** Placements up to symmetry and exchange of identical pieces. */
  readonly unique: number;
  /** Placements of the whole board, with every order of identical pieces. */
  readonly board: number;
  /** At most ten, the deepest first, then by index. */
  readonly deepest: readonly ListedZugzwang[];
}

export interface ListedZugzwang {
  /** In slot order. */
  readonly squares: readonly number[];
  /** The plies in which the side loses if it is to move; null if it draws. */
  readonly white: number | null;
  readonly black: number | null;
}

export function countSide(table: Table, turn: Color): SideStatistics {
  const values = table.values[turn]!;
  const { placements, isAfterPass } = table;
  const squares: number[] = table.material.men.map(() => 0);
  const board = new Tally();
  const unique = new Tally();
  const afterPass = new Tally();
  // The first index with the most plies so far, won and lost.
  const longest = { win: -1, loss: -1 };
  const longestIndex = { win: -1, loss: -1 };
  for (let index = 0; index < values.length; index++) {
    const code = values.at(index);
    if (code === UNCOVERED) continue;
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    if (isAfterPass?.(turn, squares)) {
      afterPass.add(code, placements.orbitSize(squares));
    } else {
      board.add(code, placements.orbitSize(squares));
      unique.add(code, 1);
    }
    if (code === DRAWN) continue;
    const kind = code > 0 ? 'win' : 'loss';
    if (pliesOf(code) > longest[kind]) {
      longest[kind] = pliesOf(code);
      longestIndex[kind] = index;
    }
  }
  const squaresAt = (index: number) => {
    if (index < 0) return null;
    placements.squares(index, squares);
    return squares.slice();
  };
  return {
    ...board.counts(),
    longestWin: longest.win < 0 ? null : longest.win,
    longestLoss: longest.loss < 0 ? null : longest.loss,
    longestWinSquares: squaresAt(longestIndex.win),
    longestLossSquares: squaresAt(longestIndex.loss),
    unique: unique.counts(),
    ...(isAfterPass ? { afterPass: afterPass.counts() } : {}),
  };
}

export interface Statistics {
  readonly white: SideStatistics;
  readonly black: SideStatistics;
  /** Of tables that take minutes to look through, by kind. */
  readonly zugzwangs?: readonly CountedZugzwangs[];
}

export function countTable(table: Table): Statistics {
  return { white: countSide(table, WHITE), black: countSide(table, 1) };
}

class Tally {
  private draws = 0;
  private readonly win: number[] = [];
  private readonly loss: number[] = [];

  add(code: number, weight: number): void {
    if (code === DRAWN) {
      this.draws += weight;
      return;
    }
    const side = code > 0 ? this.win : this.loss;
    const plies = pliesOf(code);
    side[plies] = (side[plies] ?? 0) + weight;
  }

  counts(): Counts {
    const total = (side: readonly number[]) => side.reduce((sum, count) => sum + count, 0);
    return {
      wins: total(this.win),
      draws: this.draws,
      losses: total(this.loss),
      // A sparse array has entries only for the plies that occur.
      histogram: { win: { ...this.win }, loss: { ...this.loss } },
    };
  }
}

/** Positions up to symmetry, both sides to move. */
export function positionsIn({ white, black }: Statistics): number {
  const all = ({ unique }: SideStatistics) => unique.wins + unique.draws + unique.losses;
  return all(white) + all(black);
}
