import { fail, ok, type Result } from '../board/result.ts';
import { isShareable, refOf } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type PlannedGeneration, planGeneration } from '../solve/generate.ts';
import type { SolverName } from '../solve/generation.ts';
import { folderSolver, isTogether } from '../solve/inFolder.ts';
import type { Material } from '../table/material.ts';
import { expectedSeconds } from './durations.ts';
import { gameKey, type How, type Ledger, type Plan } from './ledger.ts';
import type { SharedStore } from './stores/sharedStore.ts';
import { PATIENCE_MS, StoreTables } from './storeTables.ts';
import { bundleTasks, memoryClass, type Task, USUAL_BUNDLE } from './tasks.ts';

/** What a job needs is told for machines of so many threads; one with more takes fewer if its memory is small. */
const USUAL_THREADS = 4;

export interface RunOptions {
  readonly store: SharedStore;
  readonly version: string;
  readonly solver?: SolverName;
  /** Seconds that brief tables in one job take together. Default: {@link USUAL_BUNDLE}. */
  readonly bundle?: number;
  readonly signal?: AbortSignal;
}

/** The tables of a run: those that are in the store, and those that machines are to make. */
export interface Run {
  readonly game: string;
  readonly how: How;
  readonly planned: PlannedGeneration;
  /** Each after those that it needs. */
  readonly tasks: readonly Task[];
}

/**
 * Plans a run: looks into the store, changes nothing. Errors: `rules`, `solver`, `memory`, `store`, `interrupted`, and those of
 * reading the store.
 */
export async function planRun(
  rules: RuleSet,
  wanted: readonly Material[],
  { store, version, solver, signal }: RunOptions,
): Promise<Result<Run>> {
  if (!isShareable(rules)) {
    const right = 'it must be built in or of a variants.ini';
    return fail(
      'rules',
      `other machines cannot make the game '${rules.name}': ${right}`,
      rules.name,
    );
  }
  const most = { dir: '', threads: USUAL_THREADS, memory: Number.POSITIVE_INFINITY };
  const solverOf = folderSolver(rules, most, solver);
  const tables = new StoreTables(store, rules, { patience: PATIENCE_MS, signal });
  const planned = await planGeneration(rules, wanted, tables, solverOf, signal ? { signal } : {});
  if (!planned.ok) return planned;
  const { steps, state, solver: chosen, job } = planned.value;
  if (!job.ok) return job;
  const how: How = {
    ...{ game: refOf(rules), title: rules.title, fingerprint: rules.fingerprint },
    ...{ version, store: store.name, solver: solver ?? null },
    together: isTogether(rules, steps, solver),
  };
  const estimates = chosen.estimate(steps, state);
  const tasks = steps
    .filter(({ material }) => state.missing.has(material.name))
    .map(({ material, needs }): Task => {
      const { name: table } = material;
      const { bytes } = estimates.get(table)!;
      return { table, needs, bytes, seconds: expectedSeconds(rules, material) };
    });
  return ok({ game: gameKey(rules), how, planned: planned.value, tasks });
}

/** By table of a run: bytes of scratch files, at most, on a machine that has just the memory of the table's class. */
export function scratchBytes(
  rules: RuleSet,
  { how, planned: { steps, state }, tasks }: Run,
): ReadonlyMap<string, number> {
  if (!how.together) return new Map();
  const scratch = new Map<string, number>();
  for (const memory of new Set(tasks.map(({ bytes }) => memoryClass(bytes)))) {
    const machine = { dir: '', threads: USUAL_THREADS, memory };
    const estimates = folderSolver(rules, machine)(steps).estimate(steps, state);
    for (const { table, bytes } of tasks) {
      if (memoryClass(bytes) === memory) scratch.set(table, estimates.get(table)?.scratch ?? 0);
    }
  }
  return scratch;
}

/**
 * Adds a run to the plan of its game, which may have one. One that is finished gives way. Errors: `queue`, if that is of another version, another store or another
 * solver, and not finished.
 */
export async function publishRun(
  { game, how, tasks }: Run,
  ledger: Ledger,
  bundle = USUAL_BUNDLE,
): Promise<Result<Plan>> {
  for (;;) {
    const plan = await ledger.plan(game);
    const other = plan && differenceOf(plan.how, how);
    if (other !== undefined) {
      if (await ledger.retire(game)) continue;
      return fail('queue', other, game);
    }
    const known = new Set(plan?.tasks.map(({ table }) => table));
    const added = tasks.filter(({ table }) => !known.has(table));
    if (plan && added.length === 0) return ok(plan);
    await ledger.publish(game, how, bundleTasks(added, bundle, tasks), added, known.size);
  }
}

/** Why two runs cannot share a plan, if they cannot. */
function differenceOf(found: How, wanted: How): string | undefined {
  const { title } = wanted;
  const right = "let it finish, or 'metatb queue clear' drops it";
  if (found.version !== wanted.version) {
    return `the queue's plan of ${title} is of ${found.version}, and this is ${wanted.version}: ${right}`;
  }
  if (found.store !== wanted.store) {
    return `the queue's plan of ${title} stores into ${found.store}, not into ${wanted.store}: ${right}`;
  }
  if (found.solver !== wanted.solver || found.together !== wanted.together) {
    return `the queue's plan of ${title} is for another solver: ${right}`;
  }
  return undefined;
}
