import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { fail, ok, type Result, unwrap } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import type { GeneratedTable, GenerateOptions } from './generate.ts';
import type { Step } from './plan.ts';
import { findPresent, INTERRUPTED, interrupted } from './present.ts';
import type { SolveAnswer, SolveProgress, SolveTask } from './task.ts';

/** Solves tables that do not depend on each other side by side, each on one worker. */
export class ReferenceGeneration {
  private readonly options: GenerateOptions;
  private readonly store: TableStore;
  private readonly pool: Piscina;
  private readonly forced: ReadonlySet<string>;
  private readonly failed = new AbortController();
  private readonly signal: AbortSignal;
  private disclaim: (() => void) | undefined;

  constructor(rules: RuleSet, wanted: readonly Material[], options: GenerateOptions) {
    this.options = options;
    this.store = new TableStore(rules, options.dir);
    this.pool = new Piscina({
      filename: new URL('../solve/worker.js', import.meta.url).href,
      minThreads: 1,
      maxThreads: options.threads ?? availableParallelism(),
    });
    this.forced = new Set(options.force ? wanted.map(({ name }) => name) : []);
    const { signal } = this.failed;
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
    // Every table waits for it; a plan has up to 145.
    setMaxListeners(0, this.signal);
  }

  async run(steps: readonly Step[]): Promise<Result<readonly GeneratedTable[]>> {
    await this.store.removeParts();
    this.disclaim = this.store.claim();
    const making = new Map<string, Promise<Result<GeneratedTable>>>();
    for (const step of steps) {
      const needs = step.needs.map((name) => making.get(name)!);
      making.set(step.material.name, this.make(step.material, needs));
    }
    const made = await Promise.all(making.values());
    const problems = made.flatMap((each) => (each.ok ? [] : [each.problem]));
    // The first failure interrupts all other work; it is the one to tell of.
    const problem = problems.find(({ code }) => code !== INTERRUPTED) ?? problems[0];
    return problem ? { ok: false, problem } : ok(made.map(unwrap));
  }

  private async make(
    material: Material,
    needs: readonly Promise<Result<GeneratedTable>>[],
  ): Promise<Result<GeneratedTable>> {
    for (const below of await Promise.all(needs)) if (!below.ok) return below;
    if (this.signal.aborted) return interrupted();
    const present = await findPresent(this.store, material, this.options, this.forced);
    if (!present.ok) this.failed.abort();
    if (!present.ok || present.value) return present as Result<GeneratedTable>;
    const solved = await this.solve(material.name);
    if (!solved.ok) this.failed.abort();
    return solved;
  }

  private async solve(table: string): Promise<Result<GeneratedTable>> {
    const { onEvent, dir } = this.options;
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: SolveProgress) => {
      onEvent?.({ kind: 'progress', table, ...progress });
    });
    const task: SolveTask = { rules: this.store.rules.name, table, dir, port: port2 };
    try {
      const answer: SolveAnswer = await this.pool.run(task, {
        name: 'solveTable',
        signal: this.signal,
        transferList: [port2],
      });
      if (!answer.ok) return answer;
      const { seconds } = answer;
      const solved = { table, path: answer.path, seconds };
      onEvent?.({ kind: 'solved', ...solved });
      return ok(solved);
    } catch (error) {
      if (this.signal.aborted) return interrupted();
      const message = error instanceof Error ? error.message : String(error);
      return fail('crash', `the worker that solved ${table} died: ${message}`, table);
    } finally {
      port1.close();
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
    this.disclaim?.();
    await this.store.removeParts();
  }
}
