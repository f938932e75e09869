import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import { smallDiskFor } from '../queue/diskRoom.ts';
import { endgameOf } from '../rules/endgame.ts';
import { solverNames } from '../solve/generation.ts';
import { type FolderOptions, type GeneratedFile, generateInFolder } from '../solve/inFolder.ts';
import { planTables } from '../solve/plan.ts';
import { MAX_MEN, type Material } from '../table/material.ts';
import type { QueueSettings } from './generateOverQueue.ts';
import { interruptible } from './interrupt.ts';
import { wholeNumberIn } from './optionValues.ts';
import { columns, thousands } from './output.ts';
import { printPlan } from './printPlan.ts';
import { ProgressBars } from './progressBars.ts';
import { bundleOption, queueOption, storeOption } from './queueSettings.ts';
import {
  type Context,
  contextOf,
  memoryOption,
  type Settings,
  scratchOption,
  threadsOption,
  windowOption,
  withSettings,
} from './settings.ts';
import { smallDiskText } from './smallDiskText.ts';
import { wantedTables } from './wantedTables.ts';

interface GenerateSettings extends Settings, QueueSettings {
  readonly queue?: string;
  readonly men?: number;
  readonly memory?: number;
  readonly threads?: number;
  readonly window?: number;
  readonly scratch?: string;
  readonly force?: boolean;
}

export function addGenerate(program: Command): void {
  const command = program
    .command('generate')
    .description('solve endgames, those they lead to first')
    .argument('[tables...]', 'tables, such as KQvk KPvkp')
    .option('-m, --men <count>', 'every table of this many men', wholeNumberIn(2, MAX_MEN))
    .addOption(
      new Option(
        '--solver <name>',
        'how to solve (default: sets, and reference for tables that they do not take)',
      ).choices(solverNames),
    )
    .addOption(threadsOption())
    .addOption(memoryOption())
    .addOption(windowOption())
    .addOption(scratchOption())
    .option('-f, --force', 'solve the named tables again even if they exist')
    .option('-n, --dry-run', 'print the plan and solve nothing')
    .addOption(queueOption())
    .addOption(storeOption())
    .addOption(bundleOption())
    .addHelpText('after', help)
    .action((names: readonly string[], settings: GenerateSettings, self: Command) =>
      run(names, settings, self, program.version() ?? ''),
    );
  withSettings(command);
}

const help = `
A table is named by its men, White in capitals: KQvkr is king and queen against king and rook.
'metatb rules' lists the games, 'metatb rules GAME' a game's pieces.

Examples:
  metatb generate KQvk                     one table
  metatb generate KPvkp --dry-run          which tables, and how much memory?
  metatb generate --men 5 --threads 4      all tables of five men
  metatb generate --men 3 --rules chess    all tables of three men, orthodox chess

With --queue other machines solve: those that run 'metatb work' with the same --queue and --store. Ctrl-C
leaves them at work, and the same command looks on again:
  metatb generate --men 5 --queue redis://localhost --store /mnt/tables

An interrupted run keeps its finished tables and, of metachess and chess, a checkpoint of a table of five
men; the same command continues from there.`;

async function run(
  names: readonly string[],
  settings: GenerateSettings,
  self: Command,
  version: string,
): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const wanted = wantedTables(context, names, settings.men);
  if (settings.queue !== undefined) {
    // Loaded only here: the queue's library takes longer than a probe.
    const { generateOverQueue } = await import('./generateOverQueue.ts');
    return generateOverQueue(context, wanted, settings, self, version);
  }
  const options = optionsOf(context, settings);
  const all = planTables(rules, wanted).map(({ material }) => material);
  const disk = await smallDiskFor(rules, all, options);
  if (disk) output.remark(smallDiskText(disk));
  if (settings.dryRun) return printPlan(context, wanted, options);

  const placementsOf = (material: Material) => endgameOf(rules, material).placements.size;
  const bars = new ProgressBars(output, placementsOf);
  const made = await interruptible((signal) => {
    signal.addEventListener('abort', () => bars.stopping(), { once: true });
    return generateInFolder(rules, wanted, {
      ...options,
      signal,
      onEvent: (event) => bars.show(event),
    }).finally(() => bars.close());
  });
  const tables = unwrap(made);
  output.result({ rules: rules.name, dir: store.dir, tables }, () => summary(tables));
}

function optionsOf({ store }: Context, settings: GenerateSettings): FolderOptions {
  const { solver, threads, memory, window, scratch, force = false } = settings;
  return {
    dir: store.dir,
    force,
    ...(solver === undefined ? {} : { solver }),
    ...(threads === undefined ? {} : { threads }),
    ...(memory === undefined ? {} : { memory }),
    ...(window === undefined ? {} : { window }),
    ...(scratch === undefined ? {} : { scratch }),
  };
}

function summary(files: readonly GeneratedFile[]): string {
  const state = (seconds: number | null) =>
    seconds === null ? 'there already' : `${seconds.toFixed(1)} s`;
  return columns(
    files.map(({ table, seconds, path, bytes }) => [
      table,
      state(seconds),
      path,
      `${thousands(bytes)} bytes`,
    ]),
  );
}
