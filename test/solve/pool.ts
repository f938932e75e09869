import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The compiled Node entry: workers run no TypeScript, so `npm run build` has to come first. The name is put
 * together so that the types can be checked where nothing is compiled yet.
 */
export const compiled = (await import(
  new URL('../../dist/src/node.js', import.meta.url).href
)) as typeof import('../../src/node.ts');

/** A compiled module of src, for what starts workers and is not part of the library. */
export async function compiledModule<T>(path: string): Promise<T> {
  return (await import(new URL(`../../dist/src/${path}.js`, import.meta.url).href)) as T;
}

/** The bytes of every file of one rule set, by name; hidden files, such as half-written ones, included. */
export function filesIn(dir: string, rules: string): Map<string, Buffer> {
  const folder = join(dir, rules);
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Calls `use` with a new folder that is gone afterwards. */
export async function inFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'metatb-generate-'));
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
