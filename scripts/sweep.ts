import { rm } from 'node:fs/promises';
import type { PlannedTable } from '../src/solve/plan.ts';
import type { TableStore } from '../src/store/tableStore.ts';
import type { Material } from '../src/table/material.ts';

/** Smaller tables take little disk. */
const SWEPT_MEN = 5;

/** A table that the script has generated, not found. */
export interface MadeTable {
  readonly material: Material;
  readonly store: TableStore;
}

/** Deletes the large ones of these tables, except for those that are still to be looked at or built on. */
export async function sweep(
  made: Iterable<MadeTable>,
  ahead: Iterable<PlannedTable>,
): Promise<void> {
  const kept = new Set([...ahead].flatMap(({ material, needs }) => [material.name, ...needs]));
  for (const { material, store } of made) {
    if (material.men.length < SWEPT_MEN || kept.has(material.name)) continue;
    await rm(store.path(material.name), { force: true });
  }
}
