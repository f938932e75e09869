import { ok, type Result } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type PackedTable, packTables } from '../store/pack.ts';
import { threadCount } from '../store/threads.ts';
import type { Material } from '../table/material.ts';
import { FolderTables } from './folderTables.ts';
import { generate, type PlannedGeneration, planGeneration } from './generate.ts';
import type { GeneratedTable, GenerationOptions, SolverName, TableSolver } from './generation.ts';
import { planTables } from './plan.ts';
import { ReferencePool } from './reference/pool.ts';
import { defaultMemory } from './run/availableMemory.ts';
import { NodeThreads } from './run/nodeThreads.ts';
import { SetTeam } from './run/setTeam.ts';

export interface FolderOptions extends GenerationOptions {
  readonly dir: string;
  /** Default: `sets` if the rule set has them, else `reference`. */
  readonly solver?: SolverName;
  /** Default: the machine's cores. The tables do not depend on it. Errors: `threads` above 256. */
  readonly threads?: number;
  /** The most bytes that the set solver may use. Default: three quarters of the memory of the machine or container. */
  readonly memory?: number;
  /** Pack the files once all are solved, to between a tenth and a third of their size. Default: yes. */
  readonly pack?: boolean;
}

export interface GeneratedFile extends GeneratedTable {
  readonly path: string;
  /** The result of packing the file; absent if it was packed before or cannot be packed. */
  readonly packed?: PackedTable;
}

/**
 * Makes the wanted tables and all that they depend on in a folder, as `metatb generate` does. Existing tables are
 * checked and kept. Errors: `threads`, `too-many-men`, `solver` and `memory` before anything starts;
 * `interrupted`, `write`, `read`, `crash`, and those of the native format that only `force` overrules.
 */
export async function generateInFolder(
  rules: RuleSet,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<Result<readonly GeneratedFile[]>> {
  const parts = partsOf(rules, options);
  if (!parts.ok) return parts;
  const { home, solver } = parts.value;
  try {
    const made = await generate(rules, wanted, home, solver, options);
    if (!made.ok) return made;
    const packed = await packAll(rules, wanted, made.value, options);
    if (!packed.ok) return packed;
    const byName = new Map(packed.value.map((each) => [each.table, each]));
    return ok(
      made.value.map((each) => {
        const found = byName.get(each.table);
        const file = { ...each, path: home.pathOf(each.table) };
        return found ? { ...file, packed: found } : file;
      }),
    );
  } finally {
    await solver.close();
    await home.close();
  }
}

/** What {@link generateInFolder} would do, and how many bytes each table takes; changes nothing. */
export async function planInFolder(
  rules: RuleSet,
  wanted: readonly Material[],
  options: FolderOptions,
): Promise<
  Result<PlannedGeneration & { readonly bytes: ReadonlyMap<string, number> | undefined }>
> {
  const parts = partsOf(rules, options);
  if (!parts.ok) return parts;
  const { home, solver } = parts.value;
  try {
    const planned = await planGeneration(rules, wanted, home, solver, options);
    if (!planned.ok) return planned;
    return ok({ ...planned.value, bytes: solver.estimate(planned.value.steps) });
  } finally {
    await solver.close();
  }
}

export function defaultSolver(rules: RuleSet): SolverName {
  return rules.setwise ? 'sets' : 'reference';
}

function partsOf(
  rules: RuleSet,
  options: FolderOptions,
): Result<{ readonly home: FolderTables; readonly solver: TableSolver }> {
  const { dir, solver = defaultSolver(rules), memory = defaultMemory() } = options;
  const threads = threadCount(options.threads);
  if (!threads.ok) return threads;
  return ok({
    home: new FolderTables(rules, dir),
    solver:
      solver === 'sets'
        ? new SetTeam(rules, new NodeThreads(dir, threads.value), memory)
        : new ReferencePool(rules, dir, threads.value),
  });
}

async function packAll(
  rules: RuleSet,
  wanted: readonly Material[],
  made: readonly GeneratedTable[],
  { dir, threads, pack = true, signal, onEvent }: FolderOptions,
): Promise<Result<readonly PackedTable[]>> {
  if (!pack) return ok([]);
  const names = new Set(made.map(({ table }) => table));
  const materials = planTables(rules, wanted)
    .map(({ material }) => material)
    .filter(({ name }) => names.has(name));
  return packTables(rules, materials, {
    dir,
    ...(threads === undefined ? {} : { threads }),
    ...(signal ? { signal } : {}),
    onProgress: (done, total) => onEvent?.({ kind: 'packing', done, total }),
  });
}
