import { ok, type Result } from '../board/result.ts';
import { MOST_BYTES } from '../kernel/kernelMemory.ts';
import { isShareable } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { generate } from './generate.ts';
import type { GenerateEvent, SolverName, TableSolver } from './generation.ts';
import { MemoryTables } from './memoryTables.ts';
import { checkSetPlan, type PlannedTable } from './plan.ts';
import { SetTeam } from './run/setTeam.ts';
import { OwnThread, WebThreads } from './run/webThreads.ts';
import { SolverChoice } from './solo/choice.ts';
import { SoloOwnThread } from './solo/ownThread.ts';

export interface MemoryOptions {
  /** Finished tables by name, from an earlier call, which are not solved again, but for plies where threads need codes. */
  readonly tables?: ReadonlyMap<string, Table>;
  /** Default: sets, and `reference` for tables that they do not take; `sets` refuses those. */
  readonly solver?: SolverName;
  /**
   * The number of threads that share the work on what is solved by sets. Default: one a core. More than one requires a
   * page that is cross-origin isolated and a game that is built in or of a variants.ini; otherwise
   * the calling thread does the work alone, as it does on small tables. The tables do not depend on it.
   */
  readonly threads?: number;
  /** The most bytes that the solver may use besides finished tables; by default all that WebAssembly can address. */
  readonly memory?: number;
  /** Stops the work. Tables finished by this call are lost. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GenerateEvent) => void;
}

/**
 * Makes the wanted tables and all that they depend on, in memory, in browsers and in Node. Resolves to all of them by
 * name, including given ones. Errors: `solver` if sets were asked for and do not take a table; `memory`, `interrupted`,
 * `crash`.
 */
export async function generateInMemory(
  rules: RuleSet,
  wanted: readonly Material[],
  options: MemoryOptions = {},
): Promise<Result<ReadonlyMap<string, Table>>> {
  const { tables = new Map<string, Table>(), memory = MOST_BYTES } = options;
  const home = new MemoryTables(rules, tables);
  const solverOf = (steps: readonly PlannedTable[]) =>
    solverFor(rules, steps, home, memory, options);
  const made = await generate(rules, wanted, home, solverOf, { ...options, complete: false });
  if (!made.ok) return made;
  return ok(new Map(made.value.map(({ table }) => [table, home.tables.get(table)!])));
}

function solverFor(
  rules: RuleSet,
  steps: readonly PlannedTable[],
  home: MemoryTables,
  memory: number,
  { solver, threads }: MemoryOptions,
): TableSolver {
  const count = threadsFor(rules, threads);
  if (solver === 'reference' || !checkSetPlan(rules, steps).ok) {
    const choice = new SolverChoice(rules, memory, solver);
    return new SoloOwnThread(rules, home.tables, choice, count);
  }
  const team = count > 1 ? new WebThreads(count, home.ready) : new OwnThread(rules, home.ready);
  return new SetTeam(rules, team, memory);
}

function threadsFor(rules: RuleSet, wanted: number | undefined): number {
  const isolated = globalThis.crossOriginIsolated === true && typeof Worker === 'function';
  if (!isolated || !isShareable(rules)) return 1;
  return Math.max(1, wanted ?? navigator.hardwareConcurrency);
}
