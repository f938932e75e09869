import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Failure, ok, type Result } from '../../chess/result.ts';
import { startPool } from '../../store/workers.ts';
import { crashed, interrupted, type SolverEvent } from '../generation.ts';
import { CONTROL_BYTES, Control } from '../sets/control.ts';
import type { NodeTask } from './nodeTask.ts';
import type { TeamAnswer, TeamWork, Threads } from './teamTask.ts';

/** How long workers may take to end after a request to stop: a checkpoint is written in seconds. */
const PATIENCE_MS = 60_000;

/** The function of nodeWorker.ts. */
const SHARE: keyof typeof import('./nodeWorker.ts') = 'solveShare';

/** A team on worker threads of Node, for tables in a folder. */
export class NodeThreads implements Threads {
  readonly count: number;
  readonly shared = true;
  private readonly dir: string;
  private pool: Piscina | undefined;

  constructor(dir: string, count: number) {
    this.dir = dir;
    this.count = count;
  }

  async run(
    work: TeamWork,
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const shared = new SharedArrayBuffer(CONTROL_BYTES);
    const control = new Control(shared);
    const kill = new AbortController();
    // Every worker adds a listener.
    setMaxListeners(0, kill.signal);
    const stop = () => {
      control.askToStop();
      setTimeout(() => kill.abort(), PATIENCE_MS).unref();
    };
    signal?.addEventListener('abort', stop, { once: true });
    const { port1, port2 } = new MessageChannel();
    port1.on('message', publish);
    const pool = startPool('sets', { most: work.workers });
    this.pool = pool;
    let started: Promise<unknown> = Promise.resolve();
    try {
      const answers = await Promise.all(
        Array.from({ length: work.workers }, async (_, index) => {
          // Starting hundreds of threads takes many seconds; yielding between two lets signals be handled.
          started = started.then(() => nextTurn());
          await started;
          signal?.throwIfAborted();
          const port = index === 0 ? port2 : new MessageChannel().port1;
          const task: NodeTask = { ...work, dir: this.dir, control: shared, index, port };
          const options = { name: SHARE, transferList: [port], signal: kill.signal };
          const answer: TeamAnswer = await pool.run(task, options);
          // The other workers wait for the one that failed, so do not wait for them.
          if (!answer.ok && answer.problem.code !== 'interrupted') throw new TeamFailure(answer);
          return answer;
        }),
      );
      for (const answer of answers) {
        if (!answer.ok) return interrupted();
        answer.solved.forEach(publish);
      }
      return ok(undefined);
    } catch (error) {
      kill.abort();
      if (error instanceof TeamFailure) return error.failure;
      return signal?.aborted ? interrupted() : crashed('a worker of the set solver', error);
    } finally {
      signal?.removeEventListener('abort', stop);
      port1.close();
    }
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }
}

class TeamFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problem.message);
    this.failure = failure;
  }
}
