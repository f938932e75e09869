import { defineConfig } from 'vitest/config';

// Two at a time: those in one thread leave a core to those that have a pool.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/proofs/**/*.proof.ts'],
    globalSetup: ['test/setup/build.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Against what hangs alone: how long a proof takes depends on what else the machine does.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    reporters: ['verbose'],
  },
});
