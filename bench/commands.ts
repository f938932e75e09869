import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { faultsOf } from '../figures/facts.ts';
import { type GeneratorRun, generatorRuns, yardstick } from '../figures/generators.ts';
import { unwrap } from '../src/board/result.ts';
import { chess } from '../src/rules/chess.ts';
import { planTables } from '../src/solve/plan.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import { Contender, contest } from './contest.ts';
import { limits } from './limits.ts';
import { generateIn, inFolder, type Made } from './making.ts';
import { type Run, run } from './process.ts';

/** `metatb generate` as a user calls it: from the start of Node to the end of the last file, subtables included. */
export interface WholeCommand {
  /** What follows `metatb generate`. */
  readonly table: string;
  readonly threads: number;
  /** The best try. */
  readonly seconds: number;
  /** At most, and aimed at, where the yardstick takes what it took when these were set; null if nothing is asked. */
  readonly mostSeconds: number | null;
  readonly aimSeconds: number | null;
  /** What the yardstick takes here, and the cores that other processes used meanwhile; null if it was not measured. */
  readonly yardstick: { readonly seconds: number; readonly others: number | null } | null;
  /** How many tables were written. */
  readonly tables: number;
  /** Of the named table's file, or of all. */
  readonly bytes: number;
  readonly mostBytes: number;
  readonly others: number | null;
  readonly peakBytes: number | null;
  readonly faults: readonly string[];
  /** What other generators took. */
  readonly peers: readonly GeneratorRun[];
}

interface Command {
  readonly words: readonly string[];
  readonly materials: readonly Material[];
  /** How {@link generatorRuns} has it. */
  readonly peers: string;
  readonly mostSeconds?: number;
  readonly aimSeconds?: number;
  readonly mostBytes: number;
}

/** A run, and by table the SHA-256 and the size of its file. */
interface Written extends Made {
  readonly files: ReadonlyMap<string, { readonly digest: string; readonly bytes: number }>;
}

const usual: readonly Command[] = [
  { ...one('KQRvkr'), mostSeconds: 6, aimSeconds: 4 },
  one('KRBvkn'),
  { ...one('KRPvkr'), mostSeconds: 45, aimSeconds: 30 },
  {
    words: ['--men', '4'],
    materials: ofMen(4),
    peers: '3 and 4 men',
    mostSeconds: 6,
    aimSeconds: 4,
    mostBytes: limits.bytes.threeAndFourMen,
  },
];

/** All 145 tables, in plenty of memory and in little. */
const all: readonly Command[] = ['16GiB', '2GiB'].map((memory) => ({
  words: ['--men', '5', '--memory', memory],
  materials: ofMen(5),
  peers: '3 to 5 men',
  mostBytes: limits.bytes.all,
  ...(memory === '16GiB' ? { mostSeconds: 16 * 60, aimSeconds: 11 * 60 } : {}),
}));

function one(name: string): Command {
  const { material } = unwrap(parseMaterial(name, chess));
  const mostBytes = limits.bytes.table[name] ?? Infinity;
  return { words: [name], materials: [material], peers: name, mostBytes };
}

function ofMen(men: number): Material[] {
  return allMaterials(men, chess).filter((material) => !chess.isSettled(material.men));
}

/**
 * Measures commands in turn, with the yardstick if its program is given; `withAll`: all 145 tables besides, once. Checks the
 * counts of every table, and that a table's file has the same bytes in every try of any command.
 */
export async function measureCommands(
  threads: number,
  tries: number,
  { withAll = false, program }: { readonly withAll?: boolean; readonly program?: string },
): Promise<WholeCommand[]> {
  const variables = { OMP_NUM_THREADS: `${threads}` };
  const measure = program
    ? new Contender(() => run(program, [yardstick.table], variables))
    : undefined;
  const contenders = (commands: readonly Command[]) =>
    commands.map((command) => ({
      command,
      contender: new Contender(() => generate(command, threads)),
    }));
  const [often, once] = [contenders(usual), contenders(withAll ? all : [])];
  const rivals = often.map(({ contender }) => contender);
  await contest(tries, measure ? [measure, ...rivals] : rivals);
  await contest(
    1,
    once.map(({ contender }) => contender),
  );
  const digests = new Map<string, string>();
  return [...often, ...once].map(({ command, contender }) => {
    const faults = contender.runs.flatMap((made) => [
      ...countFaults(command, made),
      ...changedFiles(made, digests),
    ]);
    return measured(command, threads, contender, measure?.best, faults);
  });
}

async function generate({ words, materials }: Command, threads: number): Promise<Written> {
  return inFolder(async (dir) => {
    const made = await generateIn(dir, { rules: chess, materials, threads, words });
    const folder = join(dir, chess.name);
    const files = new Map<string, { digest: string; bytes: number }>();
    for (const file of await readdir(folder)) {
      const path = join(folder, file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const { size } = await stat(path);
      files.set(file.replace(/\.mtb$/, ''), { digest: hash.digest('hex'), bytes: size });
    }
    return { ...made, files };
  });
}

/** Tables that are missing, and known counts that tables do not have. */
function countFaults({ materials }: Command, { tables, files }: Written): string[] {
  const found = new Map(tables.map(({ table, statistics }) => [table, statistics]));
  const planned = planTables(chess, materials).map(({ material }) => material);
  const faults = planned.flatMap((material) => {
    const statistics = found.get(material.name);
    if (!statistics || !files.has(material.name)) return [`${material.name} was not made`];
    const each = faultsOf(chess, material, statistics) ?? [];
    return each.map((fault) => `${material.name}: ${fault}`);
  });
  const more = files.size - planned.length;
  return more > 0 ? [...faults, `${more} files besides the tables`] : faults;
}

/** Files that are not as in an earlier run, to which this one is added. */
function changedFiles({ files }: Written, digests: Map<string, string>): string[] {
  return [...files].flatMap(([name, { digest }]) => {
    const before = digests.get(name) ?? digest;
    digests.set(name, before);
    return before === digest ? [] : [`${name} has other bytes than in another run`];
  });
}

function measured(
  { words, peers, mostSeconds, aimSeconds, mostBytes }: Command,
  threads: number,
  { best, runs }: Contender<Written>,
  measure: Run | undefined,
  faults: readonly string[],
): WholeCommand {
  const named = best.files.get(words[0]!);
  const bytes = named
    ? named.bytes
    : [...best.files.values()].reduce((sum, file) => sum + file.bytes, 0);
  const over = bytes > mostBytes ? [`${bytes} bytes, ${mostBytes} allowed`] : [];
  const peaks = runs.flatMap(({ peakBytes }) => peakBytes ?? []);
  return {
    table: words.join(' '),
    threads,
    seconds: best.seconds,
    mostSeconds: mostSeconds ?? null,
    aimSeconds: aimSeconds ?? null,
    yardstick: measure ? { seconds: measure.seconds, others: measure.others ?? null } : null,
    tables: best.files.size,
    bytes,
    mostBytes,
    others: best.others ?? null,
    peakBytes: peaks.length > 0 ? Math.max(...peaks) : null,
    faults: [...new Set([...faults, ...over])],
    peers: generatorRuns.filter(({ tables }) => tables === peers),
  };
}
