import { basename } from 'node:path';
import type { Command } from 'commander';
import { fail, unwrap } from '../chess/result.ts';
import { decodePickle } from '../format/pickleReader.ts';
import { endgameOf } from '../rules/endgame.ts';
import { type Verification, verifyTable } from '../solve/verify.ts';
import { readWhole } from '../store/folder.ts';
import { EXIT } from './exitCode.ts';
import { plural, thousands } from './output.ts';
import { singleBar } from './progressBars.ts';
import { contextOf, readName, type Settings, wholeNumber, withSettings } from './settings.ts';
import { describeDifferences, readSubtables } from './verify.ts';

interface ImportSettings extends Settings {
  readonly name?: string;
  readonly sample?: number;
  readonly force?: boolean;
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('take a pickle, yours or anybody’s, as a table')
    .argument('<file>', 'the pickle: a dict {position_code: (wdl, dtm)}')
    .option('-n, --name <name>', 'the table that it is (default: the file’s name)')
    .option('-s, --sample <count>', 'verify about so many positions, not all', wholeNumber)
    .option('-f, --force', 'replace the table that is there')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Nothing is written unless every value follows from the positions one move ahead. That takes the tables
that captures and promotions lead to. Exit code 3 where a value is wrong or a position is missing.

Examples:
  metatb import KQvk.pkl
  metatb import theirs.pkl --name KQvkr --rules chess --sample 100000`;

async function run(file: string, settings: ImportSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const material = readName(context, settings.name ?? basename(file).replace(/\.[^.]*$/, ''));
  const { name } = material;
  const path = store.path(name);
  if (!settings.force && unwrap(await store.readBytes(name)) !== undefined) {
    unwrap(fail('exists', `${path} is there already: --force replaces it`, path));
  }
  const subtables = await readSubtables(context, material);
  const bytes = unwrap(await readWhole(file));
  if (!bytes) return unwrap(fail('read', `cannot read ${file}: there is no such file`, file));
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
    return refused(`${file} as ${name}, ${rules.title}: ${checked}`, verified);
  });
}

function refused(title: string, verified: Verification): string {
  return [...describeDifferences(title, verified), 'nothing is written'].join('\n');
}
