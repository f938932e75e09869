import { faultsOf } from '../figures/facts.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import type { Material } from '../src/table/material.ts';
import { positionsIn, type SideStatistics, type Statistics } from '../src/table/statistics.ts';
import { Contender, contest } from './contest.ts';
import {
  generateFiles,
  generateLast,
  inFolder,
  type Made,
  makeSubtables,
  needsFiles,
  type Setting,
  solveOnly,
} from './making.ts';

/** What was measured of one table. */
export interface Measured {
  readonly table: string;
  readonly rules: string;
  readonly threads: number;
  /** `metatb generate` as a whole: starting Node, subtables, files. The best try, as in all figures but `median`. */
  readonly generateSeconds: number;
  /** The same without files; null if there is room for its subtables only in files. */
  readonly wholeSeconds: number | null;
  /** This table alone, its subtables in memory already. */
  readonly solveSeconds: number;
  /** Medians of all tries. */
  readonly median: { readonly generateSeconds: number; readonly solveSeconds: number };
  readonly plies: number;
  /** Up to symmetry, both sides to move. */
  readonly positions: number;
  readonly positionsASecond: number;
  /** Of `metatb generate`. */
  readonly peakBytes: number | null;
  /** Cores that other processes used in the best tries. */
  readonly others: number | null;
  /** Known counts that the table does not have; null if none are known. */
  readonly faults: readonly string[] | null;
}

export interface TableSetting {
  readonly rules: RuleSet;
  readonly material: Material;
  readonly threads: number;
}

/** Measures ways to make a table, in turn. */
export async function measureTables(
  settings: readonly TableSetting[],
  tries: number,
): Promise<Measured[]> {
  return inFolder(async (dir) => {
    const pairs: Pair[] = [];
    for (const { rules, material, threads } of settings) {
      const setting: Setting = { rules, materials: [material], threads };
      const large = needsFiles(setting);
      if (large) await makeSubtables(setting, dir);
      const files = large ? () => generateLast(setting, dir) : () => generateFiles(setting);
      pairs.push({
        files: new Contender(files),
        whole: large ? undefined : new Contender(() => solveOnly(setting)),
      });
    }
    await contest(
      tries,
      pairs.flatMap(({ files, whole }) => (whole ? [files, whole] : [files])),
    );
    return settings.map((setting, i) => measured(setting, pairs[i]!));
  });
}

interface Pair {
  readonly files: Contender<Made>;
  readonly whole: Contender<Made> | undefined;
}

function measured({ rules, material, threads }: TableSetting, { files, whole }: Pair): Measured {
  const own = (made: Made) => made.tables.find(({ table }) => table === material.name)!;
  const solver = whole ?? files;
  const { statistics } = own(solver.best);
  const solveSeconds = solver.least((made) => own(made).seconds);
  const positions = positionsIn(statistics);
  const made = [files, ...(whole ? [whole] : [])];
  const faults = made.flatMap(({ runs }) =>
    runs.map((each) => faultsOf(rules, material, own(each).statistics)),
  );
  const peaks = files.runs.flatMap(({ peakBytes }) => peakBytes ?? []);
  const others = made.flatMap(({ best }) => best.others ?? []);
  return {
    table: material.name,
    rules: rules.name,
    threads,
    generateSeconds: files.best.seconds,
    wholeSeconds: whole?.best.seconds ?? null,
    solveSeconds,
    median: {
      generateSeconds: files.median((made) => made.seconds),
      solveSeconds: solver.median((made) => own(made).seconds),
    },
    plies: pliesOf(statistics),
    positions,
    positionsASecond: positions / solveSeconds,
    peakBytes: peaks.length > 0 ? Math.max(...peaks) : null,
    others: others.length > 0 ? Math.max(...others) : null,
    faults: faults.includes(undefined) ? null : [...new Set(faults.flatMap((each) => each!))],
  };
}

function pliesOf({ white, black }: Statistics): number {
  const longest = ({ longestWin, longestLoss }: SideStatistics) => [longestWin, longestLoss];
  return Math.max(...[white, black].flatMap(longest).map((plies) => plies ?? 0));
}
