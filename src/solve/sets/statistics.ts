import type { SlabPlacements } from '../../index/slabPlacements.ts';
import type { Counts, Histogram, SideStatistics, Statistics } from '../../table/statistics.ts';
import { BARRED, decidedCode, MATED, type SlabCodes } from '../../table/values.ts';
import type { PlyCounts, SolvedCounts } from './solver.ts';

/** A solved table's statistics from the kernel's counts. Searches its codes only for the longest win and loss. */
export function statisticsOf(
  placements: SlabPlacements,
  { board, unique }: SolvedCounts,
  codes: readonly [SlabCodes, SlabCodes],
): Statistics {
  const side = (turn: 0 | 1): SideStatistics => {
    const counts = countsOf(board[turn]);
    const longestWin = longest(counts.histogram.win);
    const longestLoss = longest(counts.histogram.loss);
    const first = (code: number | undefined, other = code) =>
      code === undefined ? null : firstCanonical(placements, codes[turn], [code, other!]);
    return {
      ...counts,
      longestWin,
      longestLoss,
      longestWinSquares: first(
        longestWin === null ? undefined : decidedCode(longestWin),
        longestWin === 1 ? BARRED : undefined,
      ),
      longestLossSquares: first(
        longestLoss === null ? undefined : decidedCode(longestLoss),
        longestLoss === 0 ? MATED : undefined,
      ),
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

/** The squares of the first index that has one of these codes and is the index of its placement. */
function firstCanonical(
  placements: SlabPlacements,
  codes: SlabCodes,
  wanted: readonly number[],
): number[] | null {
  const squares: number[] = [];
  const starts = wanted.map((code) => codes.indexOf(code));
  for (;;) {
    const found = starts.filter((index) => index >= 0);
    if (found.length === 0) return null;
    const index = Math.min(...found);
    placements.squares(index, squares);
    if (placements.index(squares) === index) return squares;
    const i = starts.indexOf(index);
    starts[i] = codes.indexOf(wanted[i]!, index + 1);
  }
}
