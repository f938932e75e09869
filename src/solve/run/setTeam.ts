import { ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { SolverEvent, SolverJob, TableSolver } from '../generation.ts';
import { checkSetPlan, type PlannedTable } from '../plan.ts';
import { isBrief } from './dependencies.ts';
import { type MemoryPlan, memoryFor, memoryOfSteps, planMemory } from './memoryPlan.ts';
import type { Threads } from './teamTask.ts';

/** Solves tables by sets, one after another, each by all threads together over one shared memory. */
export class SetTeam implements TableSolver {
  readonly name = 'sets';
  private readonly rules: RuleSet;
  private readonly threads: Threads;
  private readonly allowed: number;

  /** `allowed`: the most bytes of memory. */
  constructor(rules: RuleSet, threads: Threads, allowed: number) {
    this.rules = rules;
    this.threads = threads;
    this.allowed = allowed;
  }

  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, number> | undefined {
    if (!checkSetPlan(this.rules, steps).ok) return undefined;
    return memoryOfSteps(this.rules, steps, this.threads.count);
  }

  prepare(steps: readonly PlannedTable[], missing: ReadonlySet<string>): Result<SolverJob> {
    const { rules, threads, allowed } = this;
    const solvable = checkSetPlan(rules, steps);
    if (!solvable.ok) return solvable;
    if (missing.size === 0) return ok({ run: async () => ok(undefined) });
    // One worker finishes tables of up to three men before others have started.
    const brief = steps.every(({ material }) => isBrief(material) || !missing.has(material.name));
    const workers = brief ? 1 : threads.count;
    const plan = planMemory(rules, steps, missing, workers, allowed);
    if (!plan.ok) return plan;
    return ok({ run: (publish, signal) => this.run(plan.value, workers, publish, signal) });
  }

  private async run(
    plan: MemoryPlan,
    workers: number,
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const memory = memoryFor(plan, this.threads.shared);
    if (!memory.ok) return memory;
    const { rules, threads } = this;
    const { steps, spare } = plan;
    const work = { rules: rules.name, steps, memory: memory.value, workers, spare };
    return threads.run(work, publish, signal);
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
