import { unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import { SlabPlacements } from '../index/slabPlacements.ts';
import { type Duration, durationOf } from '../queue/durations.ts';
import { timeSpan } from '../queue/timeSpan.ts';
import { endgameOf } from '../rules/endgame.ts';
import { type FolderOptions, planInFolder } from '../solve/inFolder.ts';
import type { Material } from '../table/material.ts';
import { exitCodeOf } from './exitCode.ts';
import { columns, plural } from './output.ts';
import { describeFallback } from './progressBars.ts';
import type { Context } from './settings.ts';

/** Prints what a run would do, and what it would refuse, with the exit code of that run. */
export async function printPlan(
  { rules, store, output }: Context,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<void> {
  const { steps, state, estimates, job } = unwrap(await planInFolder(rules, wanted, options));
  const durations: Duration[] = [];
  const plan = steps.map(({ material, needs }) => {
    const { name, men } = material;
    const { placements } = endgameOf(rules, material);
    const { solver = null, bytes = null, fallback = null, scratch = 0 } = estimates.get(name) ?? {};
    // Those of other games and solvers take longer than their placements say.
    const isMeasured = solver === 'sets' && placements instanceof SlabPlacements;
    const duration = isMeasured && state.missing.has(name) ? durationOf(rules, material) : null;
    if (duration) durations.push(duration);
    const seconds = duration && Number(duration.seconds.toPrecision(3));
    const numbers = { indices: 2 * placements.size, bytes, scratch, seconds };
    return { table: name, men: men.length, needs, ...numbers, solver, fallback };
  });
  const refused = job.ok ? null : job.problem;
  output.result({ rules: rules.name, dir: store.dir, plan, refused }, () => {
    const size = (bytes: number | null) => (bytes ? formatBytes(bytes, Math.ceil) : '-');
    const hasScratch = plan.some(({ scratch }) => scratch > 0);
    const rows = plan.map(({ table, needs, indices, bytes, scratch, seconds }, i) => [
      i + 1,
      table,
      indices,
      size(bytes),
      ...(hasScratch ? [size(scratch)] : []),
      seconds === null ? '-' : timeSpan(seconds),
      needs.join(' ') || '-',
    ]);
    const head = ['', 'table', 'placements', 'memory', ...(hasScratch ? ['scratch'] : [])];
    const fallbacks = plan.flatMap(({ table, fallback }) =>
      fallback !== null && state.missing.has(table) ? describeFallback(table, fallback) : [],
    );
    const about = durations.length < state.missing.size ? 'at least' : 'about';
    const time = durations.length === 0 ? '' : `, ${about} ${total(durations)}`;
    const count = plural(plan.length, 'table');
    if (refused) fallbacks.push(`would be refused: ${refused.message}`);
    const table = columns([[...head, 'time', 'needs'], ...rows]);
    return [table, count + time, ...fallbacks].join('\n');
  });
  if (refused) process.exitCode = exitCodeOf(refused);
}

/** How long these take, and where: `8.8 s on two cores`. */
function total(durations: readonly Duration[]): string {
  const seconds = durations.reduce((sum, duration) => sum + duration.seconds, 0);
  const machines = new Set(durations.map(({ measurement }) => measurement.machine));
  return `${timeSpan(seconds)} on ${[...machines].join(' and ')}`;
}
