/** The modules that worker threads start from, below src; scripts/bundle.mjs bundles each into one file. */
export const workerModules = {
  sets: 'solve/run/nodeWorker',
  solo: 'solve/solo/worker',
  packing: 'store/packWorker',
  reading: 'store/readWorker',
  trial: 'server/games/trialWorker',
  sampling: 'solve/sample/worker',
  upload: 'server/uploads/uploadWorker',
  search: 'cli/engine/searchWorker',
  study: 'cli/study/studyWorker',
} as const;

/** Workers run no TypeScript: beside the sources, as in tests, they are those of the last build. */
const SRC = import.meta.url.endsWith('.ts') ? '../../dist/src/' : '../';

/** Where a worker's module is. */
export function workerUrl(worker: keyof typeof workerModules): URL {
  // Relative to the folder above this one, and also to that above where bundling puts this code.
  return new URL(`${SRC}${workerModules[worker]}.js`, import.meta.url);
}
