import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, type Result } from '../../src/board/result.ts';
import { percent } from '../../src/cli/output.ts';
import { type Conditions, difference } from './conditions.ts';
import { type RecordedMatch, readMatch } from './matchFile.ts';
import { conditionsNow, type PlannedMatch } from './plannedMatches.ts';
import { playerName } from './player.ts';
import { type Standing, standingOf } from './standing.ts';

/** A match that is in a file, and how it stands. */
export interface MatchStanding extends Standing {
  readonly name: string;
  /** All on which it was played. */
  readonly machines: readonly string[];
  readonly conditions: Conditions;
  /** What its first player should score. */
  readonly least: number | undefined;
}

/** A planned match that has no result. */
export interface MissingMatch {
  readonly planned: PlannedMatch;
  /** `not played`, `12 of 100 games`, `the search has changed`. */
  readonly why: string;
  /** Of games that are the first ones of the match. */
  readonly standing?: MatchStanding;
}

/** What the files of a folder say of the planned matches, as they would be played now. */
export interface Results {
  readonly complete: readonly MatchStanding[];
  readonly missing: readonly MissingMatch[];
  /** Names of other matches in the folder. */
  readonly unplanned: readonly string[];
}

/** Results in the order of the plan. Errors: `read`, `match`. */
export async function readResults(
  dir: string,
  plan: readonly PlannedMatch[],
  seed: number,
): Promise<Result<Results>> {
  const complete: MatchStanding[] = [];
  const missing: MissingMatch[] = [];
  for (const planned of plan) {
    const match = await readMatch(join(dir, `${planned.name}.jsonl`));
    if (!match.ok) return match;
    if (!match.value || match.value.games.length === 0) {
      missing.push({ planned, why: 'not played' });
      continue;
    }
    const changed = difference(conditionsNow(planned, seed), match.value.conditions);
    const standing = standingIn(match.value, planned);
    if (changed !== undefined) missing.push({ planned, why: changed });
    else if (standing.games >= planned.games) complete.push(standing);
    else missing.push({ planned, why: `${standing.games} of ${planned.games} games`, standing });
  }
  const names = new Set(plan.map(({ name }) => name));
  const files = (await readdir(dir)).filter((name) => name.endsWith('.jsonl')).toSorted();
  const unplanned = files
    .map((file) => basename(file, '.jsonl'))
    .filter((each) => !names.has(each));
  return ok({ complete, missing, unplanned });
}

function standingIn(
  { conditions, machine, games }: RecordedMatch,
  { name, least }: PlannedMatch,
): MatchStanding {
  const machines = [...new Set(games.map((game) => game.machine ?? machine))];
  return { name, machines, conditions, least, ...standingOf(games) };
}

/** Does the first player score less than it should? */
export function isTooLittle({ score, least = 0 }: MatchStanding): boolean {
  return score < least;
}

/** `levels-chess-2  level 2 (easy) - level 1 (beginner): +80 =9 -11 of 100, 84.5 % (76.2 % to 90.3 %), Elo …` */
export function describeMatch(standing: MatchStanding): string {
  const { name, conditions, wins, draws, losses, games, score, interval } = standing;
  const players = conditions.players.map(playerName).join(' - ');
  const range = `${percent(interval.low, 1)} to ${percent(interval.high, 1)}`;
  return (
    `${name.padEnd(24)} ${players}: +${wins} =${draws} -${losses} of ${games}, ` +
    `${percent(score, 1)} (${range}), Elo ${eloText(standing)}`
  );
}

/** `+123 (+50 to +210)`; infinite where all points were won or lost. */
export function eloText({ elo, eloInterval: { low, high }, score }: Standing): string {
  const signed = (rating: number | null, infinite: string) =>
    rating === null ? infinite : `${rating < 0 ? '' : '+'}${rating}`;
  const middle = signed(elo, score > 0.5 ? '+∞' : '-∞');
  return `${middle} (${signed(low, '-∞')} to ${signed(high, '+∞')})`;
}
