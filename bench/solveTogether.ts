import { unwrap } from '../src/chess/result.ts';
import { makeKernel } from '../src/kernel/kernel.ts';
import { KernelMemory, MOST_BYTES, makeMemory } from '../src/kernel/memory.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { Control } from '../src/solve/control.ts';
import { type MemoryPlan, planMemory } from '../src/solve/memoryPlan.ts';
import { isResident } from '../src/solve/needs.ts';
import { planTables } from '../src/solve/plan.ts';
import { SetSolver } from '../src/solve/setSolver.ts';
import { statisticsOf } from '../src/solve/setStatistics.ts';
import { type Solved, TeamMember } from '../src/solve/teamMember.ts';
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
    /** Without the squares of the longest win and loss. */
    readonly statistics: Statistics;
  }[];
}

export function makeShares(rules: string, names: readonly string[], workers: number): Share[] {
  const { steps, bytes } = planFor(rules, names, workers);
  for (const { material, needs } of steps) {
    const large = needs.find((need) => !isResident(need.material));
    if (large) throw new Error(`${material.name} reads ${large.material.name} from its file`);
  }
  const memory = makeMemory(bytes, true);
  const control = new SharedArrayBuffer(16);
  return Array.from({ length: workers }, (_, index) => {
    return { rules, names, workers, index, memory, control };
  });
}

/** Solves all steps together with the other workers. */
export async function solveTogether(share: Share): Promise<readonly Solved[]> {
  const { rules, names, workers, index, memory } = share;
  const ruleSet = unwrap(findRuleSet(rules));
  const kernelMemory = new KernelMemory(memory);
  const solver = new SetSolver(ruleSet, kernelMemory, makeKernel(memory), index, workers);
  const solved: Solved[] = [];
  const shelf = {
    tell() {},
    async read() {
      throw new Error('there are no files');
    },
    async keep(table: Solved) {
      solved.push(table);
    },
  };
  const member = new TeamMember(solver, shelf, new Control(share.control));
  for (const step of planFor(rules, names, workers).steps) await member.work(step);
  return solved;
}

export function tablesOf(solved: readonly Solved[]): SolvedTables {
  const none = new Int8Array();
  const tables = solved.map(({ material, placements, counts, solveSeconds }) => ({
    table: material.name,
    seconds: solveSeconds,
    statistics: statisticsOf(placements, counts, [none, none]),
  }));
  return { tables };
}

function planFor(ruleSet: string, names: readonly string[], workers: number): MemoryPlan {
  const rules = unwrap(findRuleSet(ruleSet));
  const wanted = names.map((name) => unwrap(parseMaterial(name, rules.army)).material);
  const plan = planTables(rules, wanted);
  const all = new Set(plan.map(({ material }) => material.name));
  return unwrap(planMemory(rules, plan, all, workers, MOST_BYTES));
}
