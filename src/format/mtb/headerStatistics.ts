import { zugzwangKinds } from '../../index/zugzwangs.ts';
import { LOSS } from '../../table/codes.ts';
import {
  type CountedZugzwangs,
  type Counts,
  LISTED_WINS,
  LISTED_ZUGZWANGS,
  type ListedWin,
  type ListedZugzwang,
  type SideStatistics,
  type Statistics,
} from '../../table/statistics.ts';

/** What limits the numbers of a table's statistics. */
interface Limits {
  readonly men: number;
  readonly squares: number;
  readonly size: number;
}

type Unknown<T> = Readonly<Partial<Record<keyof T, unknown>>>;

/** Could these be the statistics of a table? Nothing takes them for more than what a file says of itself. */
export function areStatistics(found: unknown, limits: Limits): found is Statistics {
  if (!isObject(found)) return false;
  const { white, black, zugzwangs } = found as Unknown<Statistics>;
  return [white, black].every((side) => isSide(side, limits)) && areKinds(zugzwangs, limits);
}

/** Which sides lose if they are to move, by kind of zugzwang. */
const losers = zugzwangKinds.map(({ white, black }) => ({
  white: white === LOSS,
  black: black === LOSS,
}));

/** Are these the mutual zugzwangs by kind, or is nothing told of them? */
function areKinds(found: unknown, limits: Limits): boolean {
  if (found === undefined) return true;
  return (
    Array.isArray(found) &&
    found.length === losers.length &&
    found.every((kind, i) => isKind(kind, losers[i]!, limits))
  );
}

function isKind(
  found: unknown,
  loses: Readonly<Record<'white' | 'black', boolean>>,
  { men, squares, size }: Limits,
): boolean {
  if (!isObject(found)) return false;
  const { unique, board, deepest } = found as Unknown<CountedZugzwangs>;
  if (!isCount(unique) || !isCount(board) || !Array.isArray(deepest)) return false;
  if (unique > size || board > squares ** men || unique > board) return false;
  // Placements up to symmetry are some, and all that are told are among them.
  if (deepest.length !== Math.min(unique, LISTED_ZUGZWANGS)) return false;
  let most = Number.POSITIVE_INFINITY;
  return deepest.every((each: unknown) => {
    if (!isObject(each)) return false;
    const { squares: placed, white, black } = each as Unknown<ListedZugzwang>;
    const sound = [
      [white, loses.white],
      [black, loses.black],
    ].every(([plies, isLoser]) => (isLoser ? isCount(plies) : plies === null));
    const deep = Math.max(...[white, black].map(Number));
    const falls = deep <= most;
    most = deep;
    return sound && falls && areSquares(placed, men, squares);
  });
}

function isSide(found: unknown, { men, squares, size }: Limits): found is SideStatistics {
  if (!isObject(found)) return false;
  const side = found as Unknown<SideStatistics>;
  if (!isCounts(found, squares ** men) || !isCounts(side.unique, size)) return false;
  const { afterPass } = side;
  if (afterPass !== undefined && !isCounts(afterPass, squares ** men)) return false;
  const counted = [found.histogram, ...(afterPass ? [afterPass.histogram] : [])];
  return (
    isLongest(
      side.longestWin,
      counted.map(({ win }) => win),
    ) &&
    isLongest(
      side.longestLoss,
      counted.map(({ loss }) => loss),
    ) &&
    isPlaced(side.longestWinSquares, side.longestWin, men, squares) &&
    isPlaced(side.longestLossSquares, side.longestLoss, men, squares) &&
    areListed(side, men, squares)
  );
}

/** Are these the wins that come next, none longer than the one before? No side has more than it wins. */
function areListed(side: Unknown<SideStatistics>, men: number, squares: number): boolean {
  const { nextLongestWins: wins, longestWin } = side;
  if (wins === undefined) return true;
  const { wins: won } = side.unique as Counts;
  if (!Array.isArray(wins) || wins.length >= LISTED_WINS || wins.length > Math.max(0, won - 1)) {
    return false;
  }
  let most = longestWin;
  return wins.every((each: unknown) => {
    if (!isObject(each)) return false;
    const { plies, squares: placed } = each as Unknown<ListedWin>;
    const sound = isCount(plies) && plies <= (most as number);
    most = plies;
    return sound && areSquares(placed, men, squares);
  });
}

/** `most`: how many positions there can be. */
function isCounts(found: unknown, most: number): found is Counts {
  if (!isObject(found)) return false;
  const { wins, draws, losses, histogram } = found as Unknown<Counts>;
  if (![wins, draws, losses].every(isCount) || !isObject(histogram)) return false;
  const { win, loss } = histogram as Unknown<Counts['histogram']>;
  const sum = (wins as number) + (draws as number) + (losses as number);
  return sum <= most && sumOf(win) === wins && sumOf(loss) === losses;
}

/** Undefined if it is no histogram. */
function sumOf(histogram: unknown): number | undefined {
  if (!isObject(histogram)) return undefined;
  const entries = Object.entries(histogram);
  const sound = entries.every(([plies, count]) => /^\d{1,5}$/.test(plies) && isCount(count));
  return sound ? entries.reduce((sum, [, count]) => sum + (count as number), 0) : undefined;
}

function isLongest(found: unknown, histograms: readonly Counts['histogram']['win'][]): boolean {
  const plies = histograms.flatMap((histogram) => Object.keys(histogram).map(Number));
  return found === (plies.length === 0 ? null : Math.max(...plies));
}

function isPlaced(found: unknown, longest: unknown, men: number, squares: number): boolean {
  if (found === null) return longest === null;
  return areSquares(found, men, squares);
}

function areSquares(found: unknown, men: number, squares: number): boolean {
  const isSquare = (square: unknown) => isCount(square) && square < squares;
  return Array.isArray(found) && found.length === men && found.every(isSquare);
}

function isCount(found: unknown): found is number {
  return Number.isSafeInteger(found) && (found as number) >= 0;
}

function isObject(found: unknown): found is object {
  return typeof found === 'object' && found !== null;
}
