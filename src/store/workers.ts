import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { fail, ok, type Result } from '../chess/result.ts';

/** The modules that worker threads start from, below src; scripts/bundle.mjs bundles each into one file. */
export const workerModules = {
  sets: 'solve/run/nodeWorker',
  reference: 'solve/reference/worker',
  packing: 'store/packWorker',
} as const;

/** More threads than this gain nothing: they share the slabs of one table, and each takes a megabyte and more. */
const MOST_THREADS = 256;

/** The number of threads to use: `wanted`, by default one a core. Errors: `threads`. */
export function threadCount(wanted: number | undefined): Result<number> {
  if (wanted === undefined) return ok(Math.min(availableParallelism(), MOST_THREADS));
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_THREADS) return ok(wanted);
  const cores = availableParallelism();
  const why = `this machine runs ${cores} at once, and more than ${MOST_THREADS} are not supported`;
  return fail('threads', `${wanted} threads: ${why}`, String(wanted));
}

/** A pool of at most `most` worker threads, each started when there is work for it. The caller must destroy it. */
export function startPool(
  worker: keyof typeof workerModules,
  { most }: { readonly most: number },
): Piscina {
  return new Piscina({
    // Two folders up from here, and also from where bundling puts this code.
    filename: new URL(`../${workerModules[worker]}.js`, import.meta.url).href,
    minThreads: 1,
    maxThreads: most,
  });
}
