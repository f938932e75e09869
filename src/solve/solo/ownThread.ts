import { failureOf, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { Table } from '../../table/table.ts';
import { shapeOf } from '../general/tableShape.ts';
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
import { WebFollowers } from './webFollowers.ts';

/** Tables of fewer placements are solved before threads have shared out their slabs. */
const SHARED_PLACEMENTS = 1 << 20;

/** Solves tables into memory in the calling thread, one after another; a page's workers may share the work on large ones. */
export class SoloOwnThread implements TableSolver {
  readonly buildsOn = 'values';
  private readonly rules: RuleSet;
  private readonly finished: ReadonlyMap<string, Table>;
  private readonly choice: SolverChoice;
  private readonly threads: number;

  /** `finished`: all tables found or made so far, by name. `threads`: more than one only in a page that is cross-origin isolated. */
  constructor(
    rules: RuleSet,
    finished: ReadonlyMap<string, Table>,
    choice: SolverChoice,
    threads = 1,
  ) {
    this.rules = rules;
    this.finished = finished;
    this.choice = choice;
    this.threads = threads;
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
    let followers: WebFollowers | undefined;
    try {
      for (const { material } of steps) {
        // Between two tables others of this thread have their turn.
        await new Promise((turn) => setTimeout(turn));
        if (signal?.aborted) return interrupted();
        const isShared = this.isShared(material, estimates.get(material.name)!);
        if (isShared) followers ??= new WebFollowers(this.threads - 1);
        if (isShared) await followers!.ready;
        const solved = this.solve(
          material,
          estimates.get(material.name)!,
          publish,
          isShared ? followers : undefined,
        );
        if (!solved.ok) return solved;
      }
      return ok(undefined);
    } finally {
      followers?.terminate();
    }
  }

  private isShared(material: Material, { solver }: TableEstimate): boolean {
    const { rules, threads } = this;
    return threads > 1 && solver === 'sets' && shapeOf(rules, material).size >= SHARED_PLACEMENTS;
  }

  private solve(
    material: Material,
    { solver }: TableEstimate,
    publish: (event: SolverEvent) => void,
    followers: WebFollowers | undefined,
  ): Result<undefined> {
    const began = performance.now();
    const table = material.name;
    try {
      const { values } = soloSolvers[solver](
        this.rules,
        material,
        (each) => this.finished.get(each)!,
        (done, total) => publish({ kind: 'progress', table, done, total }),
        followers,
      );
      const seconds = (performance.now() - began) / 1000;
      publish({ kind: 'solved', table, seconds, solveSeconds: seconds, values });
      return ok(undefined);
    } catch (error) {
      return failureOf(error);
    }
  }
}
