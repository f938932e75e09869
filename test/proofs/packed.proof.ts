import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allMaterials } from '../../src/table/material.ts';

const script = 'dist/scripts/packed.js';
const ruleSets = [chess, metachess];

let dir: string;

/** Runs the part `packed` of the long proofs for tables of up to four men. Rejects if it does not exit with 0. */
async function run(rules: string): Promise<readonly string[]> {
  const args = ['--rules', rules, '--men', '3,4', '--dir', join(dir, rules), '--threads', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
  return stdout.trim().split('\n');
}

/** What it prints, by rule set; one on each core. */
const told = new Map<string, Promise<readonly string[]>>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-packed-'));
  for (const { name } of ruleSets) told.set(name, run(name));
  await Promise.all(told.values());
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe.each(ruleSets)(
  'packed tables of $name of three and four men hold what was solved',
  (rules) => {
    const names = [3, 4]
      .flatMap((men) => allMaterials(men, rules))
      .filter(({ men }) => !rules.isSettled(men))
      .map(({ name }) => name);

    it.each(names)('every code of %s', async (name) => {
      const lines = (await told.get(rules.name))!.filter((line) => line.includes(` ${name} `));
      expect(lines).toEqual([expect.stringMatching(/ [\d,]+ codes as solved, /)]);
    });

    it('all of them, and none is compared again', async () => {
      expect(names).toHaveLength(35);
      const all = expect.stringMatching(/^35 tables of .*, 190,749,696 codes: all as solved$/);
      expect(await told.get(rules.name)).toContainEqual(all);
      const [before, again] = await run(rules.name);
      expect(before).toBe(`35 tables of ${rules.name} compared before`);
      expect(again).toEqual(all);
    });
  },
);
