import type { TestProject } from 'vitest/node';
import { npmRun } from './npmRun.ts';
import { provideOnce } from './provide.ts';

/** For tests of the sources: the only part of them that has to be compiled is the kernel. */
export async function setup(project: TestProject): Promise<void> {
  await provideOnce(project, 'kernel', () => npmRun('kernel'));
}
