import { type Command, Option } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type SolverName, solverNames } from '../solve/generation.ts';
import {
  type FolderOptions,
  type GeneratedFile,
  generateInFolder,
  planInFolder,
} from '../solve/inFolder.ts';
import { allMaterials, MAX_MEN, type Material } from '../table/material.ts';
import { exitCodeOf } from './exitCode.ts';
import { interruptible } from './interrupt.ts';
import { byteSize, wholeNumberIn } from './optionValues.ts';
import { columns, plural, thousands } from './output.ts';
import { describeFallback, ProgressBars } from './progressBars.ts';
import {
  type Context,
  contextOf,
  readName,
  type Settings,
  threadsOption,
  withSettings,
} from './settings.ts';

interface GenerateSettings extends Settings {
  readonly men?: number;
  readonly solver?: SolverName;
  readonly memory?: number;
  readonly threads?: number;
  readonly force?: boolean;
  readonly dryRun?: boolean;
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
    .addOption(
      new Option('--memory <size>', 'the most to use, such as 6GiB (default: 3/4 of what there is)')
        .argParser(byteSize)
        .env('METATB_MEMORY'),
    )
    .option('-f, --force', 'solve the named tables again even if they exist')
    .option('-n, --dry-run', 'print the plan and solve nothing')
    .addHelpText('after', help)
    .action(run);
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

An interrupted run keeps its finished tables and, of metachess and chess, a checkpoint of a table of five
men; the same command continues from there.`;

async function run(names: readonly string[], settings: GenerateSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const wanted = wantedTables(context, names, settings.men);
  if (settings.dryRun) return printPlan(context, wanted, settings);

  const placementsOf = (material: Material) => endgameOf(rules, material).placements.size;
  const bars = new ProgressBars(output, placementsOf);
  const made = await interruptible((signal) => {
    signal.addEventListener('abort', () => bars.stopping(), { once: true });
    return generateInFolder(rules, wanted, {
      ...optionsOf(context, settings),
      signal,
      onEvent: (event) => bars.show(event),
    }).finally(() => bars.close());
  });
  const tables = unwrap(made);
  output.result({ rules: rules.name, dir: store.dir, tables }, () => summary(tables));
}

function optionsOf({ store }: Context, settings: GenerateSettings): FolderOptions {
  const { solver, threads, memory, force = false } = settings;
  return {
    dir: store.dir,
    force,
    ...(solver === undefined ? {} : { solver }),
    ...(threads === undefined ? {} : { threads }),
    ...(memory === undefined ? {} : { memory }),
  };
}

function wantedTables(
  context: Context,
  names: readonly string[],
  men: number | undefined,
): readonly Material[] {
  if (names.length === 0 && men === undefined) {
    return unwrap(fail('nothing-wanted', 'name at least one table, such as KQvk, or say --men 3'));
  }
  const named = names.map((name) => readName(context, name));
  return men === undefined ? named : [...tablesOf(context, men), ...named];
}

/** Every table of `men` men. */
function tablesOf({ rules }: Context, men: number): readonly Material[] {
  const tables = neededTables(rules, men);
  if (tables.length > 0) return tables;
  const others = Array.from({ length: MAX_MEN - 1 }, (_, i) => i + 2);
  const right = others.filter((count) => neededTables(rules, count).length > 0).join(', ');
  const message = `${rules.name} has no table of ${men} men: its tables have ${right}`;
  return unwrap(fail('men', message, String(men)));
}

function neededTables(rules: RuleSet, men: number): readonly Material[] {
  return allMaterials(men, rules).filter((material) => !rules.isSettled(material.men));
}

/** Prints what a run would do, and what it would refuse, with the exit code of that run. */
async function printPlan(
  context: Context,
  wanted: readonly Material[],
  settings: GenerateSettings,
): Promise<void> {
  const { rules, store, output } = context;
  const options = optionsOf(context, settings);
  const { steps, state, estimates, job } = unwrap(await planInFolder(rules, wanted, options));
  const plan = steps.map(({ material, needs }) => {
    const { name, men } = material;
    const indices = 2 * endgameOf(rules, material).placements.size;
    const { solver = null, bytes = null, fallback = null } = estimates.get(name) ?? {};
    return { table: name, men: men.length, needs, indices, bytes, solver, fallback };
  });
  const refused = job.ok ? null : job.problem;
  output.result({ rules: rules.name, dir: store.dir, plan, refused }, () => {
    const rows = plan.map(({ table, needs, indices, bytes: memory }, i) => [
      i + 1,
      table,
      indices,
      memory === null ? '-' : formatBytes(memory, Math.ceil),
      needs.join(' ') || '-',
    ]);
    const head = ['', 'table', 'placements', 'memory', 'needs'];
    const fallbacks = plan.flatMap(({ table, fallback }) =>
      fallback !== null && state.missing.has(table) ? describeFallback(table, fallback) : [],
    );
    const lines = [columns([head, ...rows]), plural(plan.length, 'table'), ...fallbacks];
    return [...lines, ...(refused ? [`would be refused: ${refused.message}`] : [])].join('\n');
  });
  if (refused) process.exitCode = exitCodeOf(refused);
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
