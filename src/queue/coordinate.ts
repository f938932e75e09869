import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { fail, ok, type Problem, type Result, unwrap } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { JobQueues } from './jobQueues.ts';
import { gameKey, Ledger } from './ledger.ts';
import { planRun, publishRun, type Run, type RunOptions } from './planRun.ts';
import { readState } from './readState.ts';
import type { GameState, QueueState, TableState } from './state.ts';
import { PATIENCE_MS, StoreTables } from './storeTables.ts';

export interface CoordinateOptions extends RunOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: CoordinateEvent) => void;
  /** Milliseconds that the store may take to show a finished table here. Default: two minutes. */
  readonly patience?: number;
}

export type CoordinateEvent =
  /** `found`: tables that are in the store. */
  | { readonly kind: 'planned'; readonly run: Run; readonly found: number }
  /** How things are, several times a second. */
  | { readonly kind: 'state'; readonly state: QueueState; readonly game: GameState }
  | { readonly kind: 'done'; readonly table: TableState }
  | { readonly kind: 'failed'; readonly table: string; readonly problem: Problem }
  /** The queue has lost the plan: it is planned again. */
  | { readonly kind: 'forgotten' };

/** A table of a run that has ended. */
export interface CoordinatedTable {
  readonly table: string;
  readonly bytes: number;
  /** Null if it was in the store before. */
  readonly seconds: number | null;
  /** What made it; null if it was in the store before. */
  readonly machine: string | null;
}

const LOOK_MS = 250;
/** A network share may go on for a minute to say that a file is missing that was missing before (NFS, `acdirmax`). */
const SHOWN_MS = 120_000;
/** Less often: whether a job that could be done is missing from the queues. */
const HEAL_EVERY = 8;

/**
 * Has the machines of a queue make the wanted tables and all that they depend on, into a store. Several may do this at once, and
 * none needs to: the machines go on without. Errors: those of {@link planRun}, `queue`, `interrupted`, and the first problem
 * of a table without which nothing else can be made.
 */
export async function coordinate(
  redis: Redis,
  rules: RuleSet,
  wanted: readonly Material[],
  options: CoordinateOptions,
): Promise<Result<readonly CoordinatedTable[]>> {
  const left = fail('interrupted', 'interrupted: the machines go on without this command');
  for (;;) {
    const recorded = await unlessAborted(new Ledger(redis).done(gameKey(rules)), options.signal);
    if (!recorded) return left;
    const run = await planRun(rules, wanted, options);
    if (!run.ok) return run;
    const { steps, finds } = run.value.planned;
    const found = steps.length - run.value.tasks.length;
    options.onEvent({ kind: 'planned', run: run.value, found });
    const made = await unlessAborted(
      new Watch(redis, rules, run.value, options).untilDone(recorded),
      options.signal,
    );
    if (!made) return left;
    if (!made.ok && made.problem.code === FORGOTTEN) {
      options.onEvent({ kind: 'forgotten' });
      continue;
    }
    if (!made.ok) return made;
    const tables = steps.map(({ material: { name: table } }): CoordinatedTable => {
      const { bytes, seconds = null, machine = null } = made.value.get(table) ?? {};
      const find = finds.get(table);
      const size = bytes ?? (find?.kind === 'found' ? find.table.bytes : 0) ?? 0;
      return { table, bytes: size, seconds, machine };
    });
    return ok(tables);
  }
}

const FORGOTTEN = 'forgotten';

/** Looks on while machines make the tables of a run. */
class Watch {
  private readonly redis: Redis;
  private readonly rules: RuleSet;
  private readonly run: Run;
  private readonly options: CoordinateOptions;
  private readonly ledger: Ledger;
  private readonly queues: JobQueues;
  /** Those that the store was seen to have. */
  private readonly stored = new Map<string, TableState>();
  private readonly failed = new Set<string>();
  /** By table that is done and not there: when the store was asked for it first. */
  private readonly looked = new Map<string, number>();

  constructor(redis: Redis, rules: RuleSet, run: Run, options: CoordinateOptions) {
    this.redis = redis;
    this.rules = rules;
    this.run = run;
    this.options = options;
    this.ledger = new Ledger(redis);
    this.queues = new JobQueues(redis);
  }

  /**
   * Resolves to the finished tables of the run. `recorded`: what the queue took for finished before the run was planned.
   * Errors: `forgotten`, and those of {@link coordinate}.
   */
  async untilDone(recorded: {
    has(table: string): boolean;
  }): Promise<Result<ReadonlyMap<string, TableState>>> {
    const { run, ledger, queues, options } = this;
    const { game, how, tasks } = run;
    if (tasks.length === 0) return ok(this.stored);
    try {
      const plan = await publishRun(run, ledger, options.bundle);
      if (!plan.ok) return plan;
      // What the store lacked is not done, whatever the queue remembered; what has failed is tried again.
      const lacked = namesOf(tasks).filter((table) => recorded.has(table));
      await ledger.forget(game, lacked);
      await queues.forgetFailed(plan.value);
      for (let look = 0; !options.signal.aborted; look++) {
        if (look % HEAL_EVERY === 0) await this.heal();
        const state = await readState(this.redis);
        const own = state.games.find(
          ({ rules, fingerprint }) => rules === how.game.name && fingerprint === how.fingerprint,
        );
        // The plan of another command may have taken the place of one that is gone.
        const known = new Set(own?.tables.map(({ table }) => table));
        if (!own || !tasks.every(({ table }) => known.has(table))) return await this.lost();
        const seen = await this.see(own);
        if (!seen.ok) return seen;
        options.onEvent({ kind: 'state', state, game: own });
        if (tasks.every(({ table }) => this.stored.has(table))) return ok(this.stored);
        const problem = this.stuck(own);
        if (problem) return { ok: false, problem };
        await pause(LOOK_MS);
      }
      return fail('interrupted', 'interrupted');
    } finally {
      await queues.close();
    }
  }

  private async heal(): Promise<void> {
    const plan = await this.ledger.plan(this.run.game);
    if (plan) await this.queues.addReady(plan, await this.ledger.done(this.run.game));
  }

  /** Notes what is new: finished tables, which the store must have, and failures. */
  private async see({ tables }: GameState): Promise<Result<undefined>> {
    const { onEvent, store, signal } = this.options;
    const trying = { patience: PATIENCE_MS, signal };
    const wanted = new Set(namesOf(this.run.tasks));
    for (const table of tables) {
      const { table: name, state, problem } = table;
      if (!wanted.has(name)) continue;
      if (problem && !this.failed.has(name)) {
        this.failed.add(name);
        onEvent({ kind: 'failed', table: name, problem });
      }
      if (state !== 'done' || this.stored.has(name)) continue;
      const { material } = unwrap(parseMaterial(name, this.rules));
      const needed = this.run.how.together ? 'codes' : 'values';
      const found = await new StoreTables(store, this.rules, trying).find(material, needed);
      if (!found.ok) return found;
      if (found.value.kind === 'found') {
        this.stored.set(name, table);
        onEvent({ kind: 'done', table });
      } else {
        const now = performance.now();
        const since = this.looked.get(name) ?? now;
        this.looked.set(name, since);
        const { patience = SHOWN_MS } = this.options;
        if (now - since >= patience) return await this.unstored(table);
      }
    }
    return ok(undefined);
  }

  /** A table that a machine has stored, but not here. */
  private async unstored({ table, machine = 'a machine' }: TableState): Promise<Result<never>> {
    await this.ledger.forget(this.run.game, [table]);
    const found = `${machine} has stored ${table}, and ${this.options.store.name} does not have it`;
    return fail('store', `${found}: all machines need the same --store`, table);
  }

  /** The problem that ends the run: tables have failed, and nothing else can be done. */
  private stuck({ tables }: GameState): Problem | undefined {
    if (tables.some(({ state }) => state === 'ready' || state === 'running')) return undefined;
    return tables.find(({ table, problem }) => problem && this.failed.has(table))?.problem;
  }

  private async lost(): Promise<Result<never>> {
    if (!(await this.ledger.wasCleared())) return fail(FORGOTTEN, 'the queue has lost the plan');
    return fail('queue', 'the queue was cleared: the same command plans the tables again');
  }
}

function namesOf(tasks: readonly { readonly table: string }[]): readonly string[] {
  return tasks.map(({ table }) => table);
}

/** The outcome of work, or undefined once the signal is aborted: a command waits for as long as the queue is away. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, aborted]);
}
