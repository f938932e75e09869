import { type Failure, fail, InputError, ok, type Result } from '../chess/result.ts';
import { MOST_BYTES } from '../kernel/memory.ts';
import { endgameOf } from '../rules/endgame.ts';
import { ruleSets } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { SlabValues } from '../table/values.ts';
import type { TeamProgress } from './control.ts';
import { type MemoryPlan, memoryFor, planMemory } from './memoryPlan.ts';
import type { BothCodes, ShelfMessage } from './memoryShelf.ts';
import { checkSetPlan, planTables, type Step } from './plan.ts';
import { type SolveMessage, type SolveWork, solveShare } from './solveShare.ts';

export interface SolveSettings {
  /** Finished tables by name, as an earlier call has given them: they are not solved again. */
  readonly tables?: ReadonlyMap<string, Table>;
  /**
   * How many threads share the work, by default one a core. Several need a page that is cross-origin isolated and one
   * of the library's own rule sets: else the calling thread does the work alone. The tables do not depend on it.
   */
  readonly workers?: number;
  /** The most bytes that the solver may use besides finished tables; by default all that WebAssembly addresses. */
  readonly memory?: number;
  /** Ends the work; what was done is lost. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SolveEvent) => void;
}

export type SolveEvent =
  /** What is going to be solved, in order. */
  | { readonly kind: 'plan'; readonly steps: readonly Step[] }
  | ({ readonly kind: 'progress'; readonly table: string } & TeamProgress)
  | { readonly kind: 'solved'; readonly table: string };

/** How long one thread works before it lets others have a turn, as the display of a page. */
const TURN_MS = 16;

/**
 * Solves a table and all that it stands on, in memory, in a browser as in Node. Resolves to all these tables by name,
 * those that were given and are needed among them. Errors: `solver` where the rule set or a given table is not one
 * of the set solver's, `solver-royal`, `solver-movement` and `solver-symmetry` where it cannot move the pieces, `memory`,
 * `interrupted`, `crash`.
 */
export async function solve(
  material: Material,
  rules: RuleSet,
  settings: SolveSettings = {},
): Promise<Result<ReadonlyMap<string, Table>>> {
  const { tables = new Map<string, Table>(), signal, onEvent } = settings;
  const plan = planTables(rules, [material]);
  const solvable = checkSetPlan(rules, plan);
  if (!solvable.ok) return solvable;
  const steps = needed(plan, material, tables);
  const ready = readyCodes(steps, tables);
  if (!ready.ok) return ready;
  const missing = steps.filter((step) => !tables.has(step.material.name));
  onEvent?.({ kind: 'plan', steps: missing });

  const results = new Map(steps.flatMap((step) => entryOf(tables, step.material.name)));
  const materials = new Map(plan.map((step) => [step.material.name, step.material]));
  const hear = (message: ShelfMessage) => {
    if (message.kind === 'progress') return onEvent?.(message);
    const { table, codes } = message;
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    results.set(table, { ...endgameOf(rules, materials.get(table)!), values });
    onEvent?.({ kind: 'solved', table });
  };

  const workers = workersFor(rules, settings.workers);
  const names = missing.map((step) => step.material.name);
  const memoryPlan = planMemory(
    rules,
    plan,
    new Set(names),
    workers,
    settings.memory ?? MOST_BYTES,
  );
  if (!memoryPlan.ok) return memoryPlan;
  const memory = memoryFor(memoryPlan.value, workers > 1);
  if (!memory.ok) return memory;
  const work = {
    rules: rules.name,
    table: material.name,
    missing: names,
    memory: memory.value,
    ready: ready.value,
    workers,
  };
  try {
    if (workers > 1) await solveOnWorkers(work, hear, signal);
    else await solveHere(rules, memoryPlan.value, work, hear, signal);
    return ok(results);
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The steps of the plan that lead to the material, where what is given leads no further down. */
function needed(
  plan: readonly Step[],
  { name }: Material,
  tables: ReadonlyMap<string, Table>,
): readonly Step[] {
  const names = new Set([name]);
  for (const { material, needs } of plan.toReversed()) {
    if (!names.has(material.name) || tables.has(material.name)) continue;
    for (const need of needs) names.add(need);
  }
  return plan.filter(({ material }) => names.has(material.name));
}

function entryOf(tables: ReadonlyMap<string, Table>, name: string): [string, Table][] {
  const table = tables.get(name);
  return table ? [[name, table]] : [];
}

function readyCodes(
  steps: readonly Step[],
  tables: ReadonlyMap<string, Table>,
): Result<ReadonlyMap<string, BothCodes>> {
  const ready = new Map<string, BothCodes>();
  for (const { material } of steps) {
    const table = tables.get(material.name);
    if (!table) continue;
    const [white, black] = table.values;
    if (!(white instanceof SlabValues && black instanceof SlabValues)) {
      const why = `table ${material.name} is another solver's: the set solver cannot build on it`;
      return fail('solver', why, material.name);
    }
    ready.set(material.name, [white.codes, black.codes]);
  }
  return ok(ready);
}

function workersFor(rules: RuleSet, wanted: number | undefined): number {
  // Workers find the rule set by its name.
  const known = ruleSets.includes(rules);
  const isolated = globalThis.crossOriginIsolated === true && typeof Worker === 'function';
  if (!known || !isolated) return 1;
  return Math.max(1, wanted ?? navigator.hardwareConcurrency);
}

function interrupted(): Failure {
  return fail('interrupted', 'interrupted before the table was solved');
}

type TeamWork = Omit<SolveWork, 'index' | 'control'>;

async function solveHere(
  rules: RuleSet,
  { steps }: MemoryPlan,
  work: TeamWork,
  hear: (message: ShelfMessage) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  let turn = performance.now();
  const pause = async () => {
    if (performance.now() - turn >= TURN_MS) {
      await otherTasks();
      turn = performance.now();
    }
    if (signal?.aborted) throw new InputError(interrupted().problem);
  };
  await pause();
  await solveShare(rules, steps, { ...work, index: 0, control: new ArrayBuffer(16) }, hear, pause);
}

/** Resolves after the tasks that wait by now. A timer would do too, but pages in the background have slow ones. */
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

/** This thread only looks on: that of a page must not wait for others. */
async function solveOnWorkers(
  work: TeamWork,
  hear: (message: ShelfMessage) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const control = new SharedArrayBuffer(16);
  const team = Array.from(
    { length: work.workers },
    () => new Worker(new URL('./solveWorker.js', import.meta.url), { type: 'module' }),
  );
  const over = new AbortController();
  try {
    const shares = team.map((worker, index) => {
      const ready = index === 0 ? work.ready : new Map();
      return share(worker, { ...work, ready, control, index }, hear);
    });
    await Promise.race([Promise.all(shares), aborted(signal, over.signal)]);
  } finally {
    over.abort();
    // Whoever fails leaves the others waiting for him.
    for (const worker of team) worker.terminate();
  }
}

function share(
  worker: Worker,
  work: SolveWork,
  hear: (message: ShelfMessage) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SolveMessage>) => {
      if (data.kind === 'done') resolve();
      else if (data.kind === 'failed') reject(new InputError(data.problem));
      else hear(data);
    };
    worker.onerror = ({ message }) => {
      const crash = `a worker of the solver did not start or died: ${message}`;
      reject(new InputError(fail('crash', crash).problem));
    };
    worker.postMessage(work);
  });
}

/** Rejects when the signal is given; `over` ends the listening. */
function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new InputError(interrupted().problem));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true, signal: over });
  });
}
