import { type Command, Option } from 'commander';
import { unwrap } from '../chess/result.ts';
import { findFormat, formats } from '../format/registry.ts';
import { writeWhole } from '../store/folder.ts';
import { thousands } from './output.ts';
import { contextOf, readName, type Settings, withSettings } from './settings.ts';

interface ExportSettings extends Settings {
  readonly format: string;
  readonly out?: string;
}

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write a table in another format')
    .argument('<name>', 'the table, such as KQvk')
    .addOption(
      new Option('--format <name>', 'the format')
        .choices(formats.map(({ name }) => name))
        .default('pkl'),
    )
    .option('-o, --out <file>', 'the file to write (default: NAME and the format)')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
pkl is one pickled dict {position_code: (wdl, dtm)} of every position on the whole board:
  python3 -c "import pickle; print(len(pickle.load(open('KQvk.pkl', 'rb'))))"

Example:
  metatb export KQvk --format pkl --out KQvk.pkl`;

async function run(name: string, settings: ExportSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const material = readName(context, name);
  const format = unwrap(findFormat(settings.format));
  const table = unwrap(await store.read(material));
  const out = settings.out ?? `${material.name}${format.extension}`;
  const { bytes } = unwrap(await writeWhole(out, format.encode(table)));
  output.result(
    { table: material.name, rules: rules.name, format: format.name, out, bytes },
    () => `${out}: ${thousands(bytes)} bytes`,
  );
}
