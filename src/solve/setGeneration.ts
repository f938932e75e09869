import { setMaxListeners } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Failure, fail, ok, type Result } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { fileCheckpoints } from '../store/checkpoints.ts';
import { TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import { Control } from './control.ts';
import type { GeneratedTable, GenerateOptions } from './generate.ts';
import { memoryFor, planMemory } from './memoryPlan.ts';
import type { Step } from './plan.ts';
import { findPresent, interrupted } from './present.ts';
import type { TeamAnswer, TeamMessage, TeamTask } from './teamTask.ts';

/** What of the machine's memory is used unless something else is said. */
const DEFAULT_SHARE = 0.75;
/** How long workers may take to end in order once they are asked to: a checkpoint is written in seconds. */
const PATIENCE_MS = 60_000;

/** Solves tables one after another, each by all workers together over one shared memory. */
export class SetGeneration {
  private readonly options: GenerateOptions;
  private readonly rules: RuleSet;
  private readonly wanted: readonly Material[];
  private readonly store: TableStore;
  private readonly workers: number;
  private pool: Piscina | undefined;
  private disclaim: (() => void) | undefined;

  constructor(rules: RuleSet, wanted: readonly Material[], options: GenerateOptions) {
    this.rules = rules;
    this.wanted = wanted;
    this.options = options;
    this.store = new TableStore(rules, options.dir);
    this.workers = options.threads ?? availableParallelism();
  }

  async run(steps: readonly Step[]): Promise<Result<readonly GeneratedTable[]>> {
    await this.store.removeParts();
    this.disclaim = this.store.claim();
    const tables = new Map<string, GeneratedTable | undefined>();
    const forced = new Set(this.options.force ? this.wanted.map(({ name }) => name) : []);
    for (const { material } of steps) {
      if (this.options.signal?.aborted) return interrupted();
      const present = await findPresent(this.store, material, this.options, forced);
      if (!present.ok) return present;
      tables.set(material.name, present.value);
    }
    const missing = [...tables].flatMap(([name, table]) => (table ? [] : [name]));
    if (missing.length > 0) {
      if (this.options.signal?.aborted) return interrupted();
      const { memory: allowed = DEFAULT_SHARE * totalmem() } = this.options;
      const plan = planMemory(this.rules, steps, new Set(missing), this.workers, allowed);
      if (!plan.ok) return plan;
      const memory = memoryFor(plan.value, true);
      if (!memory.ok) return memory;
      const writable = await this.store.checkWritable();
      if (!writable.ok) return writable;
      // Anew is from the beginning.
      for (const name of forced) await fileCheckpoints(this.store).remove(name);
      if (this.options.signal?.aborted) return interrupted();
      const solved = await this.solve(missing, memory.value, tables);
      if (!solved.ok) return solved;
    }
    return ok([...tables.values()].flatMap((table) => (table ? [table] : [])));
  }

  private async solve(
    missing: readonly string[],
    memory: WebAssembly.Memory,
    tables: Map<string, GeneratedTable | undefined>,
  ): Promise<Result<undefined>> {
    const { workers, options } = this;
    const shared = new SharedArrayBuffer(16);
    const control = new Control(shared);
    const kill = new AbortController();
    // Every worker waits for it.
    setMaxListeners(0, kill.signal);
    const stop = () => {
      control.askToStop();
      setTimeout(() => kill.abort(), PATIENCE_MS).unref();
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: TeamMessage) => this.hear(message, tables));
    this.pool = new Piscina({
      filename: new URL('../solve/teamWorker.js', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers,
    });
    try {
      const answers = await Promise.all(
        Array.from({ length: workers }, (_, index) => {
          const port = index === 0 ? port2 : new MessageChannel().port1;
          const task: TeamTask = {
            rules: this.rules.name,
            dir: options.dir,
            wanted: this.wanted.map(({ name }) => name),
            missing,
            memory,
            control: shared,
            index,
            workers,
            port,
          };
          const work: Promise<TeamAnswer> = this.pool!.run(task, {
            name: 'solveAsTeam',
            transferList: [port],
            signal: kill.signal,
          });
          return work.then((answer) => {
            // Whoever fails leaves the others waiting for him.
            if (!answer.ok && answer.problem.code !== 'interrupted') throw new TeamFailure(answer);
            return answer;
          });
        }),
      );
      for (const answer of answers) {
        if (!answer.ok) return interrupted();
        for (const message of answer.solved) this.hear(message, tables);
      }
      return ok(undefined);
    } catch (error) {
      kill.abort();
      if (error instanceof TeamFailure) return error.failure;
      if (options.signal?.aborted) return interrupted();
      const message = error instanceof Error ? error.message : String(error);
      return fail('crash', `a worker of the set solver died: ${message}`);
    } finally {
      options.signal?.removeEventListener('abort', stop);
      port1.close();
    }
  }

  private hear(message: TeamMessage, tables: Map<string, GeneratedTable | undefined>): void {
    const { onEvent } = this.options;
    if (message.kind === 'progress') onEvent?.(message);
    if (message.kind !== 'solved' || tables.get(message.table)) return;
    const { table, path, seconds, solveSeconds } = message;
    tables.set(table, { table, path, seconds, solveSeconds });
    onEvent?.(message);
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
    this.disclaim?.();
    await this.store.removeParts();
  }
}

class TeamFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.problem.message);
    this.failure = failure;
  }
}
