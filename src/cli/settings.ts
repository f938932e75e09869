import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Source } from '../format/mtb/source.ts';
import { HttpSource } from '../probe/httpSource.ts';
import { Tablebase } from '../probe/tablebase.ts';
import { defaultGame } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { FileSource } from '../store/fileSource.ts';
import { TableStore } from '../store/tableStore.ts';
import { MOST_THREADS } from '../store/threads.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { type GameSettings, gameOption, withVariants } from './gameOptions.ts';
import { byteSize, folderName, wholeNumberIn } from './optionValues.ts';
import { Output } from './output.ts';

/** The settings that every command accepts. */
export interface OutputSettings {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly csv?: boolean;
}

/** The settings that every command on tables accepts. */
export interface Settings extends OutputSettings, GameSettings {
  readonly dir: string;
}

/** Adds `--json --quiet`. */
export function withOutput(command: Command): Command {
  return command
    .option('--json', 'print results and errors as JSON (env: METATB_JSON=1)')
    .option('-q, --quiet', 'no progress, no remarks (env: METATB_QUIET=1)');
}

/** Adds `--csv` for a command whose result is a table. */
export function withCsv(command: Command): Command {
  return command.addOption(new Option('--csv', 'print comma-separated values').conflicts('json'));
}

/** Adds `--rules --variants --dir --json --quiet`: by flag, then by environment, then by default. */
export function withSettings(command: Command, about = 'where tables are'): Command {
  return withOutput(withRules(command).addOption(dirOption(about)));
}

/** Adds `--rules --variants`. */
export function withRules(command: Command): Command {
  command.addOption(
    gameOption('-r, --rules <game>', 'the game, with its parameters after a colon')
      .default(defaultGame.name)
      .env('METATB_RULES'),
  );
  return withVariants(command);
}

export function dirOption(about = 'where tables are'): Option {
  return new Option('-d, --dir <folder>', about)
    .argParser(folderName)
    .default('tables')
    .env('METATB_DIR');
}

/** What commands that need no tables work with, derived from their settings. */
export interface GameContext {
  readonly rules: RuleSet;
  readonly output: Output;
}

/** What commands work with. */
export interface Context extends GameContext {
  readonly store: TableStore;
}

export function contextOf(settings: Settings): Context {
  const dir = folderOf(settings);
  const { rules, output } = gameContextOf(settings);
  return { rules, store: new TableStore(rules, dir), output };
}

/** Remarks if a game is not the one of the user's file that has its name. */
export function gameContextOf({
  rules,
  variants,
  ...settings
}: OutputSettings & GameSettings): GameContext {
  const output = outputOf(settings);
  const taken = variants?.sections.some((each) => each.name === rules.name && !each.rules);
  if (taken) output.remark(`${rules.name} is the built-in game, not that of ${variants!.path}`);
  return { rules, output };
}

/** The folder of `--dir`, for a command that cannot read from a web server. */
export function folderOf({ dir }: { readonly dir: string }): string {
  if (!isAddress(dir)) return dir;
  const message = `--dir is the web address ${dir}: only probe and line read tables from one`;
  return unwrap(fail('setting', message, dir));
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Refuses a folder of tables that is not there. Throws InputError. */
export async function checkFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found?.isDirectory()) return;
  const why = found
    ? `${dir} is a file: --dir names a folder of tables`
    : `there is no folder ${dir}: 'metatb generate KQvk --dir ${dir}' makes it, with a table`;
  unwrap(fail('read', why, dir));
}

/** Adds what {@link withSettings} does, for a command that only probes: `--dir` may be a web address too. */
export function withProbeSettings(command: Command): Command {
  return withSettings(command, 'where tables are, a folder or a web address (http://...)');
}

/** What commands that only probe work with. */
export function probeContextOf(settings: Settings) {
  const { dir } = settings;
  const { rules, output } = gameContextOf(settings);
  const source = isAddress(dir) ? new HttpSource(rules, dir) : folderSource(rules, dir);
  return { rules, tablebase: new Tablebase(rules, source), output };
}

/** The tables of a folder. The problem of a missing or outdated table names the command that makes it there. */
export function folderSource(rules: RuleSet, dir: string): Source {
  const files = new FileSource(rules, dir);
  const store = new TableStore(rules, dir);
  return {
    generateCommand: (table) => files.generateCommand(table),
    async open(table, options) {
      const file = await files.open(table, options);
      return file.ok && !file.value ? store.missing(table) : file;
    },
  };
}

function isAddress(dir: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(dir);
}

export function outputOf({ json, quiet, csv = false }: OutputSettings): Output {
  return new Output(isOn(json, 'METATB_JSON'), isOn(quiet, 'METATB_QUIET'), csv);
}

/** Is a switch on, by its flag or by its environment variable? */
function isOn(flag: boolean | undefined, variable: string): boolean {
  const value = process.env[variable] ?? '0';
  if (flag || value === '1') return true;
  if (value === '0') return false;
  return unwrap(fail('setting', `${variable} is '${value}': it must be 1 or 0`, value));
}

/** The table that a name means, with a remark if the colours had to be exchanged. Throws InputError. */
export function readName({ rules, output }: GameContext, name: string): Material {
  if (/[/\\]|\.mtb$/.test(name)) {
    const right = 'name the table alone, such as KQvk, and its place by --rules and --dir';
    unwrap(fail('table-path', `'${name}' is a file: ${right}`, name));
  }
  const { material, flipped } = unwrap(parseMaterial(name, rules));
  if (flipped) output.remark(`${name} is ${material.name} with the colours exchanged`);
  unwrap(checkNeeded(rules, material));
  return material;
}

/** Does a game need a table of these men? Errors: `dead-material`. */
export function checkNeeded(rules: RuleSet, { name, men }: Material): Result<undefined> {
  if (!rules.isSettled(men)) return ok(undefined);
  const found = `${name} needs no table under the rules of ${rules.name}`;
  return fail('dead-material', `${found}: every position is a draw or decided at once`, name);
}

export function threadsOption(): Option {
  return new Option('-t, --threads <count>', 'workers (default: one a core)')
    .argParser(wholeNumberIn(1, MOST_THREADS))
    .env('METATB_THREADS');
}

export function memoryOption(): Option {
  return new Option(
    '--memory <size>',
    'the most to use, such as 6GiB (default: 3/4 of what there is)',
  )
    .argParser(byteSize)
    .env('METATB_MEMORY');
}

export function windowOption(): Option {
  return new Option(
    '--window <size>',
    "have only so much of a table's sets in the solver's memory (default: all that fits)",
  )
    .argParser(byteSize)
    .env('METATB_WINDOW');
}

export function scratchOption(): Option {
  return new Option(
    '--scratch <folder>',
    'for what a window leaves out and memory has no room for (default: beside the tables)',
  ).env('METATB_SCRATCH');
}

/** All examples are in memory before the first is printed. */
const MOST_EXAMPLES = 100_000;

/** `--count`: how many examples to print. */
export function countOption(about: string, standard: number): Option {
  return new Option('-c, --count <count>', about)
    .argParser(wholeNumberIn(1, MOST_EXAMPLES))
    .default(standard);
}
