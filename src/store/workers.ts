import { Piscina } from 'piscina';
import { type workerModules, workerUrl } from './workerModules.ts';

/**
 * A pool of at most `most` worker threads, `atOnce` of which are started now (default: one) and the others when there is
 * work for them. The caller must destroy it.
 */
export function startPool(
  worker: keyof typeof workerModules,
  { most, atOnce = 1 }: { readonly most: number; readonly atOnce?: number },
): Piscina {
  return new Piscina({ filename: workerUrl(worker).href, minThreads: atOnce, maxThreads: most });
}
