import { type Command, Option } from 'commander';
import { fail, type Result, unwrap } from '../board/result.ts';
import { endgameOf } from '../rules/endgame.ts';
import { isShareable } from '../rules/gameRef.ts';
import { crewOfOne } from '../solve/sample/crew.ts';
import { readSubtables } from '../solve/subtables.ts';
import { type Difference, type Verification, verifyTable } from '../solve/verify.ts';
import { type SampleVerification, verifySample } from '../solve/verifySample.ts';
import { FileSource } from '../store/fileSource.ts';
import { threadCount } from '../store/threads.ts';
import { EXIT } from './exitCode.ts';
import { fileName, wholeNumber, wholeNumberIn } from './optionValues.ts';
import { plural, thousands, worth } from './output.ts';
import { compareWithPickle } from './pickleComparison.ts';
import { singleBar } from './progressBars.ts';
import { type Settings, threadsOption, withSettings } from './settings.ts';
import { type TableContext, tableContextOf } from './tableArgument.ts';

interface VerifySettings extends Settings {
  readonly against?: string;
  readonly sample?: number;
  readonly seed?: number;
  readonly threads?: number;
  readonly checksums?: boolean;
}

/** The seed of a sample for which none is given: so that the same command verifies the same positions. */
const SEED = 1;
const MOST_SEED = 999_999_999;
/** Threads take a second to start: a smaller sample is done before. */
const LARGE_SAMPLE = 10_000;

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('check every value of a table against the positions one move ahead')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .option('-s, --sample <count>', 'check this many random positions instead of all', wholeNumber)
    .addOption(
      new Option('--seed <number>', `another number, other positions (default: ${SEED})`)
        .argParser(wholeNumberIn(0, MOST_SEED))
        .conflicts(['checksums', 'against']),
    )
    .addOption(threadsOption())
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
checksums of the file. A sample needs no more memory for a larger table, and --checksums none.
Exit code 1: a checksum does not fit; 3: a difference is found.

Examples:
  metatb verify KQvk
  metatb verify KQRvkr --sample 100000
  metatb verify KQRvkr --sample 100000 --seed 2
  metatb verify KQRvkr --checksums
  metatb verify KQvk --against theirs.pkl`;

async function run(argument: string, settings: VerifySettings, command: Command): Promise<void> {
  const { sample, seed, against } = settings;
  if (seed !== undefined && sample === undefined) {
    const right = 'add --sample COUNT: without it, every position is verified';
    unwrap(fail('setting', `--seed chooses the positions of a sample: ${right}`, 'seed'));
  }
  const context = await tableContextOf(argument, settings, command);
  if (settings.checksums) return reportSound(context);
  const same =
    sample !== undefined
      ? await verifySome(context, { ...settings, sample })
      : against === undefined
        ? await verifyAll(context, settings)
        : await compareWithPickle(
            context,
            unwrap(await context.store.read(context.material)),
            against,
          );
  if (!same) process.exitCode = EXIT.difference;
}

/** Reports that a file is sound, once all of its checksums are compared. */
async function reportSound({ rules, store, output, material }: TableContext): Promise<void> {
  const { size } = unwrap(await store.checkWhole(material));
  const path = store.path(material.name);
  const data = { table: material.name, rules: rules.name, path, sound: true };
  const values = `${thousands(2 * size)} values as they were written`;
  output.result(data, () => `${path}: sound, ${values}`);
}

async function verifyAll(
  { rules, store, output, material }: TableContext,
  { threads }: VerifySettings,
): Promise<boolean> {
  const reading = threads === undefined ? {} : { threads };
  const table = unwrap(sampleInstead(material.name, await store.read(material, reading)));
  const subtables = unwrap(await readSubtables(store, material, reading));
  const bar = singleBar(output);
  const found = verifyTable(rules, table, (name) => subtables.get(name)!, {
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

/** The problem of a table that does not fit into memory, with what can be done. */
function sampleInstead<T>(name: string, read: Result<T>): Result<T> {
  if (read.ok || read.problem.code !== 'memory') return read;
  const { code, message, text } = read.problem;
  return fail(code, `${message}, and 'metatb verify ${name} --sample 100000' verifies some`, text);
}

async function verifySome(
  context: TableContext,
  { sample: count, seed = SEED, threads }: VerifySettings & { readonly sample: number },
): Promise<boolean> {
  const { rules, store, output, material } = context;
  unwrap(await store.checkWhole(material));
  const bar = singleBar(output);
  const found = await sampled(context, unwrap(threadCount(threads)), {
    count,
    seed,
    progress: (done, total) => bar?.update(done / total),
  });
  bar?.stop();
  const { positions, successors, differences, examples } = found;
  const about = { table: material.name, rules: rules.name, seed };
  output.result({ ...about, positions, successors, differences, examples }, () => {
    const counted = `${plural(positions, 'position')} of seed ${seed}`;
    const compared = `${counted} and ${plural(successors, 'successor')} compared`;
    const checked = `${material.name}, ${rules.title}: ${compared}`;
    if (differences === 0) return `${checked}, no difference`;
    return describeDifferences(checked, found).join('\n');
  });
  return differences === 0;
}

async function sampled(
  { rules, store, material }: TableContext,
  threads: number,
  options: Parameters<typeof verifySample>[3],
): Promise<SampleVerification> {
  const endgame = endgameOf(rules, material);
  if (threads === 1 || options.count < LARGE_SAMPLE || !isShareable(rules)) {
    const source = new FileSource(rules, store.dir);
    const crew = unwrap(await crewOfOne(rules, endgame, source));
    return unwrap(await verifySample(rules, endgame, crew, options));
  }
  // It loads piscina, which only large samples need.
  const { crewOfThreads } = await import('../solve/sample/crewOfThreads.ts');
  const crew = unwrap(await crewOfThreads(store, material, threads));
  try {
    return unwrap(await verifySample(rules, endgame, crew, options));
  } finally {
    await crew.end();
  }
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
