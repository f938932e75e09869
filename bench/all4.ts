import { faultsOf } from '../figures/facts.ts';
import { unwrap } from '../src/board/result.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { allMaterials, parseMaterial } from '../src/table/material.ts';
import { Contender, contest } from './contest.ts';
import { type Made, solveOnly } from './making.ts';

/** All tables of 3 and 4 men, one after another in one process that writes no files. */
export interface All4 {
  /** How many tables. */
  readonly table: string;
  readonly rules: string;
  readonly threads: number;
  readonly solveSeconds: number;
  readonly wholeSeconds: number;
  readonly peakBytes: number | null;
  readonly others: number | null;
  /** Known counts that tables do not have; how many tables there are any of. */
  readonly faults: readonly string[];
  readonly checked: number;
}

export async function measureAll4(
  ruleSets: readonly RuleSet[],
  threadCounts: readonly number[],
  tries: number,
): Promise<All4[]> {
  const entries = ruleSets.flatMap((rules) => {
    const materials = [3, 4]
      .flatMap((men) => allMaterials(men, rules))
      .filter(({ men }) => !rules.isSettled(men));
    return threadCounts.map((threads) => {
      const contender = new Contender(() => solveOnly({ rules, materials, threads }));
      return { rules, threads, materials, contender };
    });
  });
  await contest(
    tries,
    entries.map(({ contender }) => contender),
  );
  return entries.map(({ rules, threads, materials, contender }) => {
    const found = contender.runs.flatMap(({ tables }) =>
      tables.map(({ table, statistics }) => {
        const { material } = unwrap(parseMaterial(table, rules));
        return { table, faults: faultsOf(rules, material, statistics) };
      }),
    );
    const { seconds, peakBytes, others } = contender.best;
    return {
      table: `${materials.length} tables`,
      rules: rules.name,
      threads,
      solveSeconds: contender.least(solveSeconds),
      wholeSeconds: seconds,
      peakBytes: peakBytes ?? null,
      others: others ?? null,
      faults: found.flatMap(({ table, faults }) =>
        (faults ?? []).map((fault) => `${table}: ${fault}`),
      ),
      checked: new Set(found.flatMap(({ table, faults }) => (faults ? [table] : []))).size,
    };
  });
}

function solveSeconds({ tables }: Made): number {
  return tables.reduce((sum, { seconds }) => sum + seconds, 0);
}
