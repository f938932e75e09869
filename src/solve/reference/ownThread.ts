import { ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Table } from '../../table/table.ts';
import {
  interrupted,
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type TableSolver,
} from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { Estimates } from './estimates.ts';
import { solveReference } from './solver.ts';

/** Solves tables into memory in the calling thread, one after another. */
export class OwnThreadReference implements TableSolver {
  readonly name = 'reference';
  private readonly rules: RuleSet;
  private readonly finished: ReadonlyMap<string, Table>;
  private readonly estimates: Estimates;

  /** `finished`: all tables found or made so far, by name. `allowed`: the most bytes of memory. */
  constructor(rules: RuleSet, finished: ReadonlyMap<string, Table>, allowed: number) {
    this.rules = rules;
    this.finished = finished;
    this.estimates = new Estimates(rules, allowed);
  }

  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, number> {
    return this.estimates.bytesOf(steps);
  }

  prepare(steps: readonly PlannedTable[], { missing }: PlanState): Result<SolverJob> {
    const tables = steps.filter(({ material }) => missing.has(material.name));
    const possible = this.estimates.check(tables);
    if (!possible.ok) return possible;
    return ok({ run: (publish, signal) => this.run(tables, publish, signal) });
  }

  private async run(
    steps: readonly PlannedTable[],
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    for (const { material } of steps) {
      // Between two tables others of this thread have their turn.
      await new Promise((turn) => setTimeout(turn));
      if (signal?.aborted) return interrupted();
      const began = performance.now();
      const { name } = material;
      const { values } = solveReference(
        this.rules,
        material,
        (each) => this.finished.get(each)!,
        (done, total) => publish({ kind: 'progress', table: name, done, total }),
      );
      const seconds = (performance.now() - began) / 1000;
      publish({ kind: 'solved', table: name, seconds, solveSeconds: seconds, values });
    }
    return ok(undefined);
  }
}
