import type { Command } from 'commander';
import { type Problem, unwrap } from '../chess/result.ts';
import { type PackedTable, packTables } from '../store/pack.ts';
import { listTables } from '../store/tableList.ts';
import type { Material } from '../table/material.ts';
import { EXIT } from './exitCode.ts';
import { interruptible } from './interrupt.ts';
import { columns, plural } from './output.ts';
import { singleBar } from './progressBars.ts';
import {
  type Context,
  checkFolder,
  contextOf,
  readName,
  type Settings,
  threadsOption,
  withSettings,
} from './settings.ts';

interface PackSettings extends Settings {
  readonly threads?: number;
}

export function addPack(program: Command): void {
  const command = program
    .command('pack')
    .description('pack table files to between a tenth and a third of their size')
    .argument('[tables...]', 'tables, such as KQvk (default: all of the folder)')
    .addOption(threadsOption())
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Generation writes tables quickly and packs them when all are solved; this packs those of a run that was
interrupted or had --no-pack. Files are replaced when they are whole, and may be probed meanwhile.

Examples:
  metatb pack
  metatb pack KQRvkr --rules chess`;

async function run(names: readonly string[], settings: PackSettings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const named = names.map((name) => readName(context, name));
  if (names.length === 0) await checkFolder(store.dir);
  const all = names.length === 0 ? unwrap(await listTables(rules, store.dir)) : [];
  const problems = all.flatMap(({ problem }) => problem ?? []);
  const readable = all.filter(({ problem }) => !problem);
  const materials = [...named, ...readable.map(({ material }) => material)];
  // Named tables must be packed; in a whole folder, one bad file does not stop the others.
  const onProblem = names.length === 0 ? (problem: Problem) => problems.push(problem) : undefined;
  const packed = await packWithBar(context, materials, settings.threads, onProblem);
  for (const { message } of problems) output.remark(`skipped: ${message}`);
  if (problems.length > 0) process.exitCode = EXIT.failure;
  output.result({ rules: rules.name, dir: store.dir, packed, problems }, () => {
    if (materials.length + problems.length === 0)
      return `${store.dir} has no tables of ${rules.name}`;
    return packed.length === 0 ? 'all is packed already' : describePacked(packed);
  });
}

/** Packs the tables that are not packed yet, with a progress bar. */
export async function packWithBar(
  { rules, store, output }: Context,
  materials: readonly Material[],
  threads: number | undefined,
  onProblem?: (problem: Problem) => void,
): Promise<readonly PackedTable[]> {
  const bar = singleBar(output, 'packing {bar} {percentage}%  eta {eta_formatted}');
  const packed = await interruptible((signal) =>
    packTables(rules, materials, {
      dir: store.dir,
      signal,
      ...(onProblem ? { onProblem } : {}),
      ...(bar ? { onProgress: (done, total) => bar.update(done / total) } : {}),
      ...(threads === undefined ? {} : { threads }),
    }).finally(() => bar?.stop()),
  );
  return unwrap(packed);
}

function describePacked(packed: readonly PackedTable[]): string {
  const rows = packed.map(({ table, bytesBefore, bytes, seconds }) => [
    table,
    bytesBefore,
    bytes,
    `${seconds.toFixed(1)} s`,
  ]);
  const head = ['', 'bytes', 'packed', ''];
  return `${columns([head, ...rows])}\n${plural(packed.length, 'table')} packed`;
}
