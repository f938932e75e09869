import { Piscina } from 'piscina';

/** The modules that worker threads start from, below src; scripts/bundle.mjs bundles each into one file. */
export const workerModules = {
  sets: 'solve/run/nodeWorker',
  reference: 'solve/reference/worker',
  packing: 'store/packWorker',
  reading: 'store/readWorker',
} as const;

/**
 * A pool of at most `most` worker threads, `atOnce` of which are started now (default: one) and the others when there is
 * work for them. The caller must destroy it.
 */
export function startPool(
  worker: keyof typeof workerModules,
  { most, atOnce = 1 }: { readonly most: number; readonly atOnce?: number },
): Piscina {
  return new Piscina({
    // Two folders up from here, and also from where bundling puts this code.
    filename: new URL(`../${workerModules[worker]}.js`, import.meta.url).href,
    minThreads: atOnce,
    maxThreads: most,
  });
}
