import { faultsOf } from '../figures/facts.ts';
import { unwrap } from '../src/board/result.ts';
import { chess } from '../src/rules/chess.ts';
import { parseMaterial } from '../src/table/material.ts';
import type { SideStatistics } from '../src/table/statistics.ts';
import { Contender, contest } from './contest.ts';
import { type Made, solveOnly } from './making.ts';
import { type Run, run } from './process.ts';

/** A solver of the same kind in C++ that we hold ours against: chess without pawns, no files. */
export interface Comparison {
  readonly table: string;
  readonly threads: number;
  /** Whole processes, with what the table stands on. */
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  /** The same, less the time that Node takes for nothing. */
  readonly ratioAfterNode: number;
  readonly node: number;
  readonly atMost: number;
  readonly atMostAfterNode: number | null;
  readonly ourPeakBytes: number | null;
  readonly theirPeakBytes: number | null;
  readonly others: number | null;
  readonly faults: readonly string[];
}

/** Our goals, as multiples of the yardstick's time. */
const goals = [
  { table: 'KQvkr', atMost: 3, atMostAfterNode: 1.5 },
  { table: 'KBNvk', atMost: 3, atMostAfterNode: 1.5 },
  { table: 'KQRvkr', atMost: 0.8, atMostAfterNode: null },
  { table: 'KRBvkn', atMost: 0.8, atMostAfterNode: null },
] as const;

export async function compareWith(
  yardstick: string,
  threads: number,
  tries: number,
): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const goal of goals) {
    const { material } = unwrap(parseMaterial(goal.table, chess));
    const ours = new Contender(() => solveOnly({ rules: chess, materials: [material], threads }));
    const theirs = new Contender(() =>
      run(yardstick, [goal.table], { OMP_NUM_THREADS: `${threads}` }),
    );
    const node = new Contender(() => run(process.execPath, ['--eval', '0']));
    await contest(tries, [ours, theirs, node]);
    const bests = [ours.best, theirs.best];
    const others = bests.flatMap((each) => each.others ?? []);
    found.push({
      ...goal,
      threads,
      ours: ours.best.seconds,
      theirs: theirs.best.seconds,
      ratio: ours.best.seconds / theirs.best.seconds,
      node: node.best.seconds,
      ratioAfterNode: (ours.best.seconds - node.best.seconds) / theirs.best.seconds,
      ourPeakBytes: ours.best.peakBytes ?? null,
      theirPeakBytes: theirs.best.peakBytes ?? null,
      others: others.length > 0 ? Math.max(...others) : null,
      faults: ours.runs.flatMap((made) => {
        const { statistics } = made.tables.find(({ table }) => table === goal.table)!;
        const known = faultsOf(chess, material, statistics) ?? [];
        return [...known, ...disagreements(goal.table, made, theirs.best)];
      }),
    });
  }
  return found;
}

/** The yardstick prints `KQvkr ... wtm W/D/L 8863768 71704 17136 max 69 | btm 3090088 627960 7062680 max 70`. */
function disagreements(name: string, made: Made, theirs: Run): string[] {
  const line = theirs.stdout.split('\n').find((each) => each.startsWith(`${name} `)) ?? '';
  const { white, black } = made.tables.find(({ table }) => table === name)!.statistics;
  const counts = ({ wins, draws, losses }: SideStatistics) => `${wins} ${draws} ${losses} max`;
  const expected = [`wtm W/D/L ${counts(white)}`, `btm ${counts(black)}`];
  return expected.flatMap((part) =>
    line.includes(part) ? [] : [`the yardstick does not say ${part}, but '${line}'`],
  );
}
