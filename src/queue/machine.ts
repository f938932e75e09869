import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { ok, type Problem, type Result } from '../board/result.ts';
import { gameOf } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { GenerateEvent } from '../solve/generation.ts';
import { removeLeft } from '../store/unfinished.ts';
import { type KeptPools, keepPools } from '../store/workers.ts';
import type { SmallDisk } from './diskRoom.ts';
import { JobQueues, readyBundles } from './jobQueues.ts';
import { type CheckedJob, checkJob, OTHER_VERSION } from './jobs.ts';
import { type HeldJob, JobTaker } from './jobTaker.ts';
import { gameKey, Ledger, type Plan } from './ledger.ts';
import { dropMachine, reportMachine } from './machines.ts';
import { makeTables, type Workshop } from './makeTables.ts';
import { progressIn } from './share.ts';
import type { MachineState } from './state.ts';
import { memoryClass } from './tasks.ts';

export interface MachineOptions extends Workshop {
  readonly threads: number;
  readonly version: string;
  /** Milliseconds after which a job of a machine that is silent is given to another one. */
  readonly lease: number;
  /** Ends when nothing is left to do. Default: waits for more. */
  readonly untilDone: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: MachineEvent) => void;
}

export type MachineEvent =
  | { readonly kind: 'joined'; readonly name: string }
  /** `tooLarge`: bytes of memory of the least job that waits for a larger machine; 0 if none does. */
  | { readonly kind: 'idle'; readonly tooLarge: number }
  | { readonly kind: 'job'; readonly rules: RuleSet; readonly tables: readonly string[] }
  | { readonly kind: 'solver'; readonly event: GenerateEvent }
  /** `seconds`: null if it was solved before. */
  | { readonly kind: 'stored'; readonly table: string; readonly seconds: number | null }
  /** The store is away: it is asked again after so many milliseconds. */
  | { readonly kind: 'waiting'; readonly problem: Problem; readonly milliseconds: number }
  | ({ readonly kind: 'smallDisk' } & SmallDisk)
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The lease has run out, or the queue was cleared: what is being done may be another machine's by now. */
  | { readonly kind: 'lost' };

/** Problems that every machine would have with this job; all others are of this machine, its network or its disk. */
const OF_THE_JOB = /^(job|rules|solver|conflict|refused|store)$/;
/** Threads died: another try may go better, here or elsewhere. */
const CRASHED = 'crash';
/** Of this machine, such as a share that is not mounted, or of the job, such as a table that somebody has removed from the store. */
const OF_EITHER = /^(missing-table|memory|forged|mtb-.*)$/;

const REPORT_MS = 1000;
/** After a job as long as that, what new threads cost does not count, but the memory that old ones may hold does. */
const LONG_MS = 10_000;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;
/** How often an idle machine looks for jobs that could be done and are missing from the queues. */
const HEAL_MS = 2000;

/** A machine at work: takes jobs of a queue, one after another, until it is stopped. */
export class Machine {
  private readonly redis: Redis;
  private readonly options: MachineOptions;
  private readonly ledger: Ledger;
  private readonly queues: JobQueues;
  private readonly taker: JobTaker;
  private readonly name = `${hostname()}/${process.pid}`;
  private readonly since = Date.now();
  private readonly made: string[] = [];
  private readonly pools: KeptPools;
  private current: Pick<MachineState, 'table' | 'rules' | 'share'> = {};

  constructor(redis: Redis, options: MachineOptions) {
    this.redis = redis;
    this.options = options;
    this.ledger = new Ledger(redis);
    this.queues = new JobQueues(redis);
    this.pools = keepPools(options.threads);
    this.taker = new JobTaker(redis, this.queues, this.name, options.memory, options.lease);
  }

  /**
   * Works until it is stopped, or nothing is left. Resolves to the names of the tables that it has stored. Errors: `version`, and
   * what keeps this machine from working: `write`, `read`, `memory`, `token`, and those of reaching the store.
   */
  async work(): Promise<Result<readonly string[]>> {
    const { signal, onEvent } = this.options;
    await this.taker.start();
    onEvent({ kind: 'joined', name: this.name });
    const stopReporting = every(REPORT_MS, () => this.report());
    try {
      let job = await this.resumed();
      let [wait, healAt] = [0, 0];
      while (!signal.aborted) {
        job ??= await this.unlessStopped(this.taker.next(randomUUID()));
        if (job) {
          const done = await this.doJob(job);
          if (!done.ok) return done;
          [job, wait, healAt] = [undefined, 0, 0];
        } else if (performance.now() >= healAt) {
          healAt = performance.now() + HEAL_MS;
          if (await this.unlessStopped(this.heal())) break;
        } else {
          wait = Math.min(LONGEST_WAIT_MS, wait * 2 || FIRST_WAIT_MS);
          await pause(wait, undefined, { signal }).catch(() => {});
        }
      }
      return ok(this.made);
    } finally {
      stopReporting();
      await this.close();
    }
  }

  /** The job that an earlier process of this machine held, unless another machine has it by now. */
  private async resumed(): Promise<HeldJob | undefined> {
    const ticket = await this.options.scratch.ticket();
    return ticket && this.unlessStopped(this.taker.resume(ticket));
  }

  private async doJob(job: HeldJob): Promise<Result<undefined>> {
    const { scratch, signal, onEvent } = this.options;
    const checked = checkJob(job.data, this.options.version);
    if (!checked.ok) return this.refuse(job, checked.problem);
    const noted = await scratch.hold(job.ticket);
    if (!noted.ok) {
      await job.putBack();
      return noted;
    }
    onEvent({ kind: 'job', rules: checked.value.rules, tables: namesOf(checked.value) });
    const lost = new AbortController();
    const stopRenewing = every(this.options.lease / 3, async () => {
      if (!(await job.renew())) lost.abort();
    });
    const began = performance.now();
    const made = await this.make(checked.value, AbortSignal.any([signal, lost.signal])).finally(
      stopRenewing,
    );
    if (performance.now() - began > LONG_MS) await this.pools.drop();
    this.current = {};
    onEvent({ kind: 'finished' });
    if (lost.signal.aborted) onEvent({ kind: 'lost' });
    else {
      const settled = await this.settle(job, made);
      if (!settled.ok) return settled;
    }
    await scratch.hold(undefined);
    // A machine that is stopped has just written the checkpoint that it is to go on with.
    if (!signal.aborted) await scratch.trim();
    return ok(undefined);
  }

  private async make(job: CheckedJob, signal: AbortSignal): Promise<Result<undefined>> {
    const { onEvent } = this.options;
    const game = gameKey(job.rules);
    const done = await this.unlessStopped(this.ledger.done(game));
    if (!done) return ok(undefined);
    const first = job.materials.find(({ name }) => !done.has(name));
    if (first) this.current = { rules: job.rules.name, table: first.name };
    return makeTables(job, done, this.options, {
      signal,
      onEvent: (event) => {
        const at = progressIn(event);
        if (at) this.current = { rules: job.rules.name, ...at };
        onEvent({ kind: 'solver', event });
      },
      onWait: (wait) => onEvent({ kind: 'waiting', ...wait }),
      onSmallDisk: (disk) => onEvent({ kind: 'smallDisk', ...disk }),
      onStored: async ({ name: table }, stored) => {
        const record = { ...stored, machine: this.name, at: Date.now() };
        // Without it the store had the table before.
        if (stored.sha256 !== null) this.made.push(table);
        onEvent({ kind: 'stored', table, seconds: stored.seconds });
        await this.unlessStopped(this.record(game, table, record));
      },
    });
  }

  /** Records a finished table, and adds the jobs that waited for it. */
  private async record(game: string, table: string, done: Parameters<Ledger['record']>[2]) {
    await this.ledger.record(game, table, done);
    const plan = await this.ledger.plan(game);
    if (plan) await this.queues.addReady(plan, await this.ledger.done(game));
  }

  /** Ends a job as its outcome says. A failure is of this machine: it had better not go on. */
  private async settle(job: HeldJob, made: Result<undefined>): Promise<Result<undefined>> {
    const { signal, onEvent } = this.options;
    if (signal.aborted) await this.promptly(job.putBack());
    else if (made.ok) await this.unlessStopped(job.complete());
    else if (OF_THE_JOB.test(made.problem.code) || made.problem.code === CRASHED) {
      onEvent({ kind: 'failed', problem: made.problem });
      await this.unlessStopped(job.fail(made.problem, made.problem.code !== CRASHED));
    } else {
      // A job that ends machine after machine must not go on for ever.
      const counts = OF_EITHER.test(made.problem.code);
      await this.promptly(counts ? job.fail(made.problem, false) : job.putBack());
      return made;
    }
    return ok(undefined);
  }

  private async refuse(job: HeldJob, problem: Problem): Promise<Result<undefined>> {
    if (problem.code === OTHER_VERSION) {
      await this.promptly(job.putBack());
      return { ok: false, problem };
    }
    this.options.onEvent({ kind: 'failed', problem });
    await this.unlessStopped(job.fail(problem, true));
    return ok(undefined);
  }

  /**
   * Adds jobs that are missing from the queues: a process may have ended between a table and the jobs that waited for it, and a
   * queue that was killed may have lost its last second. Returns whether this machine should end.
   */
  private async heal(): Promise<boolean> {
    const { memory, untilDone, onEvent } = this.options;
    const ready: number[] = [];
    let plans = 0;
    for (const game of await this.ledger.games()) {
      const plan = await this.ledger.plan(game);
      if (!plan) continue;
      plans++;
      const done = await this.ledger.done(game);
      await this.tidy(plan, done);
      await this.queues.addReady(plan, done);
      const failed = new Set((await this.queues.failed(plan)).map(({ bundle }) => bundle.id));
      const open = readyBundles(plan, done).filter(({ id }) => !failed.has(id));
      ready.push(...open.map(({ bytes }) => memoryClass(bytes)));
    }
    const tooLarge = ready.filter((bytes) => bytes > memory);
    onEvent({ kind: 'idle', tooLarge: tooLarge.length > 0 ? Math.min(...tooLarge) : 0 });
    return untilDone && plans > 0 && ready.length === tooLarge.length;
  }

  /** Removes what this machine has of tables that another one has finished since: a log takes gigabytes. */
  private async tidy({ how }: Plan, done: { has(table: string): boolean }): Promise<void> {
    const rules = gameOf(how.game);
    if (!rules.ok || rules.value.fingerprint !== how.fingerprint) return;
    await removeLeft(rules.value, this.options.scratch.dir, (table) => done.has(table));
  }

  private report(): Promise<void> {
    const { name, since, current } = this;
    const { version, memory, threads } = this.options;
    const made = this.made.length;
    return reportMachine(this.redis, { name, version, threads, memory, since, made, ...current });
  }

  private async close(): Promise<void> {
    await this.pools.end();
    const { redis, name, taker, queues } = this;
    await this.promptly(Promise.all([dropMachine(redis, name), taker.close(), queues.close()]));
  }

  /** A command waits for as long as the queue is away; undefined if this machine is stopped before. */
  private unlessStopped<T>(command: Promise<T>): Promise<T | undefined> {
    const { signal } = this.options;
    if (signal.aborted) return this.promptly(command);
    return new Promise((resolve, reject) => {
      const stop = () => resolve(undefined);
      signal.addEventListener('abort', stop, { once: true });
      command.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  /** What is worth trying, but not worth waiting for, when a machine ends. */
  private async promptly<T>(command: Promise<T>): Promise<T | undefined> {
    return Promise.race([
      command.catch(() => undefined),
      pause(PROMPT_MS, undefined, { ref: false }),
    ]);
  }
}

const PROMPT_MS = 2000;

function namesOf({ materials }: CheckedJob): readonly string[] {
  return materials.map(({ name }) => name);
}

/** Does something every so many milliseconds, but not while it is being done. Returns a function that ends it. */
function every(milliseconds: number, act: () => Promise<unknown>): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await act().catch(() => {});
    busy = false;
  }, milliseconds);
  return () => clearInterval(timer);
}
