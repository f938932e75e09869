import type { Command } from 'commander';
import { unwrap } from '../chess/result.ts';
import { planTables } from '../solve/plan.ts';
import { type Difference, verifyTable } from '../solve/verify.ts';
import type { Table } from '../table/table.ts';
import { EXIT } from './exit.ts';
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
}

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('derive every value of a table anew from its successors')
    .argument('<name>', 'the table, such as KQvk')
    .option('-s, --sample <count>', 'verify about so many positions, not all', wholeNumber)
    .option('-a, --against <file>', 'instead compare with a pickle, position by position')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Positions are counted up to the board's symmetry. Exit code 3 where a difference is found.

Examples:
  metatb verify KQvk
  metatb verify KQvk --against theirs.pkl`;

async function run(name: string, settings: VerifySettings): Promise<void> {
  const context = contextOf(settings);
  const material = readName(context, name);
  const table = unwrap(await context.store.read(material));
  const same =
    settings.against === undefined
      ? await verify(context, table, settings.sample)
      : await compareWithPickle(context, table, settings.against);
  if (!same) process.exitCode = EXIT.difference;
}

async function verify(
  { rules, store, output }: Context,
  table: Table,
  sample: number | undefined,
): Promise<boolean> {
  const { material } = table;
  const steps = planTables(rules, [material]);
  const { needs } = steps.at(-1)!;
  const subtables = new Map<string, Table>();
  for (const step of steps) {
    if (!needs.includes(step.material.name)) continue;
    subtables.set(step.material.name, unwrap(await store.read(step.material)));
  }
  const bar = singleBar(output);
  const found = verifyTable(rules, table, (name) => subtables.get(name)!, {
    ...(sample === undefined ? {} : { sample }),
    progress: (done, total) => bar?.update(done / total),
  });
  bar?.stop();
  const { positions, differences, examples } = found;
  output.result({ table: material.name, rules: rules.name, ...found }, () => {
    const checked = `${material.name}, ${rules.title}: ${thousands(positions)} positions verified`;
    if (differences === 0) return `${checked}, no difference`;
    const more = differences - examples.length;
    return [
      `${checked}, ${plural(differences, 'difference')}`,
      ...examples.map(describe),
      ...(more > 0 ? [`  and ${thousands(more)} more`] : []),
    ].join('\n');
  });
  return differences === 0;
}

function describe({ fen, found, expected }: Difference): string {
  return `  ${fen}: the table says ${worth(found)}, its successors ${worth(expected)}`;
}
