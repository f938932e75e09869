import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import type { Chunks, ExportFormat } from '../format/format.ts';
import { pickleFormat } from '../format/pickle/pickle.ts';
import { estimatePickle } from '../format/pickle/pickleSize.ts';
import { exportFormats, findExportFormat } from '../format/registry.ts';
import { writeWhole } from '../store/folder.ts';
import { interrupted, interruptible } from './interrupt.ts';
import { fileName } from './optionValues.ts';
import { type Output, thousands } from './output.ts';
import { isFolder, type Settings, withSettings } from './settings.ts';
import { type TableContext, tableContextOf } from './tableArgument.ts';

interface ExportSettings extends Settings {
  readonly format: string;
  readonly out?: string;
}

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write a table in another format')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .addOption(
      new Option('-f, --format <name>', 'the format')
        .choices(exportFormats.map(({ name }) => name))
        .default('pkl'),
    )
    .addOption(
      new Option(
        '-o, --out <file>',
        'the file to write, - for stdout (default: TABLE.FORMAT)',
      ).argParser(fileName),
    )
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Formats:
${exportFormats.map(({ name, about }) => `  ${name}  ${about}`).join('\n')}

A key of pkl is a position code: the side to move (1: White), then each piece's square in slot
order, as many bits each as the board's squares need (6 on 8x8, 8 on 12x12). A square is
rank * files + file.

A value v of npy: 0 drawn; v > 0 won in v - 1 plies; v < 0 lost in -v - 1 plies; the least number of
the type (int8 -128, int16 -32768) not a position. --out KQvk.npy writes KQvk-w.npy and KQvk-b.npy.

Examples:
  metatb export KQvk --format pkl --out KQvk.pkl
  python3 -c "import pickle; print(len(pickle.load(open('KQvk.pkl', 'rb'))))"
  metatb export KQvk --out - | gzip > KQvk.pkl.gz
  metatb export KQvk --format npy
  python3 -c "import numpy; print(numpy.load('KQvk-b.npy', mmap_mode='r')[34, 12, 24])"`;

async function run(argument: string, settings: ExportSettings, command: Command): Promise<void> {
  const context = await tableContextOf(argument, settings, command);
  const { rules, store, output, material } = context;
  const format = unwrap(findExportFormat(settings.format));
  const file = `${material.name}${format.extension}`;
  const { out = file } = settings;
  const toStdout = STDOUT.has(out);
  if (!toStdout) await checkPlace(out, file);
  const table = unwrap(await store.read(material));
  if (format.name === pickleFormat.name) await warnOfSize(context);
  const files = format.files(table);
  if (toStdout) {
    const [only, ...others] = files;
    if (only && others.length === 0) return writeToStdout(only.chunks, output);
    const count = `${format.name} is ${files.length} files and stdout takes one`;
    return unwrap(fail('export-stdout', `${count}: name a file by --out`, out));
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

/** Names of stdout, to which nothing but the table may be written. */
const STDOUT = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Refuses to write to a folder's path, or into a missing folder: a typing error must not create one. */
async function checkPlace(out: string, file: string): Promise<void> {
  if (/[/\\]$/.test(out) || (await isFolder(out))) {
    const message = `cannot write ${out}: it is a folder; name a file in it, such as ${join(out, file)}`;
    unwrap(fail('write', message, out));
  }
  const folder = dirname(out);
  if (await isFolder(folder)) return;
  unwrap(fail('write', `cannot write ${out}: ${folder} is not a folder; make it first`, out));
}

/** The suffix goes before the extension if the path has it. */
function pathOf(out: string, suffix: string, { extension }: ExportFormat): string {
  if (suffix === '') return out;
  const base = out.endsWith(extension) ? out.slice(0, -extension.length) : out;
  return `${base}${suffix}${extension}`;
}

/** Warn above this: a dict in Python takes twenty times the bytes of its file. */
const MUCH_MEMORY = 2 ** 30;

async function warnOfSize({ store, output, material }: TableContext): Promise<void> {
  const { white, black } = unwrap(await store.statistics(material));
  const entries = [white, black].reduce((sum, s) => sum + s.wins + s.draws + s.losses, 0);
  const { fileBytes, pythonBytes } = estimatePickle(entries);
  if (pythonBytes < MUCH_MEMORY) return;
  const sizes = `about ${formatBytes(fileBytes)}, and Python needs about ${formatBytes(pythonBytes)}`;
  output.remark(
    `${thousands(entries)} entries: the file will have ${sizes} of memory to load it; ` +
      '--format npy is read from the disk piece by piece',
  );
}

async function writeToStdout(chunks: Chunks, output: Output): Promise<void> {
  for await (const chunk of chunks) await output.write(chunk);
}

/** Yields the chunks; throws once the signal aborts, so that the writer removes its unfinished file. */
async function* until(signal: AbortSignal, chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
