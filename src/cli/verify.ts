import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { fail, unwrap } from '../chess/result.ts';
import { pickleFormat } from '../format/pickle.ts';
import { endgameOf } from '../rules/endgame.ts';
import { planTables } from '../solve/plan.ts';
import { type Difference, verifyTable } from '../solve/verify.ts';
import { readWhole } from '../store/folder.ts';
import { compareTables } from '../table/compare.ts';
import type { Table } from '../table/table.ts';
import type { Value } from '../table/value.ts';
import { EXIT } from './exit.ts';
import { wholeNumber } from './generate.ts';
import { type Output, plural, thousands } from './output.ts';
import { type Context, contextOf, readName, type Settings, withSettings } from './settings.ts';

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
Exit code 3 where a difference is found.

Examples:
  metatb verify KQvk
  metatb verify KQvk --against theirs.pkl`;

async function run(name: string, settings: VerifySettings): Promise<void> {
  const context = contextOf(settings);
  const material = readName(context, name);
  const table = unwrap(await context.store.read(material));
  const right =
    settings.against === undefined
      ? await verify(context, table, settings.sample)
      : await compare(context, table, settings.against);
  if (!right) process.exitCode = EXIT.difference;
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
  const bar = progressBar(output);
  const found = verifyTable(rules, table, (name) => subtables.get(name)!, {
    ...(sample === undefined ? {} : { sample }),
    progress: (done, total) => bar?.update(done / total),
  });
  bar?.stop();
  const data = { table: material.name, rules: rules.name, ...found };
  output.result(data, () => {
    const checked = `${material.name}, ${rules.title}: ${thousands(found.positions)} positions verified`;
    if (found.differences === 0) return `${checked}, no difference`;
    const shown = found.examples.map(describe);
    return [`${checked}, ${plural(found.differences, 'difference')}`, ...shown].join('\n');
  });
  return found.differences === 0;
}

function progressBar(output: Output): SingleBar | undefined {
  if (output.quiet || !process.stderr.isTTY) return undefined;
  const bar = new SingleBar({
    stream: process.stderr,
    format: '{bar} {percentage}%  eta {eta_formatted}',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1, 0);
  return bar;
}

function describe({ fen, found, expected }: Difference): string {
  return `  ${fen}: the table says ${worth(found)}, its successors ${worth(expected)}`;
}

function worth(value: Value | null): string {
  if (!value) return 'nothing';
  return value.wdl === 0 ? 'draw' : `${value.wdl > 0 ? 'win' : 'loss'} in ${value.dtm}`;
}

async function compare({ rules, output }: Context, table: Table, path: string): Promise<boolean> {
  const { material } = table;
  const bytes = unwrap(await readWhole(path));
  const missing = () => fail('read', `cannot read ${path}: there is no such file`, path);
  const decoded = pickleFormat.decode(bytes ?? unwrap(missing()), endgameOf(rules, material));
  const comparison = compareTables(table, unwrap(decoded));
  const fen = ({ squares, turn }: { squares: readonly number[]; turn: 0 | 1 }) => {
    const position = rules.place(material.men, squares, turn);
    return position.ok
      ? rules.makeFen(position.value)
      : `no position: squares ${squares.join(' ')}`;
  };
  const { compared, different, missing: absent, extra } = comparison;
  const differences = comparison.differences.map((each) => ({ fen: fen(each), ...each }));
  const data = {
    table: material.name,
    rules: rules.name,
    against: path,
    ...comparison,
    differences,
  };
  output.result(data, () => {
    const lines = [`${material.name}, ${rules.title}, against ${path}`];
    lines.push(`${plural(compared, 'position')} compared, ${thousands(different)} different`);
    for (const each of differences) {
      lines.push(
        `  ${each.fen} (${each.code}): ours ${worth(each.ours)}, theirs ${worth(each.theirs)}`,
      );
    }
    if (different > differences.length)
      lines.push(`  and ${thousands(different - differences.length)} more`);
    const { firstMissing, firstExtra } = comparison;
    if (firstMissing)
      lines.push(`${plural(absent, 'position')} missing there, such as ${fen(firstMissing)}`);
    if (firstExtra)
      lines.push(`${plural(extra, 'position')} only there, such as ${fen(firstExtra)}`);
    return lines.join('\n');
  });
  return different === 0 && absent === 0 && extra === 0;
}
