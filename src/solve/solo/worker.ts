import { InputError, unwrap } from '../../board/result.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { TableStore } from '../../store/tableStore.ts';
import { parseMaterial } from '../../table/material.ts';
import { countTable } from '../../table/statistics.ts';
import { readSubtables } from '../subtables.ts';
import { soloSolvers } from './solvers.ts';
import type { SolveAnswer, SolveProgress, SolveTask } from './task.ts';

/** Solves one table whose subtables lie in the folder, and writes it there. Runs on a worker of the pool. */
export async function solveTable(task: SolveTask): Promise<SolveAnswer> {
  const began = performance.now();
  try {
    const rules = unwrap(gameOf(task.rules));
    const { material } = unwrap(parseMaterial(task.table, rules));
    const store = new TableStore(rules, task.dir);
    // The other threads of the machine solve other tables.
    const subtables = unwrap(await readSubtables(store, material, { threads: 1 }));
    const table = soloSolvers[task.solver](
      rules,
      material,
      (name) => subtables.get(name)!,
      (done, total) => task.port.postMessage({ done, total } satisfies SolveProgress),
    );
    const { bytes } = unwrap(await store.write(table, table.statistics ?? countTable(table)));
    return { ok: true, seconds: (performance.now() - began) / 1000, bytes };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    task.port.close();
  }
}
