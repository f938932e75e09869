import { setMaxListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { ok, type Result } from '../../board/result.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { crashed } from '../../store/crash.ts';
import { endPool, startPool } from '../../store/workers.ts';
import {
  firstProblem,
  interrupted,
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type SolverName,
  type TableEstimate,
  type TableSolver,
} from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { publishFallbacks, type SolverChoice } from './choice.ts';
import { Room } from './room.ts';
import type { FollowTask, SolveAnswer, SolveProgress, SolveTask } from './task.ts';

type Publish = (event: SolverEvent) => void;

/** The functions of worker.ts. */
const SOLVE: keyof typeof import('./worker.ts') = 'solveTable';
const FOLLOW: keyof typeof import('./worker.ts') = 'followSolver';

/**
 * Solves tables into a folder. Each takes one worker thread, or all if it is large; those that do not depend on each other run in
 * parallel.
 */
export class SoloPool implements TableSolver {
  readonly buildsOn = 'values';
  private readonly rules: RuleSet;
  private readonly dir: string;
  private readonly threads: number;
  private readonly choice: SolverChoice;

  constructor(rules: RuleSet, dir: string, threads: number, choice: SolverChoice) {
    this.rules = rules;
    this.dir = dir;
    this.threads = threads;
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
    tables: readonly PlannedTable[],
    estimates: ReadonlyMap<string, TableEstimate>,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    publishFallbacks(estimates, publish);
    const failed = new AbortController();
    const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    // Every table adds a listener; a plan has up to 145.
    setMaxListeners(0, either);
    const pool = startPool('solo', { most: this.threads });
    const room = new Room(this.choice.allowed);
    const cores = new Room(this.threads);
    const solving = new Map<string, Promise<Result<undefined>>>();
    const solve = async ({ material, needs }: PlannedTable): Promise<Result<undefined>> => {
      const { name } = material;
      for (const below of await Promise.all(needs.map((each) => solving.get(each)))) {
        if (below && !below.ok) return below;
      }
      const { solver, bytes } = estimates.get(name)!;
      const threads = this.choice.threadsFor(material, solver, this.threads);
      const solved = await room.run(bytes, () =>
        cores.run(threads, () => this.solveTable(pool, name, solver, threads, publish, either)),
      );
      if (!solved.ok) failed.abort();
      return solved;
    };
    try {
      for (const step of tables) solving.set(step.material.name, solve(step));
      return firstProblem(await Promise.all(solving.values())) ?? ok(undefined);
    } finally {
      await endPool(pool);
    }
  }

  private async solveTable(
    pool: Piscina,
    table: string,
    solver: SolverName,
    threads: number,
    publish: Publish,
    signal: AbortSignal,
  ): Promise<Result<undefined>> {
    if (signal.aborted) return interrupted();
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: SolveProgress) => {
      publish({ kind: 'progress', table, ...progress });
    });
    const channels = Array.from({ length: threads - 1 }, () => new MessageChannel());
    const followers = channels.map(({ port1 }) => port1);
    const task = { rules: refOf(this.rules), table, solver, dir: this.dir, port: port2, followers };
    try {
      const options = { name: SOLVE, signal, transferList: [port2, ...followers] };
      const solving = pool.run(task satisfies SolveTask, options);
      const following = channels.map(({ port2: port }) =>
        pool.run({ port } satisfies FollowTask, { name: FOLLOW, signal, transferList: [port] }),
      );
      const [answer]: [SolveAnswer, ...unknown[]] = await Promise.all([solving, ...following]);
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
