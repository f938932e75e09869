import { InputError, type Result, unwrap } from '../chess/result.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { TableStore } from '../store/tableStore.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { planTables } from './plan.ts';
import { solveReference } from './reference.ts';
import type { SolveAnswer, SolveProgress, SolveTask } from './task.ts';

/** Solves one table whose subtables lie in the folder, and writes it there. Runs on a worker of the pool. */
export async function solveTable(task: SolveTask): Promise<SolveAnswer> {
  const began = performance.now();
  try {
    const rules = unwrap(findRuleSet(task.rules));
    const { material } = unwrap(parseMaterial(task.table, rules.army));
    const store = new TableStore(rules, task.dir);
    const subtables = await readSubtables(rules, material, store);
    const table = solveReference(
      rules,
      material,
      (name) => subtables.get(name)!,
      (done, total) => task.port.postMessage({ done, total } satisfies SolveProgress),
    );
    const written = unwrap(await store.write(table));
    return { ok: true, ...written, seconds: (performance.now() - began) / 1000 };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    task.port.close();
  }
}

async function readSubtables(
  rules: RuleSet,
  material: Material,
  store: TableStore,
): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  const steps = planTables(rules, [material]);
  const { needs } = steps.at(-1)!;
  for (const step of steps) {
    if (!needs.includes(step.material.name)) continue;
    const table: Result<Table> = await store.read(step.material);
    tables.set(step.material.name, unwrap(table));
  }
  return tables;
}
