import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { python3 } from '../../python3.ts';

/** Runs a script with arguments and returns its output; throws with its error output if it fails. */
export function python(script: string, ...args: string[]): string {
  const ran = spawnSync(python3, ['-c', script, ...args], { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`python3: ${ran.stderr}`);
  return ran.stdout.trim();
}

/** Passes a new folder to `use` and removes it afterwards. */
export async function inFolder<T>(
  use: (path: (name: string) => string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-format-'));
  try {
    return await use((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
