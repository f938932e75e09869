import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { fail, unwrap } from '../chess/result.ts';
import type { Chunks, ExportFormat } from '../format/format.ts';
import { pickleFormat } from '../format/pickle.ts';
import { estimatePickle } from '../format/pickleSize.ts';
import { exportFormats, findExportFormat } from '../format/registry.ts';
import { writeWhole } from '../store/folder.ts';
import type { Material } from '../table/material.ts';
import { interrupted, interruptible } from './interrupt.ts';
import { gibibytes, thousands } from './output.ts';
import { type Context, contextOf, readName, type Settings, withSettings } from './settings.ts';

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
        .choices(exportFormats.map(({ name }) => name))
        .default('pkl'),
    )
    .option('-o, --out <file>', 'the file to write, - for stdout (default: such as KQvk.pkl)')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Formats:
${exportFormats.map(({ name, about }) => `  ${name}  ${about}`).join('\n')}

A value v of npy: 0 drawn; v > 0 won in v - 1 plies; v < 0 lost in -v - 1 plies; the least number of
the type (int8 -128, int16 -32768) no position. --out KQvk.npy writes KQvk-w.npy and KQvk-b.npy.

Examples:
  metatb export KQvk --format pkl --out KQvk.pkl
  python3 -c "import pickle; print(len(pickle.load(open('KQvk.pkl', 'rb'))))"
  metatb export KQvk --out - | gzip > KQvk.pkl.gz
  metatb export KQvk --format npy
  python3 -c "import numpy; print(numpy.load('KQvk-b.npy', mmap_mode='r')[34, 12, 24])"`;

async function run(name: string, settings: ExportSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const material = readName(context, name);
  const format = unwrap(findExportFormat(settings.format));
  const table = unwrap(await store.read(material));
  if (format.name === pickleFormat.name) await warnOfSize(context, material);
  const files = format.files(table);
  const out = settings.out ?? `${material.name}${format.extension}`;
  if (out === '-') {
    if (files.length === 1) return writeToStdout(files[0]!.chunks);
    const message = `${format.name} is ${files.length} files: stdout takes one`;
    unwrap(fail('export-stdout', message, out));
  }

  const written = await interruptible(async (signal) => {
    const done: { out: string; bytes: number }[] = [];
    for (const { suffix, chunks } of files) {
      const path = pathOf(out, suffix, format);
      const file = await writeWhole(path, until(signal, chunks));
      const { bytes } = unwrap(signal.aborted ? interrupted : file);
      done.push({ out: path, bytes });
    }
    return done;
  });
  const one = written.length === 1 ? written[0] : undefined;
  const what = { table: material.name, rules: rules.name, format: format.name };
  output.result({ ...what, ...(one ?? { files: written }) }, () =>
    written.map(({ out: path, bytes }) => `${path}: ${thousands(bytes)} bytes`).join('\n'),
  );
}

/** The suffix goes before the extension, where the path has it. */
function pathOf(out: string, suffix: string, { extension }: ExportFormat): string {
  if (suffix === '') return out;
  const base = out.endsWith(extension) ? out.slice(0, -extension.length) : out;
  return `${base}${suffix}${extension}`;
}

/** A dict in Python takes twenty times the bytes of the file. */
const MUCH_MEMORY = 2 ** 30;

async function warnOfSize({ store, output }: Context, material: Material): Promise<void> {
  const { white, black } = unwrap(await store.statistics(material));
  const entries = [white, black].reduce((sum, s) => sum + s.wins + s.draws + s.losses, 0);
  const { fileBytes, pythonBytes } = estimatePickle(entries);
  if (pythonBytes < MUCH_MEMORY) return;
  const sizes = `about ${gibibytes(fileBytes)}, and Python needs about ${gibibytes(pythonBytes)}`;
  output.remark(
    `${thousands(entries)} entries: the file will have ${sizes} of memory to load it; ` +
      '--format npy is read from the disk as it is asked for',
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
