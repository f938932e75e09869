import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import type { CrewWork, Followers } from '../../../src/solve/general/crew.ts';
import { PRESENT } from '../../../src/solve/general/crew.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { planTables } from '../../../src/solve/plan.ts';
import type { Table } from '../../../src/table/table.ts';
import type { PlyValues } from '../../../src/table/values.ts';
import { materialOf } from '../solved.ts';

/** Threads of their own, which are there before the leader begins. */
function threads(count: number): Followers & { readonly ended: Promise<number>[] } {
  const ended: Promise<number>[] = [];
  const start = (work: CrewWork) => {
    for (let i = 0; i < count; i++) {
      const worker = new Worker(new URL('./crewWorker.mjs', import.meta.url), { workerData: work });
      ended.push(new Promise((resolve) => worker.once('exit', resolve)));
    }
    const words = new Int32Array(work.words);
    for (let look = 0; Atomics.load(words, PRESENT) < count; look++) {
      if (look === 1000) throw new Error('the followers do not come');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  };
  return { count, start, ended };
}

/** Of each side's values. */
function bytesOf({ values }: Table): Buffer[] {
  return values.map((side) => {
    const { plies } = side as PlyValues;
    return Buffer.from(plies.buffer, plies.byteOffset, plies.byteLength);
  });
}

// With passes, goals, forced captures and explosions; tables that need few others.
test.each([
  ['reach', 'KRvkr', 1],
  ['kingofthehill', 'KRvkn', 2],
  ['antichess', 'NNvnn', 1],
  ['atomic', 'KQvkr', 1],
])('several threads make the same table of %s %s as one', async (game, name, count) => {
  const rules = unwrap(findRuleSet(game));
  const material = materialOf(rules, name);
  const tables = new Map<string, Table>();
  const below = (each: string) => tables.get(each)!;
  for (const { material: each } of planTables(rules, [material])) {
    if (each.name !== name) tables.set(each.name, solveGeneral(rules, each, below));
  }
  const alone = solveGeneral(rules, material, below);
  const followers = threads(count);
  const shared = solveGeneral(rules, material, below, undefined, followers);
  expect(shared.statistics).toEqual(alone.statistics);
  expect(bytesOf(shared).map((bytes, side) => bytes.equals(bytesOf(alone)[side]!))).toEqual([
    true,
    true,
  ]);
  // All are sent home.
  expect(await Promise.all(followers.ended)).toEqual(new Array(count).fill(0));
});

test('followers that no leader needs any more go home, and so do those that come late', async () => {
  const rules = unwrap(findRuleSet('kingofthehill'));
  const tables = new Map<string, Table>();
  const below = (each: string) => tables.get(each)!;
  const kings = materialOf(rules, 'Kvk');
  tables.set('Kvk', solveGeneral(rules, kings, below));
  const material = materialOf(rules, 'KRvk');
  const ended: Promise<number>[] = [];
  const late: Followers = {
    count: 2,
    start(work) {
      for (let i = 0; i < 2; i++) {
        const worker = new Worker(new URL('./crewWorker.mjs', import.meta.url), {
          workerData: work,
        });
        ended.push(new Promise((resolve) => worker.once('exit', resolve)));
      }
    },
  };
  const failing = () => {
    throw new Error('no such table');
  };
  const pawn = materialOf(rules, 'KPvk');
  expect(() => solveGeneral(rules, pawn, failing, undefined, late)).toThrow('no such table');
  const table = solveGeneral(rules, material, below, undefined, late);
  expect(table.statistics).toEqual(solveGeneral(rules, material, below).statistics);
  expect(await Promise.all(ended)).toEqual([0, 0, 0, 0]);
});
