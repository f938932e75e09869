import type { Command } from 'commander';
import { unwrap } from '../chess/result.ts';
import { planTables } from '../solve/plan.ts';
import { type Difference, type Verification, verifyTable } from '../solve/verify.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { EXIT } from './exitCode.ts';
import { plural, thousands, worth } from './output.ts';
import { compareWithPickle } from './pickleComparison.ts';
import { singleBar } from './progressBars.ts';
import {
  type Context,
  contextOf,
  readName,
  type Settings,
  wholeNumber,
  withSettings,
} from './settings.ts';

interface VerifySettings extends Settings {
  readonly against?: string;
  readonly sample?: number;
  readonly checksums?: boolean;
}

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('derive every value of a table anew from its successors')
    .argument('<name>', 'the table, such as KQvk')
    .option('-s, --sample <count>', 'verify about so many positions, not all', wholeNumber)
    .option('--checksums', 'only read the file to its end, which verifies its checksums')
    .option('-a, --against <file>', 'instead compare with a pickle, position by position')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
The file's checksums are verified on the way: exit code 1 where one does not fit. Positions are counted
up to the board's symmetry. Exit code 3 where a difference is found.

Examples:
  metatb verify KQvk
  metatb verify KQRvkr --checksums
  metatb verify KQvk --against theirs.pkl`;

async function run(name: string, settings: VerifySettings): Promise<void> {
  const context = contextOf(settings);
  const material = readName(context, name);
  const table = unwrap(await context.store.read(material));
  if (settings.checksums) return reportSound(context, table);
  const same =
    settings.against === undefined
      ? await verify(context, table, settings.sample)
      : await compareWithPickle(context, table, settings.against);
  if (!same) process.exitCode = EXIT.difference;
}

/** Whoever has read a table has compared every checksum of its file. */
function reportSound({ rules, store, output }: Context, { material, placements }: Table): void {
  const path = store.path(material.name);
  const data = { table: material.name, rules: rules.name, path, sound: true };
  const values = `${thousands(2 * placements.size)} values as they were written`;
  output.result(data, () => `${path}: sound, ${values}`);
}

async function verify(
  context: Context,
  table: Table,
  sample: number | undefined,
): Promise<boolean> {
  const { rules, output } = context;
  const { material } = table;
  const subtables = await readSubtables(context, material);
  const bar = singleBar(output);
  const found = verifyTable(rules, table, (name) => subtables.get(name)!, {
    ...(sample === undefined ? {} : { sample }),
    progress: (done, total) => bar?.update(done / total),
  });
  bar?.stop();
  const { positions, differences } = found;
  output.result({ table: material.name, rules: rules.name, ...found }, () => {
    const checked = `${material.name}, ${rules.title}: ${thousands(positions)} positions verified`;
    if (differences === 0) return `${checked}, no difference`;
    return describeDifferences(checked, found).join('\n');
  });
  return differences === 0;
}

/** The tables that a move out of this one leads to: values follow from theirs. */
export async function readSubtables(
  { rules, store }: Context,
  material: Material,
): Promise<ReadonlyMap<string, Table>> {
  const steps = planTables(rules, [material]);
  const { needs } = steps.at(-1)!;
  const subtables = new Map<string, Table>();
  for (const step of steps) {
    if (!needs.includes(step.material.name)) continue;
    subtables.set(step.material.name, unwrap(await store.read(step.material)));
  }
  return subtables;
}

export function describeDifferences(
  checked: string,
  { differences, examples }: Verification,
): string[] {
  const more = differences - examples.length;
  return [
    `${checked}, ${plural(differences, 'difference')}`,
    ...examples.map(describe),
    ...(more > 0 ? [`  and ${thousands(more)} more`] : []),
  ];
}

function describe({ fen, found, expected }: Difference): string {
  return `  ${fen}: the table says ${worth(found)}, its successors ${worth(expected)}`;
}
