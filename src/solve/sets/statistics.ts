import type { SlabPlacements } from '../../index/slabPlacements.ts';
import {
  type Counts,
  type Histogram,
  LISTED_WINS,
  type ListedWin,
  type SideStatistics,
  SLOW_TO_SEARCH,
  type Statistics,
} from '../../table/statistics.ts';
import { BARRED, decidedCode, MATED, type SlabCodes } from '../../table/values.ts';
import type { PlyCounts, SolvedCounts } from './solver.ts';

/** The indices of a side to move that have one of these codes, in ascending order. */
export type FindCodes = (side: 0 | 1, wanted: readonly number[]) => Iterable<number>;

/** Finds codes in memory. */
export function findIn(codes: readonly [SlabCodes, SlabCodes]): FindCodes {
  return function* (side, wanted) {
    const next = (code: number, from = 0) => {
      const index = codes[side].indexOf(code, from);
      return index < 0 ? Number.POSITIVE_INFINITY : index;
    };
    const found = wanted.map((code) => next(code));
    for (;;) {
      const first = Math.min(...found);
      if (first === Number.POSITIVE_INFINITY) return;
      yield first;
      const i = found.indexOf(first);
      found[i] = next(wanted[i]!, first + 1);
    }
  };
}

/**
 * A solved table's statistics from the kernel's counts. Searches its codes only for the longest wins and the longest loss.
 * `listed`: how many wins of a side are told.
 */
export function statisticsOf(
  placements: SlabPlacements,
  { board, unique }: SolvedCounts,
  find: FindCodes,
  listed = placements.size < SLOW_TO_SEARCH ? 1 : LISTED_WINS,
): Statistics {
  const side = (turn: 0 | 1): SideStatistics => {
    const counts = countsOf(board[turn]);
    const { win, loss } = counts.histogram;
    const [longestWin, ...next] = longest(placements, find, turn, win, listed);
    const [longestLoss] = longest(placements, find, turn, loss, 1);
    return {
      ...counts,
      longestWin: longestWin?.plies ?? null,
      longestLoss: longestLoss?.plies ?? null,
      longestWinSquares: longestWin?.squares ?? null,
      longestLossSquares: longestLoss?.squares ?? null,
      unique: countsOf(unique[turn]),
      ...(listed > 1 ? { nextLongestWins: next } : {}),
    };
  };
  return { white: side(0), black: side(1) };
}

function countsOf({ plies, draws }: PlyCounts): Counts {
  const win: Record<number, number> = {};
  const loss: Record<number, number> = {};
  let wins = 0;
  let losses = 0;
  for (const [ply, count] of plies.entries()) {
    if (count === 0) continue;
    if (ply % 2 === 1) {
      win[ply] = count;
      wins += count;
    } else {
      loss[ply] = count;
      losses += count;
    }
  }
  return { wins, draws, losses, histogram: { win, loss } };
}

/** At most so many positions of a histogram, each the first of those equal by symmetry. */
function longest(
  placements: SlabPlacements,
  find: FindCodes,
  turn: 0 | 1,
  histogram: Histogram,
  most: number,
): readonly ListedWin[] {
  const found: ListedWin[] = [];
  const lengths = Object.keys(histogram).map(Number);
  for (const plies of lengths.sort((a, b) => b - a)) {
    for (const index of find(turn, codesOf(plies))) {
      const squares: number[] = [];
      placements.squares(index, squares);
      if (placements.index(squares) !== index) continue;
      found.push({ plies, squares });
      if (found.length === most) return found;
    }
  }
  return found;
}

/** The codes of a win or loss in so many plies. */
function codesOf(plies: number): readonly number[] {
  const special = plies === 0 ? [MATED] : plies === 1 ? [BARRED] : [];
  return [decidedCode(plies), ...special];
}

/** The longest distance of a solved table, in moves. */
export function longestOf({ unique }: SolvedCounts): number {
  const plies = unique.map((side) => side.plies.findLastIndex((count) => count > 0));
  return (Math.max(...plies) + 1) >> 1;
}
