import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { unwrap } from '../chess/result.ts';
import type { Chunks } from '../format/format.ts';
import { findFormat, formats } from '../format/registry.ts';
import { writeWhole } from '../store/folder.ts';
import { interrupted, interruptible } from './interrupt.ts';
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
      new Option('-f, --format <name>', 'the format')
        .choices(formats.map(({ name }) => name))
        .default('pkl'),
    )
    .option('-o, --out <file>', 'the file to write, - for stdout (default: such as KQvk.pkl)')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Formats:
${formats.map(({ name, about }) => `  ${name}  ${about}`).join('\n')}

Examples:
  metatb export KQvk --format pkl --out KQvk.pkl
  python3 -c "import pickle; print(len(pickle.load(open('KQvk.pkl', 'rb'))))"
  metatb export KQvk --out - | gzip > KQvk.pkl.gz`;

async function run(name: string, settings: ExportSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const material = readName(context, name);
  const format = unwrap(findFormat(settings.format));
  const table = unwrap(await store.read(material));
  const out = settings.out ?? `${material.name}${format.extension}`;
  if (out === '-') return writeToStdout(format.encode(table));

  const { bytes } = await interruptible(async (signal) => {
    const written = await writeWhole(out, until(signal, format.encode(table)));
    return unwrap(signal.aborted ? interrupted : written);
  });
  output.result(
    { table: material.name, rules: rules.name, format: format.name, out, bytes },
    () => `${out}: ${thousands(bytes)} bytes`,
  );
}

async function writeToStdout(chunks: Chunks): Promise<void> {
  for await (const chunk of chunks) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
}

/** The chunks, until the signal comes: then an error, on which the writer removes its half file. */
async function* until(signal: AbortSignal, chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
