import { basename } from 'node:path';
import type { Command } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { decodePickle } from '../format/pickle/pickleReader.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { readSubtables } from '../solve/subtables.ts';
import { type Verification, verifyTable } from '../solve/verify.ts';
import { readWhole } from '../store/folder.ts';
import { parseMaterial } from '../table/material.ts';
import { EXIT } from './exitCode.ts';
import { fileName, wholeNumber } from './optionValues.ts';
import { plural, thousands } from './output.ts';
import { singleBar } from './progressBars.ts';
import { contextOf, readName, type Settings, withSettings } from './settings.ts';
import { describeDifferences } from './verify.ts';

interface ImportSettings extends Settings {
  readonly name?: string;
  readonly sample?: number;
  readonly force?: boolean;
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make a table of a pickle, once every value is checked')
    .argument('<file>', 'the pickle: a dict {position_code: (wdl, dtm)}', fileName)
    .option('-n, --name <table>', 'the table it holds (default: what the file is named for)')
    .option('-s, --sample <count>', 'check about this many positions instead of all', wholeNumber)
    .option('-f, --force', 'replace an existing table')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
The table is written only if every value follows from the positions one move ahead, which takes the
tables that captures and promotions lead to. Exit code 3: a value is wrong or a position is missing.

Examples:
  metatb import KQvk.pkl
  metatb import theirs.pkl --name KQvkr --rules chess --sample 100000`;

async function run(file: string, settings: ImportSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const bytes = unwrap(await readWhole(file));
  if (!bytes) return unwrap(fail('read', `cannot read ${file}: there is no such file`, file));
  const material = readName(context, settings.name ?? nameOf(file, rules));
  const { name } = material;
  const path = store.path(name);
  if (!settings.force && unwrap(await store.readBytes(name)) !== undefined) {
    unwrap(fail('exists', `${path} exists already: --force replaces it`, path));
  }
  const subtables = unwrap(await readSubtables(context.store, material));
  const decoded = await decodePickle(bytes, endgameOf(rules, material));
  if (!decoded.ok) {
    const { code, message, text } = decoded.problem;
    return unwrap(fail(code, `${file}: ${message}`, text));
  }
  const bar = singleBar(output);
  const verified = verifyTable(rules, decoded.value, (table) => subtables.get(table)!, {
    ...(settings.sample === undefined ? {} : { sample: settings.sample }),
    progress: (done, total) => bar?.update(done / total),
  });
  bar?.stop();
  const right = verified.differences === 0;
  const written = right ? unwrap(await store.write(decoded.value)) : undefined;
  if (!right) process.exitCode = EXIT.difference;
  const data = { table: name, rules: rules.name, from: file, path: written?.path ?? null };
  output.result({ ...data, ...verified }, () => {
    const checked = `${plural(verified.positions, 'position')} verified`;
    if (written) return `${checked}\n${path}: ${thousands(written.bytes)} bytes`;
    return describeRefusal(`${file} as ${name}, ${rules.title}: ${checked}`, verified);
  });
}

/** The table that a file's name means, if it is a table's name. */
function nameOf(file: string, rules: RuleSet): string {
  const name = basename(file).replace(/\.[^.]*$/, '');
  if (parseMaterial(name, rules).ok) return name;
  const message = `${file}: its name does not say which table it is: add --name, such as --name KQvk`;
  return unwrap(fail('import-name', message, file));
}

function describeRefusal(title: string, verified: Verification): string {
  return [...describeDifferences(title, verified), 'no table is written'].join('\n');
}
