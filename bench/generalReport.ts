import { columns } from '../src/cli/output.ts';
import type { MeasuredContest, MeasuredEntry } from './generalMeasured.ts';
import { cores, mebibytes, noise, QUIET, seconds, verdict } from './report.ts';

export interface GeneralMeasurements {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly tries: number;
  readonly contests: readonly MeasuredContest[];
}

const names: Record<MeasuredEntry['by'], string> = {
  general: 'general solver',
  own: "chess's own",
  generate: 'metatb generate',
};

/** What was measured, to be read. */
export function generalReport({ machine, tries, contests }: GeneralMeasurements): string {
  const all = contests.flatMap(({ entries }) => entries);
  return [
    `${machine.cpu}, ${machine.cores} cores, node ${machine.node}; medians of ${tries} tries in turn`,
    ...contests.map(contestReport),
    `user: user processor time of all threads, seconds; of a solve alone, its subtables in memory, or of a whole command, with them
placements: walked, both sides to move; plies: in which something is decided; ps: picoseconds of user time for each of both
ratio: of ps, and of user time, to the first line; positions: up to symmetry, a second of user time
clock: seconds by the clock, which goals in seconds are of; others: cores that other processes used meanwhile`,
    goals(all),
    noise(all.map(({ others }) => others)),
  ].join('\n\n');
}

function contestReport({ title, entries }: MeasuredContest): string {
  const head = ['table', 'game', 'made by', 'threads', 'user', 'clock', 'placements', 'plies'];
  const more = ['ps', 'ratio', 'of user', 'positions', 'positions/s', 'peak MiB', 'others'];
  const rows = entries.map((each) => [
    each.table,
    each.game,
    names[each.by],
    each.threads ?? 1,
    seconds(each.userSeconds),
    seconds(each.wallSeconds),
    each.placements,
    each.plies,
    figure(each.picoseconds, 0),
    figure(each.ratio, 2),
    figure(each.timeRatio, 2),
    each.positions,
    each.positionsASecond === null ? '-' : Math.round(each.positionsASecond),
    mebibytes(each.peakBytes),
    cores(each.others),
    verdict(each.faults),
    goalOf(each),
  ]);
  return `${title}\n\n${columns([[...head, ...more, 'counts', 'goal'], ...rows])}`;
}

/** `at most 1.3: 1.90, missed`. On a busy machine the clock says little: `at most 1 s: 1.99 s, missed; machine busy, 0.87 s of user time`. */
function goalOf({ goal, ratio, wallSeconds, isMet, ...entry }: MeasuredEntry): string {
  if (!goal) return '-';
  const bySeconds = goal.of === 'seconds';
  const unit = bySeconds ? ' s' : '';
  const found = bySeconds ? wallSeconds : ratio;
  const result = found === null ? 'unknown' : `${found.toFixed(2)}${unit}`;
  const words = isMet === null ? '' : isMet ? ', met' : ', missed';
  const isBusy = bySeconds && isMet === false && (entry.others ?? 0) > QUIET;
  const more = isBusy ? `; machine busy, ${figure(entry.userSeconds, 2)} s of user time` : '';
  return `at most ${goal.atMost}${unit}: ${result}${words}${more}`;
}

function goals(entries: readonly MeasuredEntry[]): string {
  const asked = entries.filter(({ goal }) => goal);
  if (asked.length === 0) return 'No goal is set for these.';
  const missed = asked.filter(({ isMet }) => !isMet);
  const list = missed.map((each) => `\n  ${each.game} ${each.table}: ${goalOf(each)}`).join('');
  return `${asked.length - missed.length} of ${asked.length} goals met.${list}`;
}

function figure(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits);
}
