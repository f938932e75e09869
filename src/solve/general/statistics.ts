import type { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import type { Counts, SideStatistics } from '../../table/statistics.ts';
import { lostIn, wonIn } from '../../table/value.ts';

/** What the code of a draw is added to. */
const ZERO = 1 << 15;
const LISTED = 1 << 16;

/**
 * The statistics of a side from the kernel's counts: by `code + 32768` the positions of the board, those up to symmetry, and those of the
 * board that only a pass leads to. Searches the codes only for the longest win and loss.
 */
export function sideStatistics(
  placements: SymmetricPlacements,
  codes: Int16Array,
  counts: BigUint64Array,
  hasPasses: boolean,
): SideStatistics {
  const list = (i: number) => counts.subarray(i * LISTED, (i + 1) * LISTED);
  const [board, unique, apart] = [countsOf(list(0)), countsOf(list(1)), countsOf(list(2))];
  const longest = (kind: 'win' | 'loss') => {
    const plies = [board, apart].flatMap(({ histogram }) =>
      Object.keys(histogram[kind]).map(Number),
    );
    return plies.length === 0 ? null : Math.max(...plies);
  };
  const squaresOf = (code: number) => {
    const squares: number[] = [];
    placements.squares(codes.indexOf(code), squares);
    return squares;
  };
  const [longestWin, longestLoss] = [longest('win'), longest('loss')];
  return {
    ...board,
    longestWin,
    longestLoss,
    longestWinSquares: longestWin === null ? null : squaresOf(wonIn(longestWin)),
    longestLossSquares: longestLoss === null ? null : squaresOf(lostIn(longestLoss)),
    unique,
    ...(hasPasses ? { afterPass: apart } : {}),
  };
}

function countsOf(list: BigUint64Array): Counts {
  const win: Record<number, number> = {};
  const loss: Record<number, number> = {};
  let [wins, losses] = [0, 0];
  for (let at = 0; at < LISTED; at++) {
    const count = Number(list[at]);
    const code = at - ZERO;
    if (count === 0 || code === 0) continue;
    if (code > 0) {
      win[code - 1] = count;
      wins += count;
    } else {
      loss[-code - 1] = count;
      losses += count;
    }
  }
  return { wins, draws: Number(list[ZERO]), losses, histogram: { win, loss } };
}
