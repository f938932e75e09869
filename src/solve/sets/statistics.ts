import type { SlabPlacements } from '../../index/slabPlacements.ts';
import type { Counts, Histogram, SideStatistics, Statistics } from '../../table/statistics.ts';
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

/** A solved table's statistics from the kernel's counts. Searches its codes only for the longest win and loss. */
export function statisticsOf(
  placements: SlabPlacements,
  { board, unique }: SolvedCounts,
  find: FindCodes,
): Statistics {
  const side = (turn: 0 | 1): SideStatistics => {
    const counts = countsOf(board[turn]);
    const longestWin = longest(counts.histogram.win);
    const longestLoss = longest(counts.histogram.loss);
    const first = (longest: number | null, special: number[]) =>
      longest === null
        ? null
        : firstCanonical(placements, find(turn, [decidedCode(longest), ...special]));
    return {
      ...counts,
      longestWin,
      longestLoss,
      longestWinSquares: first(longestWin, longestWin === 1 ? [BARRED] : []),
      longestLossSquares: first(longestLoss, longestLoss === 0 ? [MATED] : []),
      unique: countsOf(unique[turn]),
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

function longest(histogram: Histogram): number | null {
  const plies = Object.keys(histogram).map(Number);
  return plies.length === 0 ? null : Math.max(...plies);
}

/** The squares of the first of these indices that is the index of its placement. */
function firstCanonical(placements: SlabPlacements, indices: Iterable<number>): number[] | null {
  const squares: number[] = [];
  for (const index of indices) {
    placements.squares(index, squares);
    if (placements.index(squares) === index) return squares;
  }
  return null;
}

/** The longest distance of a solved table, in moves. */
export function longestOf({ unique }: SolvedCounts): number {
  const plies = unique.map((side) => side.plies.findLastIndex((count) => count > 0));
  return (Math.max(...plies) + 1) >> 1;
}
