import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError, unwrap } from '../chess/result.ts';
import { type GeneratedTable, generate } from '../solve/generate.ts';
import { planTables } from '../solve/plan.ts';
import { type SolverName, solverNames } from '../solve/task.ts';
import { allMaterials, type Material } from '../table/material.ts';
import { columns, plural } from './output.ts';
import { ProgressBars } from './progressBars.ts';
import { type Context, contextOf, readName, type Settings, withSettings } from './settings.ts';

interface GenerateSettings extends Settings {
  readonly men?: number;
  readonly solver: SolverName;
  readonly threads?: number;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

export function addGenerate(program: Command): void {
  const command = program
    .command('generate')
    .description('solve endgames, and first all those that they lead to')
    .argument('[names...]', 'tables, such as KQvk KPvkp')
    .option('-m, --men <count>', 'every table of so many men', wholeNumber)
    .addOption(
      new Option('--solver <name>', 'how to solve').choices(solverNames).default('reference'),
    )
    .addOption(
      new Option('-t, --threads <count>', 'tables solved side by side (default: one a core)')
        .argParser(wholeNumber)
        .env('METATB_THREADS'),
    )
    .option('-f, --force', 'solve the named tables anew, even where they are there')
    .option('-n, --dry-run', 'print the plan and solve nothing')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Examples:
  metatb generate KQvk                     one table
  metatb generate KPvkp --dry-run          which tables would that take?
  metatb generate --men 3 --rules chess    all tables of three men, orthodox chess

A run that is interrupted keeps the tables it has finished; the same command goes on from there.`;

async function run(names: readonly string[], settings: GenerateSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const wanted = wantedTables(context, names, settings.men);
  if (settings.dryRun) return printPlan(context, wanted);

  const bars = new ProgressBars(output);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt);
  const made = await generate(rules, wanted, {
    dir: store.dir,
    solver: settings.solver,
    force: settings.force ?? false,
    signal: stop.signal,
    onEvent: (event) => bars.show(event),
    ...(settings.threads === undefined ? {} : { threads: settings.threads }),
  }).finally(() => bars.close());
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, interrupt);

  const tables = unwrap(made);
  output.result({ rules: rules.name, dir: store.dir, tables }, () => summary(tables));
}

function wantedTables(
  context: Context,
  names: readonly string[],
  men: number | undefined,
): readonly Material[] {
  if (names.length === 0 && men === undefined) {
    throw new InputError({
      code: 'nothing-wanted',
      message: 'name at least one table, such as KQvk, or say --men 3',
      text: '',
    });
  }
  const { rules } = context;
  const every = men === undefined ? [] : allMaterials(men, rules.army);
  if (men !== undefined && every.length === 0) {
    throw new InputError({ code: 'men', message: `no table has ${men} men`, text: String(men) });
  }
  return [...every, ...names.map((name) => readName(context, name))];
}

function printPlan({ rules, store, output }: Context, wanted: readonly Material[]): void {
  const plan = planTables(rules, wanted).map(({ material, needs }) => ({
    table: material.name,
    men: material.men.length,
    needs,
  }));
  output.result({ rules: rules.name, dir: store.dir, plan }, () => {
    const rows = plan.map(({ table, needs }, i) => [i + 1, table, needs.join(' ') || '-']);
    return `${columns([['', 'table', 'needs'], ...rows])}\n${plural(plan.length, 'table')}`;
  });
}

function summary(tables: readonly GeneratedTable[]): string {
  const state = (seconds: number | null) =>
    seconds === null ? 'there already' : `${seconds.toFixed(1)} s`;
  return columns(tables.map(({ table, seconds, path }) => [table, state(seconds), path]));
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
