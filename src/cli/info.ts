import type { Command } from 'commander';
import { type Problem, unwrap } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { gamesIn, type UnknownGame, unknownGames } from '../store/gamesIn.ts';
import { type ListedTable, listTables } from '../store/tableList.ts';
import { TableStore } from '../store/tableStore.ts';
import { listUnfinished, type UnfinishedTable } from '../store/unfinished.ts';
import { EXIT } from './exitCode.ts';
import { withVariants } from './gameOptions.ts';
import { interrupted, interruptible } from './interrupt.ts';
import { columns, plural, type Rows, short } from './output.ts';
import {
  checkFolder,
  dirOption,
  folderOf,
  type OutputSettings,
  outputOf,
  scratchOption,
  withCsv,
  withOutput,
} from './settings.ts';
import { gamesOf, type VariantsFile } from './variantsFile.ts';

interface InfoSettings extends OutputSettings {
  readonly dir: string;
  readonly scratch?: string;
  readonly check?: boolean;
  readonly variants?: VariantsFile;
}

export function addInfo(program: Command): void {
  const command = program
    .command('info')
    .description('list the tables of a folder, of every rule set')
    .option('--check', 'read every file to its end and check its checksums')
    .addHelpText('after', help)
    .addOption(dirOption())
    .addOption(scratchOption())
    .action(run);
  withCsv(withOutput(withVariants(command)));
}

const help = `
Without --check only the beginning of a large file is read. "longest" is not counted if the file has
no statistics. "values" are codes in tables that threads solve together, by sets, and plies in
others, imported ones too. What interrupted runs have left of tables is listed as well; the logs of
those solved through a window are in the folder that --scratch names. Exit code 1: a file is damaged,
of another version or game or cannot be read, or there is no such folder.

Examples:
  metatb info
  metatb info --dir /data/tables --check`;

async function run(settings: InfoSettings): Promise<void> {
  const output = outputOf(settings);
  const { check = false, scratch } = settings;
  const dir = folderOf(settings);
  await checkFolder(dir);
  const games = unwrap(await gamesIn(dir, gamesOf(settings.variants)));
  const unknown = await unknownGames(dir, games);
  const tables = await interruptible(async (signal) => {
    const found: InfoTable[] = [];
    for (const rules of games) {
      for (const listed of unwrap(await listTables(rules, dir))) {
        if (signal.aborted) unwrap(interrupted);
        found.push(await look(rules, dir, listed, check));
      }
    }
    return found;
  });
  const unfinished: Unfinished[] = [];
  for (const rules of games) {
    const left = await listUnfinished(rules, dir, scratch);
    unfinished.push(...left.map((each) => ({ rules: rules.name, ...each })));
  }
  const failed = tables.filter(({ problem }) => problem);
  const bytes = sum(tables);
  output.result(
    { dir, checked: check, tables, bytes, damaged: failed.length, unfinished, unknown },
    () => describe(dir, { games, unknown, tables, unfinished }, check),
    () => rowsOf(tables),
  );
  if (failed.length > 0) process.exitCode = EXIT.failure;
}

interface Unfinished extends UnfinishedTable {
  readonly rules: string;
}

interface InfoTable {
  readonly table: string;
  readonly rules: string;
  readonly men: number;
  readonly bytes: number;
  /** Of the whole board, both sides to move; null if the file has no statistics. */
  readonly positions: number | null;
  /** In plies, of either side; null if nothing is won or the file has no statistics. */
  readonly longestWin: number | null;
  /** What its values are; null if the file cannot be read. */
  readonly values: 'codes' | 'plies' | null;
  readonly problem: Problem | null;
  readonly path: string;
}

async function look(
  rules: RuleSet,
  dir: string,
  { material, path, bytes, problem }: ListedTable,
  check: boolean,
): Promise<InfoTable> {
  const store = new TableStore(rules, dir);
  const known = { table: material.name, rules: rules.name, men: material.men.length, bytes, path };
  const nothing = { positions: null, longestWin: null, values: null };
  if (problem) return { ...known, ...nothing, problem };
  const header = await (check ? store.checkWhole(material) : store.check(material));
  if (!header.ok) return { ...known, ...nothing, problem: header.problem };
  const { statistics, values } = header.value;
  const sides = statistics ? [statistics.white, statistics.black] : [];
  const plies = sides.flatMap(({ longestWin }) => longestWin ?? []);
  return {
    ...known,
    positions: statistics
      ? sides.reduce((total, { wins, draws, losses }) => total + wins + draws + losses, 0)
      : null,
    longestWin: plies.length > 0 ? Math.max(...plies) : null,
    values: values === 'plies' ? 'plies' : 'codes',
    problem: null,
  };
}

function sum(tables: readonly InfoTable[]): number {
  return tables.reduce((total, { bytes }) => total + bytes, 0);
}

interface Found {
  readonly games: readonly RuleSet[];
  readonly unknown: readonly UnknownGame[];
  readonly tables: readonly InfoTable[];
  readonly unfinished: readonly Unfinished[];
}

function describe(
  dir: string,
  { games, unknown, tables, unfinished }: Found,
  check: boolean,
): string {
  if (tables.length === 0 && unknown.length === 0 && unfinished.length === 0)
    return `${dir} has no tables: 'metatb generate KQvk' makes one`;
  const parts = games.flatMap(({ name, title }) => {
    const own = tables.filter(({ rules }) => rules === name);
    if (own.length === 0) return [];
    const rows = own.map((table) => [
      table.table,
      table.bytes,
      table.positions ?? '-',
      longestOf(table),
      table.values ?? '-',
      table.problem ? describeProblem(table.problem) : check ? 'sound' : '',
    ]);
    const head = [name, 'bytes', 'positions', 'longest', 'values', ''];
    const total = `${title}: ${plural(own.length, 'table')}, ${short(sum(own))}B`;
    return ['', total, columns([head, ...rows])];
  });
  const others = unknown.map(describeUnknown);
  const left = unfinished.length > 0 ? ['', describeUnfinished(unfinished)] : [];
  return [`${dir}: ${plural(tables.length, 'table')}`, ...parts, ...left, ...others].join('\n');
}

function describeUnfinished(unfinished: readonly Unfinished[]): string {
  const rows = unfinished.map(({ rules, table, checkpoint, log, finished }) => {
    const note = finished
      ? 'finished: may be removed'
      : checkpoint
        ? 'goes on'
        : 'no checkpoint yet: begins anew';
    return [table, rules, checkpoint?.bytes ?? '-', log?.bytes ?? '-', note];
  });
  const head = ['table', 'game', 'checkpoint', 'log', ''];
  const known = "unfinished, for the same 'metatb generate' again:";
  return [known, columns([head, ...rows])].join('\n');
}

function describeUnknown({ folder, rules, tables }: UnknownGame): string {
  const found = `${folder}: ${plural(tables, 'table')} of ${rules}, which is not built in`;
  return `\n${found}: --variants FILE with its description lists them`;
}

function longestOf({ problem, positions, longestWin }: InfoTable): string {
  if (problem) return '-';
  if (positions === null) return 'not counted';
  return longestWin === null ? 'no win' : `win in ${longestWin}`;
}

/** Of files that are not damaged: the system does not let us read them, or they are whole and something else. */
const states: Readonly<Record<string, string>> = {
  read: 'UNREADABLE',
  'mtb-version': 'OF ANOTHER VERSION',
  'mtb-rules': 'OF ANOTHER GAME',
  'mtb-fingerprint': 'OF ANOTHER GAME',
  'mtb-table': 'ANOTHER TABLE',
};

function describeProblem({ code, message }: Problem): string {
  return `${states[code] ?? 'DAMAGED'}: ${message}`;
}

function rowsOf(tables: readonly InfoTable[]): Rows {
  const rows = tables.map((each) => [
    each.rules,
    each.table,
    each.men,
    each.bytes,
    each.positions,
    each.longestWin,
    each.values,
    each.problem?.message ?? null,
    each.path,
  ]);
  const head = ['rules', 'table', 'men', 'bytes', 'positions', 'longest_win', 'values'];
  return [[...head, 'problem', 'path'], ...rows];
}
