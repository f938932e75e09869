import { defineConfig } from 'vitest/config';

// Two at a time: those in one thread leave a core to those that have a pool.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/proofs/**/*.proof.ts'],
    globalSetup: ['test/setup/build.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['verbose'],
  },
});
