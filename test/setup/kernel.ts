import type { TestProject } from 'vitest/node';
import { npmRun } from './npmRun.ts';
import { provideOnce } from './provide.ts';

/** For tests of the sources, of which only the kernel has to be compiled. */
export async function setup(project: TestProject): Promise<void> {
  await provideOnce(project, 'kernel', () => npmRun('kernel'));
}
