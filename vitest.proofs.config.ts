import { defineConfig } from 'vitest/config';

// Proofs take minutes each: one at a time, so that each has the machine's cores for its own pool.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/proofs/**/*.proof.ts'],
    globalSetup: ['test/setup/build.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['verbose'],
  },
});
