import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { provideOnce } from './provide.ts';

/** Solves all tables of three men by both solvers. Runs after the kernel is compiled. */
export async function setup(project: TestProject) {
  let folder: string | undefined;
  await provideOnce(project, 'threeMen', async () => {
    folder = await mkdtemp(join(tmpdir(), 'metatb-three-men-'));
    // Loaded here: setup files are loaded before the first of them has compiled the kernel.
    const { solveThreeMen } = await import('../solve/solveThreeMen.ts');
    for await (const { solver, rules, name, bytes } of solveThreeMen()) {
      const dir = join(folder, solver, rules);
      await mkdir(dir, { recursive: true });
      await writeFile(join(dir, `${name}.mtb`), bytes);
    }
    return folder;
  });
  return async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}
