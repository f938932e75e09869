import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import { generateInFolder } from '../../../src/solve/inFolder.ts';
import { solveTable } from '../../../src/solve/solo/worker.ts';
import { TableStore } from '../../../src/store/tableStore.ts';
import { parseMaterial } from '../../../src/table/material.ts';
import { inFolder } from '../pool.ts';

const losalamos = unwrap(findRuleSet('losalamos'));

afterEach(() => vi.restoreAllMocks());

test.each(['sets', 'reference'] as const)(
  'a worker that solves by %s writes the one file, and starts no threads to read those that it needs',
  (solver) =>
    inFolder(async (dir) => {
      const pawn = unwrap(parseMaterial('KPvk', losalamos)).material;
      unwrap(await generateInFolder(losalamos, [pawn], { dir, solver: 'reference', threads: 1 }));
      const path = join(dir, 'losalamos', 'KPvk.mtb');
      const theirs = readFileSync(path);
      rmSync(path);
      const read = vi.spyOn(TableStore.prototype, 'read');
      const { port1: port } = new MessageChannel();
      const task = {
        rules: { name: 'losalamos' },
        table: 'KPvk',
        solver,
        dir,
        port,
        followers: [],
      };
      expect((await solveTable(task)).ok).toBe(true);
      expect(read.mock.calls.length).toBeGreaterThan(0);
      expect(read.mock.calls.every(([, options]) => options?.threads === 1)).toBe(true);
      expect(readFileSync(path).equals(theirs)).toBe(true);
    }),
);
