import { ok, type Result } from '../../board/result.ts';
import { MOST_DISTANCE_BITS } from '../../kernel/layout.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import {
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type TableEstimate,
  type TableSolver,
  TOO_NARROW,
} from '../generation.ts';
import { checkSetPlan, type PlannedTable } from '../plan.ts';
import { MORE_BITS, mostDistance, NARROW_BITS } from '../sets/distanceBits.ts';
import {
  type MemoryPlan,
  memoryFor,
  memoryOfSteps,
  planMemory,
  type WindowChoice,
} from './memoryPlan.ts';
import type { Threads } from './teamTask.ts';
import { workersFor } from './workers.ts';

type Publish = (event: SolverEvent) => void;

/** Solves tables by sets, one after another, each by all threads together over one shared memory. */
export class SetTeam implements TableSolver {
  /** Its conversions read codes, which hold more than values. */
  readonly buildsOn = 'codes';
  private readonly rules: RuleSet;
  private readonly threads: Threads;
  private readonly allowed: number;
  private readonly leastBits: number;
  private readonly windows: WindowChoice | undefined;

  /**
   * `allowed`: the most bytes of memory; `leastBits`: of distances, to begin with; `windows`: how tables are solved of which a
   * part is in memory at a time, undefined if none are.
   */
  constructor(
    rules: RuleSet,
    threads: Threads,
    allowed: number,
    leastBits = NARROW_BITS,
    windows?: WindowChoice,
  ) {
    this.rules = rules;
    this.threads = threads;
    this.allowed = allowed;
    this.leastBits = leastBits;
    this.windows = windows;
  }

  estimate(steps: readonly PlannedTable[], state: PlanState): ReadonlyMap<string, TableEstimate> {
    if (!checkSetPlan(this.rules, steps).ok) return new Map();
    const { rules, allowed, windows } = this;
    const needs = memoryOfSteps(rules, steps, state, this.threads.count, allowed, windows);
    return new Map([...needs].map(([name, need]) => [name, { solver: 'sets', ...need }]));
  }

  prepare(steps: readonly PlannedTable[], state: PlanState): Result<SolverJob> {
    const solvable = checkSetPlan(this.rules, steps);
    if (!solvable.ok) return solvable;
    if (state.missing.size === 0) return ok({ run: async () => ok(undefined) });
    const plan = this.plan(steps, state);
    if (!plan.ok) return plan;
    return ok({ run: (publish, signal) => this.run(steps, state, publish, signal) });
  }

  /**
   * How long distances are is known only when a table is solved: one that has longer ones than there is room for is solved
   * again with more, or goes on from its log, and so are those after it that depend on it.
   */
  private async run(
    steps: readonly PlannedTable[],
    state: PlanState,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const missing = new Set(state.missing);
    const distances = new Map(state.distances);
    /** Seconds that went into tables for whose distances there was too little room. */
    const spent = new Map<string, number>();
    let current = { table: '', began: 0 };
    const note: Publish = (event) => {
      if (event.kind === 'progress' && event.table !== current.table) {
        current = { table: event.table, began: performance.now() };
      }
      if (event.kind === 'solved') missing.delete(event.table);
      publish(event.kind === 'solved' ? withBefore(event, spent.get(event.table)) : event);
    };
    for (;;) {
      const plan = this.plan(steps, { missing, distances });
      if (!plan.ok) return plan;
      const solved = await this.solve(plan.value, note, signal);
      if (solved.ok || solved.problem.code !== TOO_NARROW) return solved;
      const table = solved.problem.text;
      const step = plan.value.steps.find(({ material }) => material.name === table)!;
      distances.set(
        table,
        mostDistance(Math.min(step.distanceBits + MORE_BITS, MOST_DISTANCE_BITS)),
      );
      const before = spent.get(table) ?? 0;
      if (current.table === table) {
        spent.set(table, before + (performance.now() - current.began) / 1000);
      }
      current = { table: '', began: 0 };
      publish({ kind: 'long', table });
    }
  }

  private plan(steps: readonly PlannedTable[], state: PlanState): Result<MemoryPlan> {
    const materials = steps.map(({ material }) => material);
    const missing = materials.filter(({ name }) => state.missing.has(name));
    const workers = workersFor(this.rules, missing, this.threads.count);
    const { rules, allowed, leastBits, windows } = this;
    return planMemory(rules, steps, state, workers, allowed, leastBits, windows);
  }

  private async solve(
    plan: MemoryPlan,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const memory = memoryFor(plan, this.threads.shared);
    if (!memory.ok) return memory;
    const { steps, spare, pageBytes, workers } = plan;
    const rules = refOf(this.rules);
    const work = { rules, steps, memory: memory.value, workers, spare, pageBytes };
    return this.threads.run(work, publish, signal);
  }
}

type Solved = Extract<SolverEvent, { kind: 'solved' }>;

/** With the seconds that were spent on it before. */
function withBefore(event: Solved, before = 0): Solved {
  const { seconds, solveSeconds } = event;
  return {
    ...event,
    seconds: seconds + before,
    ...(solveSeconds === undefined ? {} : { solveSeconds: solveSeconds + before }),
  };
}
