import { InputError, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Table } from '../../table/table.ts';
import {
  interrupted,
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type TableEstimate,
  type TableSolver,
} from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { publishFallbacks, type SolverChoice } from './choice.ts';
import { soloSolvers } from './solvers.ts';

/** Solves tables into memory in the calling thread, one after another. */
export class SoloOwnThread implements TableSolver {
  readonly buildsOn = 'values';
  private readonly rules: RuleSet;
  private readonly finished: ReadonlyMap<string, Table>;
  private readonly choice: SolverChoice;

  /** `finished`: all tables found or made so far, by name. */
  constructor(rules: RuleSet, finished: ReadonlyMap<string, Table>, choice: SolverChoice) {
    this.rules = rules;
    this.finished = finished;
    this.choice = choice;
  }

  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, TableEstimate> {
    return this.choice.estimate(steps);
  }

  prepare(steps: readonly PlannedTable[], { missing }: PlanState): Result<SolverJob> {
    const tables = steps.filter(({ material }) => missing.has(material.name));
    const possible = this.choice.check(tables);
    if (!possible.ok) return possible;
    return ok({ run: (publish, signal) => this.run(tables, possible.value, publish, signal) });
  }

  private async run(
    steps: readonly PlannedTable[],
    estimates: ReadonlyMap<string, TableEstimate>,
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    publishFallbacks(estimates, publish);
    for (const { material } of steps) {
      // Between two tables others of this thread have their turn.
      await new Promise((turn) => setTimeout(turn));
      if (signal?.aborted) return interrupted();
      const began = performance.now();
      const { name } = material;
      const solve = soloSolvers[estimates.get(name)!.solver];
      let solved: Table;
      try {
        solved = solve(
          this.rules,
          material,
          (each) => this.finished.get(each)!,
          (done, total) => publish({ kind: 'progress', table: name, done, total }),
        );
      } catch (error) {
        if (error instanceof InputError) return { ok: false, problem: error.problem };
        throw error;
      }
      const seconds = (performance.now() - began) / 1000;
      publish({
        kind: 'solved',
        table: name,
        seconds,
        solveSeconds: seconds,
        values: solved.values,
      });
    }
    return ok(undefined);
  }
}
