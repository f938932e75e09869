import { ok, type Result } from '../board/result.ts';
import type { ReadOptions, TableStore } from '../store/tableStore.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { planTables } from './plan.ts';

/**
 * The tables that a move out of this one leads to, by name: its values follow from theirs. Errors: those of reading a
 * table.
 */
export async function readSubtables(
  store: TableStore,
  material: Material,
  options?: ReadOptions,
): Promise<Result<ReadonlyMap<string, Table>>> {
  const steps = planTables(store.rules, [material]);
  const needs = new Set(steps.at(-1)!.needs);
  const subtables = new Map<string, Table>();
  for (const step of steps) {
    if (!needs.has(step.material.name)) continue;
    const table = await store.read(step.material, options);
    if (!table.ok) return table;
    subtables.set(step.material.name, table.value);
  }
  return ok(subtables);
}
