import { failureOf, unwrap } from '../../board/result.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { TableStore } from '../../store/tableStore.ts';
import { parseMaterial } from '../../table/material.ts';
import { countTable } from '../../table/statistics.ts';
import { type CrewWork, type Followers, follow } from '../general/crew.ts';
import { readSubtables } from '../subtables.ts';
import { soloSolvers } from './solvers.ts';
import type { FollowTask, SolveAnswer, SolveProgress, SolveTask } from './task.ts';

/** Shares the work on a table with the thread that solves it. Runs on a worker of the pool. */
export async function followSolver({ port }: FollowTask): Promise<void> {
  const work = await new Promise<CrewWork | undefined>((resolve) => {
    port.once('message', resolve);
    port.once('close', () => resolve(undefined));
  });
  port.close();
  if (work) follow(work);
}

/** Solves one table whose subtables lie in the folder, and writes it there. Runs on a worker of the pool. */
export async function solveTable(task: SolveTask): Promise<SolveAnswer> {
  const began = performance.now();
  try {
    const rules = unwrap(gameOf(task.rules));
    const { material } = unwrap(parseMaterial(task.table, rules));
    const store = new TableStore(rules, task.dir);
    // The other threads of the machine solve other tables, or wait for this one.
    const subtables = unwrap(await readSubtables(store, material, { threads: 1 }));
    const table = soloSolvers[task.solver](
      rules,
      material,
      (name) => subtables.get(name)!,
      (done, total) => task.port.postMessage({ done, total } satisfies SolveProgress),
      followersOf(task),
    );
    const { bytes } = unwrap(await store.write(table, table.statistics ?? countTable(table)));
    return { ok: true, seconds: (performance.now() - began) / 1000, bytes };
  } catch (error) {
    return failureOf(error);
  } finally {
    task.port.close();
    for (const port of task.followers) port.close();
  }
}

function followersOf({ followers }: SolveTask): Followers | undefined {
  if (followers.length === 0) return undefined;
  return {
    count: followers.length,
    start(work) {
      for (const port of followers) port.postMessage(work);
    },
  };
}
