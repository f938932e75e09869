import { failureOf, InputError, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { crashed } from '../../store/crash.ts';
import { type BothCodes, interrupted, type SolverEvent } from '../generation.ts';
import { CONTROL_BYTES } from '../sets/control.ts';
import { MemorySink } from './memorySink.ts';
import { TeamMember } from './teamMember.ts';
import type { TeamAnswer, TeamTask, TeamWork, Threads } from './teamTask.ts';

/** A task for a worker of a page, with tables in memory. */
export interface WebTask extends TeamTask {
  /** Finished tables, for worker 0. */
  readonly ready: ReadonlyMap<string, BothCodes>;
}

/** What a worker of a page posts: events, from worker 0, and in the end its answer. */
export type WebMessage = SolverEvent | { readonly kind: 'answer'; readonly answer: TeamAnswer };

type Publish = (event: SolverEvent) => void;

/** A team on workers of a page, which must be cross-origin isolated. The page's own thread does not solve. */
export class WebThreads implements Threads {
  readonly count: number;
  readonly shared: boolean = true;
  private readonly ready: ReadonlyMap<string, BothCodes>;

  constructor(count: number, ready: ReadonlyMap<string, BothCodes>) {
    this.count = count;
    this.ready = ready;
  }

  async run(
    work: TeamWork,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    const control = new SharedArrayBuffer(CONTROL_BYTES);
    const team = Array.from(
      { length: work.workers },
      () => new Worker(new URL('./webWorker.js', import.meta.url), { type: 'module' }),
    );
    const over = new AbortController();
    try {
      const shares = team.map((worker, index) => {
        const ready = index === 0 ? this.ready : new Map();
        return answerOf(worker, { ...work, ready, control, index }, publish);
      });
      const stopped = abortedAnswer(signal, over.signal);
      const failed = await Promise.race([stopped, firstFailure(shares)]);
      return failed ?? ok(undefined);
    } finally {
      over.abort();
      for (const worker of team) worker.terminate();
    }
  }
}

/**
 * The first answer that is a problem, as soon as it arrives, since the other workers wait for one that failed; or
 * undefined.
 */
async function firstFailure(
  answers: readonly Promise<TeamAnswer>[],
): Promise<Extract<TeamAnswer, { ok: false }> | undefined> {
  const failures = answers.map(async (each) => {
    const answer = await each;
    if (!answer.ok) throw answer;
  });
  try {
    await Promise.all(failures);
    return undefined;
  } catch (answer) {
    return answer as Extract<TeamAnswer, { ok: false }>;
  }
}

function answerOf(worker: Worker, task: WebTask, publish: Publish): Promise<TeamAnswer> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<WebMessage>) => {
      if (data.kind === 'answer') resolve(data.answer);
      else publish(data);
    };
    worker.onerror = ({ message }) => resolve(crashed('a worker of the set solver', message));
    worker.postMessage(task);
  });
}

/** Resolves when `signal` aborts; `over` removes the listener. */
function abortedAnswer(signal: AbortSignal | undefined, over: AbortSignal) {
  return new Promise<ReturnType<typeof interrupted>>((resolve) => {
    const stop = () => resolve(interrupted());
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true, signal: over });
  });
}

/** How long the calling thread works, in milliseconds, before it lets other tasks run, such as drawing the page. */
const TURN_MS = 16;

/** A team of one: the calling thread, which regularly lets other tasks run. */
export class OwnThread implements Threads {
  readonly count = 1;
  readonly shared = false;
  private readonly rules: RuleSet;
  private readonly ready: ReadonlyMap<string, BothCodes>;

  constructor(rules: RuleSet, ready: ReadonlyMap<string, BothCodes>) {
    this.rules = rules;
    this.ready = ready;
  }

  async run(
    work: TeamWork,
    publish: Publish,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>> {
    let turn = performance.now();
    const pause = async () => {
      if (performance.now() - turn >= TURN_MS) {
        await otherTasks();
        turn = performance.now();
      }
      if (signal?.aborted) throw new InputError(interrupted().problem);
    };
    const task = { ...work, index: 0, control: new ArrayBuffer(CONTROL_BYTES) };
    const member = new TeamMember(this.rules, task, new MemorySink(this.ready, publish), pause);
    try {
      await pause();
      await member.workOff(work.steps);
      return ok(undefined);
    } catch (error) {
      return failureOf(error);
    }
  }
}

/** Resolves after the tasks that are queued now. Not a timer: those are slow in background pages. */
function otherTasks(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
