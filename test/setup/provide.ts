import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  /** Made once, before the first test, for all test files of all projects. */
  interface ProvidedContext {
    /** Scripts of package.json that have run. */
    kernel: true;
    build: true;
    /** A folder for each solver, `sets` and `reference`, with every table of three men of chess and metachess. Read-only. */
    threeMen: string;
    /** The address of a running Chromium, empty if none is installed. */
    chromium: string;
    /** A folder with test/browser/page.html, bundled with the compiled library. Read-only. */
    libraryPage: string;
  }
}

/** Provides what `make` resolves to, unless another project has done so. Returns whether it was made. */
export async function provideOnce<K extends keyof ProvidedContext & string>(
  project: TestProject,
  key: K,
  make: () => Promise<ProvidedContext[K]>,
): Promise<boolean> {
  // All projects inherit what the root project provides.
  const root = project.vitest.getRootProject();
  if (key in root.getProvidedContext()) return false;
  root.provide(key, await make());
  return true;
}
