import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { isShareable } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { threadCount } from '../store/threads.ts';
import type { Material } from '../table/material.ts';
import { FolderTables } from './folderTables.ts';
import { generate, type PlannedGeneration, planGeneration, type SolverOf } from './generate.ts';
import type { GeneratedTable, GenerationOptions, SolverName, TableEstimate } from './generation.ts';
import { checkSetPlan, type PlannedTable } from './plan.ts';
import { defaultMemory } from './run/availableMemory.ts';
import { NodeThreads } from './run/nodeThreads.ts';
import { SetTeam } from './run/setTeam.ts';
import { SolverChoice } from './solo/choice.ts';
import { SoloPool } from './solo/pool.ts';

export interface FolderOptions extends GenerationOptions {
  readonly dir: string;
  /** Default: sets, and `reference` for tables that they do not take; `sets` refuses those. */
  readonly solver?: SolverName;
  /**
   * Solve each table alone, even if sets take them all: for a part of a plan of which they do not take every table, so
   * that the same values are made as for the whole. Default: no.
   */
  readonly alone?: boolean;
  /** Default: the machine's cores. The tables do not depend on it. Errors: `threads` above 256. */
  readonly threads?: number;
  /** The most bytes that the solver may use. Default: three quarters of the memory of the machine or container. */
  readonly memory?: number;
  /**
   * Bytes of each table's sets that are in the solver's memory at a time. Default: all, or if they do not fit, as many as are
   * good for it. Errors: `window`, if it is too small. Sets only.
   */
  readonly window?: number;
  /** The folder for what a window leaves out and memory has no room for. Default: that of the tables. */
  readonly scratch?: string;
}

export interface GeneratedFile extends GeneratedTable {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Makes the wanted tables and all that they depend on in a folder, as `metatb generate` does. Existing tables are
 * checked and kept. Errors: `rules`, `threads`, `solver` and `memory` before anything starts;
 * `interrupted`, `write`, `read`, `crash`, and those of the native format that only `force` overrules.
 */
export async function generateInFolder(
  rules: RuleSet,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<Result<readonly GeneratedFile[]>> {
  const parts = partsOf(rules, options);
  if (!parts.ok) return parts;
  if (!isShareable(rules)) return refuseStranger(rules, wanted, options);
  const { home, solverOf } = parts.value;
  try {
    const made = await generate(rules, wanted, home, solverOf, options);
    if (!made.ok) return made;
    return ok(made.value as readonly GeneratedFile[]);
  } finally {
    await home.close();
  }
}

/** Why a game is refused that workers cannot make again: what else stands in its way comes first. */
async function refuseStranger(
  rules: RuleSet,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<Failure> {
  const planned = await planInFolder(rules, wanted, options);
  if (!planned.ok) return planned;
  if (!planned.value.job.ok) return planned.value.job;
  const found = `other threads cannot make the game '${rules.name}'`;
  const right = 'it must be built in or of a variants.ini; solveReference solves any in one thread';
  return fail('rules', `${found}: ${right}`, rules.name);
}

/** What {@link generateInFolder} would do, and what is expected of each table; changes nothing. */
export async function planInFolder(
  rules: RuleSet,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<Result<PlannedGeneration & { readonly estimates: ReadonlyMap<string, TableEstimate> }>> {
  const parts = partsOf(rules, options);
  if (!parts.ok) return parts;
  const { home, solverOf } = parts.value;
  const planned = await planGeneration(rules, wanted, home, solverOf, options);
  if (!planned.ok) return planned;
  const { steps, state, solver } = planned.value;
  return ok({ ...planned.value, estimates: solver.estimate(steps, state) });
}

function partsOf(
  rules: RuleSet,
  options: FolderOptions,
): Result<{ readonly home: FolderTables; readonly solverOf: SolverOf }> {
  const { dir, solver, alone = false, memory = defaultMemory(), window, scratch } = options;
  const threads = threadCount(options.threads);
  if (!threads.ok) return threads;
  const most = { dir, threads: threads.value, memory, window, scratch };
  return ok({
    home: new FolderTables(rules, dir),
    solverOf: folderSolver(rules, most, solver, alone),
  });
}

/** Where tables are made, and by how much at most. */
export type FolderLimits = Required<Pick<FolderOptions, 'dir' | 'threads' | 'memory'>> & {
  readonly window?: number | undefined;
  readonly scratch?: string | undefined;
};

/** What solves the tables of a plan into a folder, by at most so many threads and bytes of memory. */
export function folderSolver(
  rules: RuleSet,
  { dir, threads, memory, window, scratch }: FolderLimits,
  solver?: SolverName,
  alone = false,
): SolverOf {
  return (steps) =>
    !alone && isTogether(rules, steps, solver)
      ? new SetTeam(
          rules,
          new NodeThreads(rules, dir, threads, undefined, scratch),
          memory,
          undefined,
          window === undefined ? {} : { bytes: window },
        )
      : new SoloPool(rules, dir, threads, new SolverChoice(rules, memory, solver));
}

/** Do threads solve the tables of this plan together, by sets? */
export function isTogether(
  rules: RuleSet,
  steps: readonly PlannedTable[],
  solver?: SolverName,
): boolean {
  return solver !== 'reference' && checkSetPlan(rules, steps).ok;
}
