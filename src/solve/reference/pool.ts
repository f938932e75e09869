import { setMaxListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { fail, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { crashed } from '../../store/crash.ts';
import { startPool } from '../../store/workers.ts';
import {
  firstProblem,
  interrupted,
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type TableSolver,
} from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { REFERENCE_MOST_MEN } from './solver.ts';
import type { SolveAnswer, SolveProgress, SolveTask } from './task.ts';

type Publish = (event: SolverEvent) => void;

/** The function of worker.ts. */
const SOLVE: keyof typeof import('./worker.ts') = 'solveTable';

/** Solves tables into a folder, each on one worker thread; those that do not depend on each other run in parallel. */
export class ReferencePool implements TableSolver {
  readonly name = 'reference';
  private readonly rules: RuleSet;
  private readonly dir: string;
  private readonly threads: number;

  constructor(rules: RuleSet, dir: string, threads: number) {
    this.rules = rules;
    this.dir = dir;
    this.threads = threads;
  }

  estimate(): undefined {
    return undefined;
  }

  prepare(steps: readonly PlannedTable[], { missing }: PlanState): Result<SolverJob> {
    const excess = steps.findLast(({ material }) => material.men.length > REFERENCE_MOST_MEN);
    if (excess) {
      const { name, men } = excess.material;
      const most = `the reference solver takes at most ${REFERENCE_MOST_MEN}`;
      return fail('too-many-men', `${name} has ${men.length} men: ${most}`, name);
    }
    const tables = steps.filter(({ material }) => missing.has(material.name));
    return ok({ run: (publish, signal) => this.run(tables, publish, signal) });
  }

  private async run(
    tables: readonly PlannedTable[],
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const failed = new AbortController();
    const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    // Every table adds a listener; a plan has up to 145.
    setMaxListeners(0, either);
    const pool = startPool('reference', { most: this.threads });
    const solving = new Map<string, Promise<Result<undefined>>>();
    const solve = async (name: string, needs: readonly string[]): Promise<Result<undefined>> => {
      for (const below of await Promise.all(needs.map((each) => solving.get(each)))) {
        if (below && !below.ok) return below;
      }
      if (either.aborted) return interrupted();
      const solved = await this.solveTable(pool, name, publish, either);
      if (!solved.ok) failed.abort();
      return solved;
    };
    try {
      for (const { material, needs } of tables) {
        solving.set(material.name, solve(material.name, needs));
      }
      return firstProblem(await Promise.all(solving.values())) ?? ok(undefined);
    } finally {
      await pool.destroy();
    }
  }

  private async solveTable(
    pool: Piscina,
    table: string,
    publish: Publish,
    signal: AbortSignal,
  ): Promise<Result<undefined>> {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: SolveProgress) => {
      publish({ kind: 'progress', table, ...progress });
    });
    const task: SolveTask = { rules: this.rules.name, table, dir: this.dir, port: port2 };
    try {
      const options = { name: SOLVE, signal, transferList: [port2] };
      const answer: SolveAnswer = await pool.run(task, options);
      if (!answer.ok) return answer;
      publish({ kind: 'solved', table, seconds: answer.seconds, bytes: answer.bytes });
      return ok(undefined);
    } catch (error) {
      return signal.aborted ? interrupted() : crashed(`the worker that solved ${table}`, error);
    } finally {
      port1.close();
    }
  }
}
