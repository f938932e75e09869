import { unwrap } from '../src/board/result.ts';
import { MOST_BYTES, makeMemory } from '../src/kernel/kernelMemory.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { type PlannedTable, planTables } from '../src/solve/plan.ts';
import { isResident } from '../src/solve/run/dependencies.ts';
import { type MemoryPlan, planMemory } from '../src/solve/run/memoryPlan.ts';
import { type SolvedTable, TeamMember } from '../src/solve/run/teamMember.ts';
import { workersFor } from '../src/solve/run/workers.ts';
import { CONTROL_BYTES } from '../src/solve/sets/control.ts';
import { statisticsOf } from '../src/solve/sets/statistics.ts';
import { parseMaterial } from '../src/table/material.ts';
import type { Statistics } from '../src/table/statistics.ts';

/** What one worker of several is to do, as plain data. */
export interface Share {
  readonly rules: string;
  readonly names: readonly string[];
  readonly workers: number;
  readonly index: number;
  readonly memory: WebAssembly.Memory;
  readonly control: SharedArrayBuffer;
}

export interface SolvedTables {
  readonly tables: readonly {
    readonly table: string;
    readonly seconds: number;
    /** User processor time of all threads of the process since the table before. */
    readonly userSeconds: number;
    /** Without the squares of the longest win and loss. */
    readonly statistics: Statistics;
  }[];
}

/** As many as are worth starting, at most one for each thread. */
export function makeShares(rules: string, names: readonly string[], threads: number): Share[] {
  const ruleSet = unwrap(findRuleSet(rules));
  const materials = planOf(ruleSet, names).map(({ material }) => material);
  const workers = workersFor(ruleSet, materials, threads);
  const { steps, bytes } = planFor(ruleSet, names, workers);
  for (const { material, dependencies } of steps) {
    const large = dependencies.find((each) => !isResident(each.material));
    if (large) throw new Error(`${material.name} reads ${large.material.name} from its file`);
  }
  const memory = makeMemory(bytes, true);
  const control = new SharedArrayBuffer(CONTROL_BYTES);
  return Array.from({ length: workers }, (_, index) => {
    return { rules, names, workers, index, memory, control };
  });
}

interface Solved extends SolvedTable {
  readonly userSeconds: number;
}

/** Solves all steps together with the other workers. */
export async function solveTogether(share: Share): Promise<readonly Solved[]> {
  const { rules, names, workers } = share;
  const ruleSet = unwrap(findRuleSet(rules));
  const solved: Solved[] = [];
  let used = process.cpuUsage();
  const sink = {
    publish() {},
    async read() {
      throw new Error('there are no files');
    },
    async write(table: SolvedTable) {
      solved.push({ ...table, userSeconds: process.cpuUsage(used).user / 1e6 });
      used = process.cpuUsage();
    },
  };
  await new TeamMember(ruleSet, share, sink).workOff(planFor(ruleSet, names, workers).steps);
  return solved;
}

export function tablesOf(solved: readonly Solved[]): SolvedTables {
  const tables = solved.map(({ material, placements, counts, solveSeconds, userSeconds }) => ({
    table: material.name,
    seconds: solveSeconds,
    userSeconds,
    statistics: statisticsOf(placements, counts, () => []),
  }));
  return { tables };
}

function planOf(rules: RuleSet, names: readonly string[]): readonly PlannedTable[] {
  return planTables(
    rules,
    names.map((name) => unwrap(parseMaterial(name, rules)).material),
  );
}

function planFor(rules: RuleSet, names: readonly string[], workers: number): MemoryPlan {
  const plan = planOf(rules, names);
  const all = new Set(plan.map(({ material }) => material.name));
  return unwrap(
    planMemory(rules, plan, { missing: all, distances: new Map() }, workers, MOST_BYTES),
  );
}
