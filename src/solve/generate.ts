import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Failure, fail, ok, type Problem, type Result, unwrap } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import { planTables, type Step } from './plan.ts';
import { REFERENCE_MOST_MEN } from './reference.ts';
import type { SolveAnswer, SolveProgress, SolverName, SolveTask } from './task.ts';

export interface GenerateOptions {
  readonly dir: string;
  /** Default: `reference`. */
  readonly solver?: SolverName;
  /** Tables solved side by side; default: the machine's cores. The tables do not depend on it. */
  readonly threads?: number;
  /** Solve the wanted tables anew even where they are there. */
  readonly force?: boolean;
  /** Stops the work; finished tables stay. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GenerateEvent) => void;
}

export type GenerateEvent =
  | { readonly kind: 'plan'; readonly steps: readonly Step[] }
  | { readonly kind: 'found'; readonly table: string }
  /** A damaged file is solved anew. */
  | { readonly kind: 'damaged'; readonly table: string; readonly problem: Problem }
  | ({ readonly kind: 'progress'; readonly table: string } & SolveProgress)
  | ({ readonly kind: 'solved' } & GeneratedTable);

export interface GeneratedTable {
  readonly table: string;
  readonly path: string;
  /** Null where the table was there before. */
  readonly seconds: number | null;
}

/**
 * Makes the wanted tables and all that they stand on in a folder. A table starts as soon as those it needs are
 * there; those that are there already are checked and kept.
 * Errors: `too-many-men` before anything starts; `interrupted`, `write`, `read`, `crash`, and those of the native
 * format that only `force` overrules.
 */
export async function generate(
  rules: RuleSet,
  wanted: readonly Material[],
  options: GenerateOptions,
): Promise<Result<readonly GeneratedTable[]>> {
  const plan = planGeneration(rules, wanted, options.solver);
  if (!plan.ok) return plan;
  const steps = plan.value;
  options.onEvent?.({ kind: 'plan', steps });
  const generation = new Generation(rules, wanted, options);
  try {
    return await generation.run(steps);
  } finally {
    await generation.close();
  }
}

/** The most men that each solver takes. */
const mostMen: Readonly<Record<SolverName, number>> = { reference: REFERENCE_MOST_MEN };

/** The plan of tables, where the solver can follow it. Errors: `too-many-men`. */
export function planGeneration(
  rules: RuleSet,
  wanted: readonly Material[],
  solver: SolverName = 'reference',
): Result<readonly Step[]> {
  const most = mostMen[solver];
  const excess = wanted.find(({ men }) => men.length > most);
  if (!excess) return ok(planTables(rules, wanted));
  const { name, men } = excess;
  const message = `${name} has ${men.length} men: the ${solver} solver takes at most ${most}`;
  return fail('too-many-men', message, name);
}

/** What damage alone explains; any other trouble with a file might be somebody's data. */
const damages = new Set(['mtb-truncated', 'mtb-checksum']);

class Generation {
  private readonly options: GenerateOptions;
  private readonly store: TableStore;
  private readonly pool: Piscina;
  private readonly forced: ReadonlySet<string>;
  private readonly failed = new AbortController();
  private readonly signal: AbortSignal;

  constructor(rules: RuleSet, wanted: readonly Material[], options: GenerateOptions) {
    this.options = options;
    this.store = new TableStore(rules, options.dir);
    this.pool = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
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
    const present = await this.find(material);
    if (!present.ok) this.failed.abort();
    if (!present.ok || present.value) return present as Result<GeneratedTable>;
    const solved = await this.solve(material.name);
    if (!solved.ok) this.failed.abort();
    return solved;
  }

  /** The table where it is there, sound and need not be made anew. */
  private async find(material: Material): Promise<Result<GeneratedTable | undefined>> {
    const { name: table } = material;
    if (this.forced.has(table)) return ok(undefined);
    const found = await this.store.read(material);
    if (found.ok) {
      this.options.onEvent?.({ kind: 'found', table });
      return ok({ table, path: this.store.path(table), seconds: null });
    }
    const { problem } = found;
    if (problem.code === 'missing-table') return ok(undefined);
    if (!damages.has(problem.code)) {
      const way = problem.code.startsWith('mtb-') ? '; --force solves it anew' : '';
      return fail(problem.code, problem.message + way, problem.text);
    }
    this.options.onEvent?.({ kind: 'damaged', table, problem });
    return ok(undefined);
  }

  private async solve(table: string): Promise<Result<GeneratedTable>> {
    const { onEvent, dir, solver = 'reference' } = this.options;
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: SolveProgress) => {
      onEvent?.({ kind: 'progress', table, ...progress });
    });
    const task: SolveTask = { rules: this.store.rules.name, table, dir, solver, port: port2 };
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
    await this.store.removeParts();
  }
}

const INTERRUPTED = 'interrupted';

function interrupted(): Failure {
  return fail(INTERRUPTED, 'interrupted: finished tables are kept, run it again to go on');
}
