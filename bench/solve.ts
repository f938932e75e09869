/**
 * Solving without files, as a process of its own, so that it can be measured as a whole:
 *
 *     node dist/bench/solve.js RULES THREADS NAMES...
 *
 * solves the tables and what they stand on, as `metatb generate` does, and prints a {@link SolvedTables} as JSON.
 */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { Share } from './solveTogether.ts';

const [ruleSet, threads, ...names] = process.argv.slice(2) as [string, string, ...string[]];
const workers = Array.from({ length: isMainThread ? Number(threads) - 1 : 0 }, () => {
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  // A worker that fails leaves the others waiting for it.
  return worker.on('error', (error) => {
    throw error;
  });
});
// Imported only now, while the workers load it too.
const { makeShares, solveTogether, tablesOf } = await import('./solveTogether.ts');

if (isMainThread) {
  const [own, ...others] = makeShares(ruleSet, names, workers.length + 1);
  for (const [i, share] of others.entries()) workers[i]!.postMessage(share);
  for (const worker of workers.slice(others.length)) void worker.terminate();
  const solved = await solveTogether(own!);
  process.stdout.write(JSON.stringify(tablesOf(solved)));
} else {
  parentPort!.once('message', (share: Share) => void solveTogether(share));
}
