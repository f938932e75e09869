import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const [kernel, build, tables, chromium] = ['kernel', 'build', 'tables', 'chromium'].map(
  (name) => `test/setup/${name}.ts`,
);
const inFolders = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

const kernelAndFiles = inFolders('kernel', 'format', 'probe', 'python');
const compiled = inFolders('solve', 'store', 'study', 'server', 'queue');
const cli = inFolders('cli', 'docs');
const browser = inFolders('browser', 'web');

const project = (name: string, include: string[], globalSetup: (string | undefined)[]) => ({
  extends: true as const,
  test: { name, include, globalSetup: globalSetup.map(String) },
});

/** Short files that take long: a fresh clone goes by size, and would begin them last. */
const costly = ['test/games/figures.test.ts', 'test/games/randomGames.test.ts'];

/** Projects with the longest files first, so that no worker ends with one of them alone while the other is idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['browser', 'cli', 'solve', 'kernel', 'unit'];
    const isShort = ({ moduleId }: TestSpecification) =>
      Number(!costly.some((file) => moduleId.endsWith(file)));
    // By what the last run measured, if there was one, else by size.
    const sorted = await super.sort(files);
    return sorted.sort(
      (a, b) =>
        order.indexOf(a.project.name) - order.indexOf(b.project.name) || isShort(a) - isShort(b),
    );
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Test files share processes: loading the sources for each was a minute of work.
    isolate: false,
    // Tests make much that dies young. V8 has 16 MiB for it, and collecting took 7 % of the time.
    execArgv: ['--max-semi-space-size=64'],
    // For two cores: a test in Chromium or of another process often waits.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Limits for what hangs. A machine that is busy with other things must not reach them.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...kernelAndFiles, ...compiled, ...cli, ...browser],
          globalSetup: [kernel!],
        },
      },
      // The kernel against its naive twin, files against Python, probes over HTTP: sources alone too, but not in seconds.
      project('kernel', kernelAndFiles, [kernel]),
      project('solve', compiled, [build, tables]),
      project('cli', cli, [build, tables]),
      project('browser', browser, [build, tables, chromium]),
    ],
  },
});
