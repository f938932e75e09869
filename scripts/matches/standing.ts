import { type GameRecord, TOO_LONG } from './gameRecord.ts';
import { eloOf, type Interval, wilson } from './statistics.ts';

/** How a match stands, for its first player. */
export interface Standing {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The share of the points, from 0 to 1, and its 95 % interval. */
  readonly score: number;
  readonly interval: Interval;
  /** The same as a difference in rating; null if it is infinite. */
  readonly elo: number | null;
  readonly eloInterval: { readonly low: number | null; readonly high: number | null };
  /** Games that reached the most plies, among the draws. */
  readonly tooLong: number;
}

export function standingOf(records: readonly GameRecord[]): Standing {
  const points = records.map(({ white, result }) => {
    if (result === '1/2-1/2') return 0.5;
    return (result === '1-0') === (white === 0) ? 1 : 0;
  });
  const count = (value: number) => points.filter((each) => each === value).length;
  const games = points.length;
  const [wins, draws, losses] = [count(1), count(0.5), count(0)];
  const won = wins + draws / 2;
  const interval = wilson(won, games);
  return {
    games,
    wins,
    draws,
    losses,
    score: games === 0 ? 0 : won / games,
    interval,
    elo: games === 0 ? null : finite(eloOf(won / games)),
    eloInterval: { low: finite(eloOf(interval.low)), high: finite(eloOf(interval.high)) },
    tooLong: records.filter(({ reason }) => reason === TOO_LONG).length,
  };
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? Math.round(number) : null;
}
