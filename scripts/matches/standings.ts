import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, type Result } from '../../src/board/result.ts';
import { percent } from '../../src/cli/output.ts';
import type { Conditions } from './conditions.ts';
import { readMatch } from './matchFile.ts';
import { playerName } from './player.ts';
import { type Standing, standingOf } from './standing.ts';

/** A match that is in a file, and how it stands. */
export interface MatchStanding extends Standing {
  readonly name: string;
  readonly machine: string;
  readonly conditions: Conditions;
}

/** Of the points: what a level must score against the one below. */
export const LEAST_SHARE = 0.65;

/** All matches of a folder, in the order of their names. Errors: `read`, `match`. */
export async function readStandings(dir: string): Promise<Result<readonly MatchStanding[]>> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.jsonl'));
  const standings: MatchStanding[] = [];
  for (const file of names.sort(inOrder)) {
    const match = await readMatch(join(dir, file));
    if (!match.ok) return match;
    if (!match.value || match.value.games.length === 0) continue;
    const { conditions, machine, games } = match.value;
    const name = basename(file, '.jsonl');
    standings.push({ name, machine, conditions, ...standingOf(games) });
  }
  return ok(standings);
}

/** Do two neighbouring levels differ by less than they should? */
export function isTooClose({ name, score }: MatchStanding): boolean {
  return name.startsWith('levels-') && score < LEAST_SHARE;
}

/** `levels-chess-2  level 2 (easy) beats level 1 (beginner)  …` */
export function describeMatch(standing: MatchStanding): string {
  const { name, conditions, wins, draws, losses, games, score, interval } = standing;
  const [first, second] = conditions.players.map(playerName);
  const range = `${percent(interval.low, 1)} to ${percent(interval.high, 1)}`;
  const verdict = isTooClose(standing) ? `  LESS THAN ${percent(LEAST_SHARE, 1)}` : '';
  return (
    `${name.padEnd(24)} ${first} - ${second}: +${wins} =${draws} -${losses} of ${games}, ` +
    `${percent(score, 1)} (${range}), Elo ${eloText(standing)}${verdict}`
  );
}

/** `+123 (+50 to +210)`; infinite where all points were won or lost. */
export function eloText({ elo, eloInterval: { low, high }, score }: Standing): string {
  const signed = (rating: number | null, infinite: string) =>
    rating === null ? infinite : `${rating < 0 ? '' : '+'}${rating}`;
  const middle = signed(elo, score > 0.5 ? '+∞' : '-∞');
  return `${middle} (${signed(low, '-∞')} to ${signed(high, '+∞')})`;
}

/** Numbers in names by their size: `fairy-chess--8` before `fairy-chess-0`. */
function inOrder(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => {
    const [, stem, number] = /^(.*?)-(-?\d+)\.jsonl$/.exec(name) ?? [name, name, 0];
    return { stem: stem!, number: Number(number) };
  }) as [Ordered, Ordered];
  return first.stem === second.stem
    ? first.number - second.number
    : first.stem.localeCompare(second.stem, 'en');
}

interface Ordered {
  readonly stem: string;
  readonly number: number;
}
