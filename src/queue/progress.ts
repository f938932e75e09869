import { simulate } from './simulate.ts';
import type { GameState, QueueState, TableState } from './state.ts';
import type { Bundle } from './tasks.ts';
import { timeSpan } from './timeSpan.ts';

/** How far the plan of one game has come. */
export interface Progress {
  /** Tables in each state. */
  readonly counts: Readonly<Record<TableState['state'], number>>;
  /** Tables finished lately in a minute; undefined if none was. */
  readonly perMinute: number | undefined;
  /** Machines that work on this game now. */
  readonly working: number;
  /** What the machines of the queue need for the rest; undefined if there are none. */
  readonly secondsLeft: number | undefined;
}

export function progressOf(game: GameState, state: QueueState): Progress {
  const { tables, rules } = game;
  const counts = { done: 0, running: 0, ready: 0, waiting: 0, failed: 0 };
  for (const each of tables) counts[each.state]++;
  const { machines } = state;
  return {
    counts,
    perMinute: ratePerMinute(game, state),
    working: machines.filter((each) => each.table !== undefined && each.rules === rules).length,
    secondsLeft: machines.length > 0 ? secondsLeft(tables, machines.length) : undefined,
  };
}

/** `2 of 3 machines at work`, `10.0 tables a minute`, `about 12 min remain`: as much of it as is known. */
export function describePace(
  { counts, perMinute, working, secondsLeft }: Progress,
  { machines: { length: machines } }: QueueState,
): readonly string[] {
  const left = counts.running + counts.ready + counts.waiting + counts.failed;
  const parts = [
    `${working} of ${machines} ${machines === 1 ? 'machine' : 'machines'} at work`,
    perMinute === undefined ? undefined : `${perMinute.toFixed(1)} tables a minute`,
    left === 0 || secondsLeft === undefined ? undefined : `about ${timeSpan(secondsLeft)} remain`,
  ];
  return parts.filter((part) => part !== undefined);
}

/** Long enough for a few large tables, short enough to notice machines that join or leave. */
const RATE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

function ratePerMinute({ tables }: GameState, { at, machines }: QueueState): number | undefined {
  const began = Math.min(...machines.map(({ since }) => since));
  const from = Math.max(at - RATE_MS, began);
  const made = tables.filter(({ at: stored }) => stored !== undefined && stored >= from).length;
  // At first one table more or less would say too much.
  if (made === 0) return undefined;
  return (made * MINUTE_MS) / Math.max(at - from, MINUTE_MS / 4);
}

/** What is left of each job, as fast as the tables made so far were against what was expected of them, shared by the machines. */
function secondsLeft(tables: readonly TableState[], machines: number): number {
  const made = tables.filter(({ state, seconds }) => state === 'done' && seconds);
  const expected = sumOf(made.map(({ expectedSeconds }) => expectedSeconds));
  const pace = expected > 0 ? sumOf(made.map(({ seconds }) => seconds!)) / expected : 1;
  const bundles = new Map<string, TableState[]>();
  for (const each of tables) {
    if (each.state === 'done') continue;
    const bundle = bundles.get(each.bundle);
    if (bundle) bundle.push(each);
    else bundles.set(each.bundle, [each]);
  }
  const left = [...bundles].map(([id, own]): Bundle => {
    const names = own.map(({ table }) => table);
    const needs = own.flatMap((each) => each.needs).filter((name) => !names.includes(name));
    const seconds = sumOf(
      own.map(({ expectedSeconds, share = 0 }) => expectedSeconds * (1 - share)),
    );
    return { id, tables: names, needs, bytes: 0, seconds: seconds * pace };
  });
  return simulate(left, machines, 0).seconds;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
