import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { provideOnce } from './provide.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** Solves all tables of three men by both solvers. Runs after everything is compiled. */
export async function setup(project: TestProject) {
  let folder: string | undefined;
  await provideOnce(project, 'threeMen', async () => {
    folder = await mkdtemp(join(tmpdir(), 'metatb-three-men-'));
    // A process for each rule set: the reference solver takes seconds.
    const reference = ['chess', 'metachess'].map((rules) =>
      solveByReference(rules, join(folder!, 'reference')),
    );
    await Promise.all([...reference, solveBySets(join(folder, 'sets'))]);
    return folder;
  });
  return async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

async function solveByReference(rules: string, dir: string): Promise<void> {
  const how = ['--solver', 'reference', '--threads', '1', '--quiet'];
  const args = ['generate', '--men', '3', '--rules', rules, '--dir', dir, ...how];
  await promisify(execFile)(process.execPath, [main, ...args]);
}

async function solveBySets(dir: string): Promise<void> {
  // Loaded here: setup files are loaded before the first of them has compiled the kernel.
  const { threeMenBySets } = await import('../solve/setTables.ts');
  for await (const { rules, name, bytes } of threeMenBySets()) {
    await mkdir(join(dir, rules), { recursive: true });
    await writeFile(join(dir, rules, `${name}.mtb`), bytes);
  }
}
