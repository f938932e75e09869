import type { TestProject } from 'vitest/node';
import { npmRun } from './npmRun.ts';
import { provideOnce } from './provide.ts';

/** For tests of compiled code: workers, the command line, the page. */
export async function setup(project: TestProject): Promise<void> {
  await provideOnce(project, 'build', () => npmRun('build'));
}
