/** `npm run bench:queue`: measures machines that share a queue beside `metatb generate`, and checks that all make the same files. */
import { cp, mkdir, readdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { wholeNumber, wholeNumbers } from '../src/cli/optionValues.ts';
import { columns } from '../src/cli/output.ts';
import { queueOption } from '../src/cli/queueSettings.ts';
import { metachess } from '../src/rules/metachess.ts';
import { digestOf } from '../src/store/digest.ts';
import { allMaterials, parseMaterial } from '../src/table/material.ts';
import { Contender, contest, medianOf } from './contest.ts';
import { failOn } from './faults.ts';
import { generateIn, inFolder, makeSubtables, type Setting } from './making.ts';
import { type Run, run } from './process.ts';

interface Settings {
  readonly queue: string;
  readonly tries: number;
  readonly threads: number;
  readonly machines: readonly number[];
  readonly bundle?: string;
}

/** What made tables, and what their files are: SHA-256 by name. */
interface MadeFiles extends Run {
  readonly files: ReadonlyMap<string, string>;
}

const metatb = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const rules = metachess;

const program = new Command('npm run bench:queue --')
  .description(
    'Measures machines that share a queue beside metatb generate, in turn, and compares their files.',
  )
  .argument('[names...]', 'tables, their subtables being there (default: all of 3 and 4 men)')
  .addOption(queueOption().makeOptionMandatory())
  .option('--machines <counts>', 'how many machines, such as 1,3', wholeNumbers(16), [1])
  .option('-t, --threads <count>', 'of each machine, and of metatb generate', wholeNumber, 2)
  .option('--tries <count>', 'tries of each; medians count', wholeNumber, 3)
  .option('--bundle <time>', 'as of metatb generate --queue')
  .action(bench);

await program.parseAsync();

async function bench(names: readonly string[], settings: Settings): Promise<void> {
  const { queue, tries, threads, machines } = settings;
  // A plain metatb generate must not follow it.
  for (const name of ['METATB_QUEUE', 'METATB_STORE']) delete process.env[name];
  const before = await metatbRun(queue, 'queue', 'status', '--json');
  if (JSON.parse(before.stdout).games.length > 0) {
    program.error(`error: the queue has a plan: 'metatb queue clear' drops it`);
  }
  const setting = settingOf(names, threads);
  await inFolder(async (below) => {
    if (names.length > 0) await makeSubtables(setting, below);
    const alone = new Contender(() => generated(setting, below));
    const shared = machines.map(
      (count) => new Contender(() => made(count, setting, settings, below)),
    );
    await contest(tries, [alone, ...shared]);
    const contenders = [
      { name: 'metatb generate', contender: alone },
      ...shared.map((contender, i) => ({ name: `over the queue by ${machines[i]}`, contender })),
    ];
    print(contenders, threads);
    failOn(
      contenders.flatMap(({ name, contender }) =>
        contender.runs.some(({ files }) => !isSame(files, alone.best.files))
          ? [`${name}: other files than those of the best metatb generate`]
          : [],
      ),
    );
  });
}

function settingOf(names: readonly string[], threads: number): Setting {
  if (names.length > 0) {
    const materials = names.map((name) => unwrap(parseMaterial(name, rules)).material);
    return { rules, materials, threads };
  }
  const materials = allMaterials(4, rules).filter(({ men }) => !rules.isSettled(men));
  return { rules, materials, threads, words: ['--men', '4'] };
}

function generated(setting: Setting, below: string): Promise<MadeFiles> {
  return inFolder(async (dir) => {
    await cp(below, dir, { recursive: true });
    const made = await generateIn(dir, setting);
    return { ...made, files: await filesIn(dir) };
  });
}

/** From the start of the command that plans until its end; machines start with it. */
function made(
  count: number,
  { materials, words = materials.map(({ name }) => name) }: Setting,
  { queue, threads, bundle }: Settings,
  below: string,
): Promise<MadeFiles> {
  return inFolder(async (folder) => {
    const [dir, scratch] = [join(folder, 'store'), join(folder, 'scratch')];
    await mkdir(dir);
    await cp(below, dir, { recursive: true });
    const store = ['--store', dir, '--quiet'];
    const own = ['--scratch', scratch, '--threads', `${threads}`, '--until-done'];
    const machines = Array.from({ length: count }, () =>
      metatbRun(queue, 'work', ...store, ...own),
    );
    const more = bundle === undefined ? [] : ['--bundle', bundle];
    const made = await metatbRun(
      queue,
      'generate',
      ...words,
      '--rules',
      rules.name,
      ...store,
      ...more,
    );
    await Promise.all(machines);
    await metatbRun(queue, 'queue', 'clear');
    return { ...made, files: await filesIn(dir) };
  });
}

function metatbRun(queue: string, ...args: readonly string[]): Promise<Run> {
  return run(process.execPath, [metatb, ...args], { METATB_QUEUE: queue });
}

async function filesIn(dir: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(dir, rules.folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mtb'));
  const digests = names.map(async (name) => {
    const digest = unwrap(await digestOf(join(folder, name)));
    return [name, digest!.sha256] as const;
  });
  return new Map(await Promise.all(digests));
}

function isSame(one: MadeFiles['files'], other: MadeFiles['files']): boolean {
  return one.size === other.size && [...one].every(([name, sha256]) => other.get(name) === sha256);
}

/** Ratios are medians of tries that followed one another. */
function print(
  contenders: readonly { readonly name: string; readonly contender: Contender<MadeFiles> }[],
  threads: number,
): void {
  const first = contenders[0]!.contender.runs;
  const rows = contenders.map(({ name, contender: { runs } }) => [
    name,
    medianOf(runs.map(({ seconds }) => seconds)).toFixed(1),
    medianOf(runs.map(({ seconds }, i) => seconds / first[i]!.seconds)).toFixed(2),
    runs[0]!.files.size,
  ]);
  const cores = `${cpus()[0]!.model}, ${availableParallelism()} cores, node ${process.version}`;
  const each = threads === 1 ? 'one thread each' : `${threads} threads each`;
  process.stdout.write(`${cores}; ${each}, medians of ${first.length} tries\n\n`);
  process.stdout.write(`${columns([['', 'seconds', 'ratio', 'files'], ...rows])}\n`);
}
