import { type Command, Option } from 'commander';
import { type Duration, durationOf, jobSecondsOf } from '../queue/durations.ts';
import type { Measurement } from '../queue/measured.ts';
import { criticalPath, simulate } from '../queue/simulate.ts';
import { type Bundle, bundleTasks } from '../queue/tasks.ts';
import { timeSpan } from '../queue/timeSpan.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { planTables } from '../solve/plan.ts';
import { MAX_MEN, type Material } from '../table/material.ts';
import type { GameSettings } from './gameOptions.ts';
import { wholeNumberIn, wholeNumbers } from './optionValues.ts';
import { columns, percent, plural } from './output.ts';
import { bundleOption } from './queueSettings.ts';
import { gameContextOf, type OutputSettings, withCsv, withOutput, withRules } from './settings.ts';
import { wantedTables } from './wantedTables.ts';

interface SimulateSettings extends OutputSettings, GameSettings {
  readonly men?: number;
  readonly machines: readonly number[];
  /** Milliseconds. */
  readonly bundle: number;
}

/** More do not help any game: it has fewer tables of one number of men. */
const MOST_MACHINES = 100_000;

export function addSimulate(queue: Command): void {
  const command = queue
    .command('simulate')
    .description('how long machines that share a queue would take')
    .argument('[tables...]', 'tables, such as KQvk KPvkp, with all that they need')
    .option('-m, --men <count>', 'every table of this many men', wholeNumberIn(2, MAX_MEN))
    .addOption(
      new Option('--machines <counts>', 'how many machines, such as 16 or 1,4,16,64')
        .argParser(wholeNumbers(MOST_MACHINES))
        .default([1, 4, 16, 64], '1,4,16,64'),
    )
    .addOption(bundleOption())
    .addHelpText('after', help)
    .action(run);
  withCsv(withOutput(withRules(command)));
}

const help = `
Solves nothing and needs no queue. Times of tables are measured ones, and scaled from these for other tables, by placements,
from tables of as many pawns and men where some are measured. No table is taken to be there already.

Examples:
  metatb queue simulate --men 5 --machines 16
  metatb queue simulate --men 6 --rules chess`;

function run(names: readonly string[], settings: SimulateSettings): void {
  const context = gameContextOf(settings);
  const { rules, output } = context;
  const simulation = simulationOf(rules, wantedTables(context, names, settings.men), settings);
  const rows = simulation.machines.map(({ machines, seconds, speedUp, busy }) => {
    const [time, factor, share] = [seconds, speedUp, busy].map((each) => each.toFixed(3));
    return [machines, time!, factor!, share!];
  });
  output.result(
    simulation,
    () => describe(simulation),
    () => [['machines', 'seconds', 'speedUp', 'busy'], ...rows],
  );
}

function simulationOf(
  rules: RuleSet,
  wanted: readonly Material[],
  { machines, bundle }: SimulateSettings,
) {
  const durations = new Map<string, Duration>();
  const tasks = planTables(rules, wanted).map(({ material, needs }) => {
    const duration = durationOf(rules, material);
    durations.set(material.name, duration);
    // A machine is taken to have the memory that any of them needs.
    return { table: material.name, needs, bytes: 0, seconds: duration.seconds };
  });
  const isMeasured = (table: string) => durations.get(table)!.measured;
  const jobSeconds = jobSecondsOf(rules);
  const jobs = bundleTasks(tasks, bundle / 1000);
  const path = criticalPath(jobs, jobSeconds).map(({ tables, seconds }) => {
    return { tables, seconds, measured: tables.every(isMeasured) };
  });
  const measured = tasks.filter(({ table }) => isMeasured(table)).length;
  return {
    rules: rules.name,
    tables: tasks.length,
    jobs: jobs.length,
    jobSeconds,
    /** Are all durations measured ones? */
    measured: measured === tasks.length,
    measuredTables: measured,
    measurements: sourcesOf([...durations.values()]),
    machines: machines.map((count) => simulate(jobs, count, jobSeconds)),
    criticalSeconds: sumOf(path),
    criticalPath: path,
  };
}

/** The measurements that durations are taken or scaled from, each with how many are. */
function sourcesOf(durations: readonly Duration[]) {
  const sources = new Map<Measurement, Duration[]>();
  for (const each of durations) {
    const own = sources.get(each.measurement);
    if (own) own.push(each);
    else sources.set(each.measurement, [each]);
  }
  return [...sources].map(([{ rules, machine, date, command }, own]) => {
    const measuredTables = own.filter(({ measured }) => measured).length;
    const scaledTables = own.length - measuredTables;
    return { rules, machine, date, command, measuredTables, scaledTables };
  });
}

function sumOf(jobs: readonly Pick<Bundle, 'seconds'>[]): number {
  return jobs.reduce((sum, { seconds }) => sum + seconds, 0);
}

function describe(simulation: ReturnType<typeof simulationOf>): string {
  const { rules, tables, jobs, jobSeconds, machines, criticalPath: path } = simulation;
  const rows = machines.map(({ machines: count, seconds, speedUp, busy }) => [
    count,
    timeSpan(seconds),
    speedUp.toFixed(1),
    percent(busy, 1),
  ]);
  const steps = path.map(({ tables: names, seconds, measured }) => [
    timeSpan(seconds),
    shortList(names),
    measured ? '' : 'scaled',
  ]);
  return [
    `${rules}: ${plural(tables, 'table')} in ${plural(jobs, 'job')}`,
    '',
    columns([['machines', 'time', 'speed-up', 'busy'], ...rows]),
    '',
    `critical path, ${timeSpan(simulation.criticalSeconds)}: no number of machines takes less`,
    columns(steps),
    '',
    ...simulation.measurements.map(describeSource),
    `for each job besides: ${jobSeconds} s`,
  ].join('\n');
}

/** More names of a job say no more to anybody. */
const MOST_NAMES = 5;

/** `KBvk KNvk KQvk KRvk KPvk and 29 more`. */
function shortList(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest > 1 ? `${names.slice(0, MOST_NAMES).join(' ')} and ${rest} more` : names.join(' ');
}

/** Where durations come from, and how many are not measured. */
function describeSource(source: ReturnType<typeof sourcesOf>[number]): string {
  const { rules, machine, date, command, measuredTables, scaledTables } = source;
  const counts = [
    ...(measuredTables > 0 ? [`${plural(measuredTables, 'table')} measured`] : []),
    ...(scaledTables > 0 ? [`${plural(scaledTables, 'table')} scaled by placements`] : []),
  ];
  return `durations: of ${rules} on ${machine}, ${date}, ${command}: ${counts.join(', ')}`;
}
