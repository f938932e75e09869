import { setMaxListeners } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { ok, type Result } from '../../board/result.ts';
import { refOf } from '../../rules/gameRef.ts';
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
import { Estimates } from './estimates.ts';
import { Room } from './room.ts';
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
  private readonly allowed: number;
  private readonly estimates: Estimates;

  /** `allowed`: the most bytes of memory. */
  constructor(rules: RuleSet, dir: string, threads: number, allowed: number) {
    this.rules = rules;
    this.dir = dir;
    this.threads = threads;
    this.allowed = allowed;
    this.estimates = new Estimates(rules, allowed);
  }

  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, number> {
    return this.estimates.bytesOf(steps);
  }

  prepare(steps: readonly PlannedTable[], { missing }: PlanState): Result<SolverJob> {
    const tables = steps.filter(({ material }) => missing.has(material.name));
    const bytes = this.estimates.check(tables);
    if (!bytes.ok) return bytes;
    return ok({ run: (publish, signal) => this.run(tables, bytes.value, publish, signal) });
  }

  private async run(
    tables: readonly PlannedTable[],
    bytes: ReadonlyMap<string, number>,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const failed = new AbortController();
    const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
    // Every table adds a listener; a plan has up to 145.
    setMaxListeners(0, either);
    const pool = startPool('reference', { most: this.threads });
    const room = new Room(this.allowed);
    const solving = new Map<string, Promise<Result<undefined>>>();
    const solve = async (name: string, needs: readonly string[]): Promise<Result<undefined>> => {
      for (const below of await Promise.all(needs.map((each) => solving.get(each)))) {
        if (below && !below.ok) return below;
      }
      const solved = await room.run(bytes.get(name)!, () =>
        this.solveTable(pool, name, publish, either),
      );
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
    if (signal.aborted) return interrupted();
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: SolveProgress) => {
      publish({ kind: 'progress', table, ...progress });
    });
    const task: SolveTask = { rules: refOf(this.rules), table, dir: this.dir, port: port2 };
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
