import { stat } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Source } from '../format/mtb/source.ts';
import { HttpSource } from '../probe/httpSource.ts';
import { Tablebase } from '../probe/tablebase.ts';
import { findRuleSet, ruleSets } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { FileSource } from '../store/fileSource.ts';
import { TableStore } from '../store/tableStore.ts';
import { MOST_THREADS } from '../store/threads.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { Output } from './output.ts';

/** The settings that every command accepts. */
export interface OutputSettings {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly csv?: boolean;
}

/** The settings that every command on tables accepts. */
export interface Settings extends OutputSettings {
  readonly rules: string;
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

/** Adds `--rules --dir --json --quiet`: by flag, then by environment, then by default. */
export function withSettings(command: Command, about = 'where tables are'): Command {
  command
    .addOption(
      rulesOption('-r, --rules <game>', 'the game, with its parameters after a colon')
        .default(ruleSets[0]!.name)
        .env('METATB_RULES'),
    )
    .addOption(dirOption(about));
  return withOutput(command);
}

/** An option whose value is a game: its name, or with parameters (`metatb rules` lists them). */
export function rulesOption(flags: string, about: string): Option {
  return new Option(flags, about).choices(ruleSets.map(({ name }) => name)).argParser(gameName);
}

/** The game's name in normal form. */
function gameName(text: string): string {
  const rules = findRuleSet(text);
  if (rules.ok) return rules.value.name;
  throw new InvalidArgumentError(`${rules.problem.message}.`);
}

export function dirOption(about = 'where tables are'): Option {
  return new Option('-d, --dir <folder>', about)
    .argParser(folderName)
    .default('tables')
    .env('METATB_DIR');
}

/** What commands work with, derived from their settings. */
export interface Context {
  readonly rules: RuleSet;
  readonly store: TableStore;
  readonly output: Output;
}

export function contextOf(settings: Settings): Context {
  const dir = folderOf(settings);
  const rules = unwrap(findRuleSet(settings.rules));
  return { rules, store: new TableStore(rules, dir), output: outputOf(settings) };
}

/** The folder of `--dir`, for a command that cannot read from a web server. */
export function folderOf({ dir }: { readonly dir: string }): string {
  if (!isAddress(dir)) return dir;
  const message = `--dir is the web address ${dir}: only probe and line read tables from one`;
  return unwrap(fail('setting', message, dir));
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
  const rules = unwrap(findRuleSet(settings.rules));
  const source = isAddress(dir) ? new HttpSource(rules, dir) : folderSource(rules, dir);
  return { rules, tablebase: new Tablebase(rules, source), output: outputOf(settings) };
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
export function readName({ rules, output }: Context, name: string): Material {
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

/** `6GiB`, `512 MiB` in bytes. */
export function byteSize(text: string): number {
  const match = /^(\d{1,6}(?:\.\d+)?) ?(GiB|MiB|GB|MB|G|M)$/i.exec(text);
  const unit = match?.[2]?.toLowerCase();
  if (!match || !unit || Number(match[1]) === 0)
    throw new InvalidArgumentError('It must be a size such as 6GiB or 512MiB.');
  const base = unit.length === 2 ? 1000 : 1024;
  return Number(match[1]) * base ** (unit.startsWith('g') ? 3 : 2);
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumberIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** All examples are in memory before the first is printed. */
const MOST_EXAMPLES = 100_000;

/** `--count`: how many examples to print. */
export function countOption(about: string, standard: number): Option {
  return new Option('-c, --count <count>', about)
    .argParser(wholeNumberIn(1, MOST_EXAMPLES))
    .default(standard);
}

export function fileName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a file.');
}

function folderName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a folder.');
}
