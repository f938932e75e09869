/**
 * Puts what a process of its own starts from into few files: the command line, the workers, and the process that
 * benchmarks measure. Loading sixty modules takes as long as solving a table of four men. Runs after tsc; the library's
 * modules stay as they are, for bundlers to choose from.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { workerModules } from '../dist/src/store/workerModules.js';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');

// Apart from the rest, because it loads its commands one by one: that would cut what workers share into small files.
await bundle(['src/cli/main']);
await bundle([...Object.values(workerModules).map((name) => `src/${name}`), 'bench/solve']);

async function bundle(entries) {
  const files = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: 'node',
    // What is installed beside it stays there.
    external: (id) => !/^[./]/.test(id),
  });
  await files.write({
    dir: dist,
    entryFileNames: '[name].js',
    // In a folder of src like the modules in it: store/workerModules.ts finds workers from there.
    chunkFileNames: 'src/solve/[name]-[hash].js',
  });
}
