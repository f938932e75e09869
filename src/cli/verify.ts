import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import { readSubtables } from '../solve/subtables.ts';
import { type Difference, type Verification, verifyTable } from '../solve/verify.ts';
import type { Table } from '../table/table.ts';
import { EXIT } from './exitCode.ts';
import { fileName, wholeNumber } from './optionValues.ts';
import { plural, thousands, worth } from './output.ts';
import { compareWithPickle } from './pickleComparison.ts';
import { singleBar } from './progressBars.ts';
import { type Context, type Settings, withSettings } from './settings.ts';
import { tableContextOf } from './tableArgument.ts';

interface VerifySettings extends Settings {
  readonly against?: string;
  readonly sample?: number;
  readonly checksums?: boolean;
}

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('check every value of a table against the positions one move ahead')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .option('-s, --sample <count>', 'check about this many positions instead of all', wholeNumber)
    .addOption(
      new Option('--checksums', 'only check the checksums of the file').conflicts('sample'),
    )
    .addOption(
      new Option('-a, --against <file>', 'compare with a pickle instead, position by position')
        .argParser(fileName)
        .conflicts(['sample', 'checksums']),
    )
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
A value is right if it follows from the positions one move ahead, which takes the tables that captures
and promotions lead to. Positions are counted up to the board's symmetry. Every way checks the
checksums of the file. Exit code 1: a checksum does not fit; 3: a difference is found.

Examples:
  metatb verify KQvk
  metatb verify KQRvkr --sample 100000
  metatb verify KQRvkr --checksums
  metatb verify KQvk --against theirs.pkl`;

async function run(argument: string, settings: VerifySettings, command: Command): Promise<void> {
  const context = await tableContextOf(argument, settings, command);
  const table = unwrap(await context.store.read(context.material));
  if (settings.checksums) return reportSound(context, table);
  const same =
    settings.against === undefined
      ? await verify(context, table, settings.sample)
      : await compareWithPickle(context, table, settings.against);
  if (!same) process.exitCode = EXIT.difference;
}

/** Reports that a file is sound: reading the table has compared all of its checksums. */
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
  const subtables = unwrap(await readSubtables(context.store, material));
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
