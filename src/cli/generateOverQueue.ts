import type { Command } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import { type CoordinatedTable, coordinate } from '../queue/coordinate.ts';
import { planRun, type Run, scratchBytes } from '../queue/planRun.ts';
import { bundleTasks, memoryClass } from '../queue/tasks.ts';
import { timeSpan } from '../queue/timeSpan.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { SolverName } from '../solve/generation.ts';
import type { Material } from '../table/material.ts';
import { interruptible } from './interrupt.ts';
import { columns, plural, thousands } from './output.ts';
import { checkStore, queueAddressOf, queueVersion, storeOf, withQueue } from './queueSettings.ts';
import { RunProgress } from './runProgress.ts';
import type { Context } from './settings.ts';

/** The settings of `metatb generate` that other machines follow. */
export interface QueueSettings {
  readonly store?: string;
  readonly solver?: SolverName;
  /** Milliseconds. */
  readonly bundle: number;
  readonly dryRun?: boolean;
}

/** `metatb generate --queue`: has other machines solve, and looks on. */
export async function generateOverQueue(
  { rules, output }: Context,
  wanted: readonly Material[],
  settings: QueueSettings,
  self: Command,
  programVersion: string,
): Promise<void> {
  refuseOwnWork(self);
  const address = await queueAddressOf(self);
  const store = await storeOf(settings.store);
  const { solver } = settings;
  const options = {
    ...{ store, version: queueVersion(programVersion), bundle: settings.bundle / 1000 },
    ...(solver === undefined ? {} : { solver }),
  };
  const progress = new RunProgress(output, address.name);
  try {
    const made = await interruptible(async (signal) => {
      await checkStore(store, output, signal);
      if (settings.dryRun) return undefined;
      return withQueue(address, output, (redis) =>
        coordinate(redis, rules, wanted, {
          ...options,
          signal,
          onEvent: (event) => progress.show(event),
        }),
      );
    });
    if (!made) {
      const jobs = jobsOf(rules, unwrap(await planRun(rules, wanted, options)), options.bundle);
      const data = { rules: rules.name, store: store.name, jobs };
      return output.result(data, () => describeJobs(jobs));
    }
    const tables = unwrap(made);
    progress.close();
    output.result({ rules: rules.name, store: store.name, tables }, () => summary(tables));
  } finally {
    progress.close();
  }
}

/** `memory`: what a machine must allow; `scratch`: bytes of its disk, at most, if it allows no more than that. */
function jobsOf(rules: RuleSet, run: Run, bundle: number) {
  const scratch = scratchBytes(rules, run);
  return bundleTasks(run.tasks, bundle).map(({ tables, needs, bytes, seconds }) => {
    const most = Math.max(...tables.map((table) => scratch.get(table) ?? 0));
    return { tables, needs, memory: memoryClass(bytes), scratch: most, seconds };
  });
}

function describeJobs(jobs: ReturnType<typeof jobsOf>): string {
  const hasScratch = jobs.some(({ scratch }) => scratch > 0);
  const rows = jobs.map(({ tables, needs, memory, scratch, seconds }, i) => [
    i + 1,
    tables.join(' '),
    formatBytes(memory),
    ...(hasScratch ? [scratch > 0 ? formatBytes(scratch, Math.ceil) : '-'] : []),
    timeSpan(seconds),
    needs.join(' ') || '-',
  ]);
  const head = ['', 'tables', 'memory', ...(hasScratch ? ['scratch'] : []), 'time', 'needs'];
  return [columns([head, ...rows]), plural(jobs.length, 'job')].join('\n');
}

/** Refuses what concerns work on this machine: `metatb work` has it. */
function refuseOwnWork(self: Command): void {
  for (const name of ['force', 'threads', 'memory', 'window', 'scratch', 'dir']) {
    if (self.getOptionValueSource(name) !== 'cli') continue;
    const why =
      name === 'force'
        ? 'nothing in a store is replaced'
        : `it is for 'metatb work', where the tables are made${name === 'dir' ? '; --store says where they go' : ''}`;
    unwrap(fail('setting', `--${name} does not go with --queue: ${why}`, name));
  }
}

function summary(tables: readonly CoordinatedTable[]): string {
  return columns(
    tables.map(({ table, seconds, machine, bytes }) => [
      table,
      seconds === null ? 'there already' : `${seconds.toFixed(1)} s`,
      machine ?? '-',
      `${thousands(bytes)} bytes`,
    ]),
  );
}
