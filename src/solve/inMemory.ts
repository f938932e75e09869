import { ok, type Result } from '../board/result.ts';
import { MOST_BYTES } from '../kernel/kernelMemory.ts';
import { isShareable } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { generate } from './generate.ts';
import {
  defaultSolver,
  type GenerateEvent,
  type SolverName,
  type TableSolver,
} from './generation.ts';
import { MemoryTables } from './memoryTables.ts';
import { OwnThreadReference } from './reference/ownThread.ts';
import { SetTeam } from './run/setTeam.ts';
import { OwnThread, WebThreads } from './run/webThreads.ts';

export interface MemoryOptions {
  /** Finished tables by name, from an earlier call, which are not solved again. */
  readonly tables?: ReadonlyMap<string, Table>;
  /** Default: `sets` if the rule set has them, else `reference`, which works in the calling thread. */
  readonly solver?: SolverName;
  /**
   * The number of threads that share the work. Default: one a core. More than one requires a page that is cross-origin
   * isolated and a game that is built in or of a variants.ini; otherwise the calling thread does the work alone. The
   * tables do not depend on it.
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
 * name, including given ones. Errors: `solver` if the set solver was asked for and does not support the rule set or did
 * not make a given table; `memory`, `interrupted`, `crash`.
 */
export async function generateInMemory(
  rules: RuleSet,
  wanted: readonly Material[],
  options: MemoryOptions = {},
): Promise<Result<ReadonlyMap<string, Table>>> {
  const { tables = new Map<string, Table>(), memory = MOST_BYTES } = options;
  const home = new MemoryTables(rules, tables);
  const solver = solverFor(rules, home, memory, options);
  const made = await generate(rules, wanted, home, solver, { ...options, complete: false });
  if (!made.ok) return made;
  return ok(new Map(made.value.map(({ table }) => [table, home.tables.get(table)!])));
}

function solverFor(
  rules: RuleSet,
  home: MemoryTables,
  memory: number,
  { solver = defaultSolver(rules), threads }: MemoryOptions,
): TableSolver {
  if (solver === 'reference') return new OwnThreadReference(rules, home.tables, memory);
  const count = threadsFor(rules, threads);
  const team = count > 1 ? new WebThreads(count, home.ready) : new OwnThread(rules, home.ready);
  return new SetTeam(rules, team, memory);
}

function threadsFor(rules: RuleSet, wanted: number | undefined): number {
  const isolated = globalThis.crossOriginIsolated === true && typeof Worker === 'function';
  if (!isolated || !isShareable(rules)) return 1;
  return Math.max(1, wanted ?? navigator.hardwareConcurrency);
}
