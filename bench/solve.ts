/**
 * Solving without files, as a process of its own, so that it can be measured as a whole:
 *
 *     node dist/bench/solve.js RULES THREADS NAMES...
 *
 * solves the tables and what they stand on, as `metatb generate` does, and prints a {@link SolvedTables} as JSON.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { makeShares, type Share, solveTogether, tablesOf } from './solveTogether.ts';

const [ruleSet, threads, ...names] = process.argv.slice(2) as [string, string, ...string[]];

if (isMainThread) {
  const [own, ...others] = makeShares(ruleSet, names, Number(threads));
  for (const share of others) {
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    // A worker that fails leaves the others waiting for it.
    worker.on('error', (error) => {
      throw error;
    });
  }
  const solved = await solveTogether(own!);
  process.stdout.write(JSON.stringify(tablesOf(solved)));
} else {
  await solveTogether(workerData as Share);
}
