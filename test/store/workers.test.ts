import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { endPool, startPool } from '../../src/store/workers.ts';

const workers = new URL('../../dist/src/store/workers.js', import.meta.url).href;

test('threads require no ES modules, where Node knows such an option', async () => {
  const pool = startPool('packing', { most: 1 });
  const isKnown = process.allowedNodeEnvironmentFlags.has('--experimental-require-module');
  expect(pool.options.execArgv).toEqual(isKnown ? ['--no-experimental-require-module'] : []);
  await endPool(pool);
});

/** Some of these threads are ended while they load what they run: without the option, two of three such processes aborted. */
const ENDS_THREADS = `
  import { endPool, startPool } from '${workers}';
  for (let i = 0; i < 80; i++) {
    const pool = startPool('packing', { most: 2, atOnce: 2 });
    await new Promise((resolve) => setTimeout(resolve, 20 + i));
    await endPool(pool);
  }
`;

test('a process outlives threads that it ends while they start', () => {
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', ENDS_THREADS],
    { encoding: 'utf8' },
  );
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
});
