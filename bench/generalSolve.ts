/**
 * Solving a table by the general set solver, without files, as a process of its own:
 *
 *     node dist/bench/generalSolve.js GAME THREADS NAME
 *
 * solves what the table stands on, then the table, and prints {@link SolvedTables} with that table alone as JSON. Takes any table, those
 * of chess too, which chess's own set solver makes otherwise.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { unwrap } from '../src/board/result.ts';
import { type CrewWork, type Followers, follow } from '../src/solve/general/crew.ts';
import { generalThreads } from '../src/solve/general/scope.ts';
import { solveGeneral } from '../src/solve/general/solver.ts';
import type { CountedTable } from '../src/solve/general/workbench.ts';
import { planTables } from '../src/solve/plan.ts';
import { parseMaterial } from '../src/table/material.ts';
import { gameNamed } from './generalGames.ts';
import type { SolvedTables } from './solveTogether.ts';

if (isMainThread) await solveAll();
else {
  parentPort!.on('message', (work: CrewWork) => follow(work));
  parentPort!.postMessage('ready');
}

async function solveAll(): Promise<void> {
  const [game, threads, name] = process.argv.slice(2) as [string, string, string];
  const rules = gameNamed(game);
  const { material: wanted } = unwrap(parseMaterial(name, rules));
  const tables = new Map<string, CountedTable>();
  const solve = (material: typeof wanted, followers?: Followers) =>
    solveGeneral(rules, material, (below) => tables.get(below)!, undefined, followers);
  for (const { material } of planTables(rules, [wanted])) {
    if (material.name !== wanted.name) tables.set(material.name, solve(material));
  }
  const workers = await startWorkers(generalThreads(rules, wanted, Number(threads)) - 1);
  const start = (work: CrewWork) => {
    for (const worker of workers) worker.postMessage(work);
  };
  const usedBefore = process.cpuUsage();
  const began = performance.now();
  const { statistics } = solve(
    wanted,
    workers.length > 0 ? { count: workers.length, start } : undefined,
  );
  const seconds = (performance.now() - began) / 1000;
  const userSeconds = process.cpuUsage(usedBefore).user / 1e6;
  const solved: SolvedTables = {
    tables: [{ table: wanted.name, seconds, userSeconds, statistics }],
  };
  process.stdout.write(JSON.stringify(solved));
  for (const worker of workers) await worker.terminate();
}

/** They have loaded the program before the clock runs. */
async function startWorkers(count: number): Promise<readonly Worker[]> {
  const workers = Array.from({ length: count }, () => new Worker(new URL(import.meta.url)));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return workers;
}
