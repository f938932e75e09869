import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundleTasks, criticalSeconds, memoryClass, type Task } from '../../src/queue/tasks.ts';

const task = (table: string, needs: readonly string[] = [], seconds = 1, bytes = 1): Task => {
  return { table, needs, seconds, bytes };
};

describe('brief tables share a job', () => {
  test('if they need nothing of one another, up to the limit', () => {
    const bundles = bundleTasks([task('a'), task('b'), task('c')], 2);
    expect(bundles.map(({ tables }) => tables)).toEqual([['a', 'b'], ['c']]);
  });

  test('if one needs the other, in that order', () => {
    const bundles = bundleTasks([task('a'), task('b', ['a']), task('c', ['b'])], 3);
    expect(bundles.map(({ tables }) => tables)).toEqual([['a', 'b', 'c']]);
  });

  test('but not if one of them would wait for a third job', () => {
    // c could join a only if b, which needs a, were made before: two jobs would wait for each other.
    const bundles = bundleTasks([task('a'), task('b', ['a'], 9), task('c', ['a', 'b'])], 4);
    expect(bundles.map(({ tables }) => tables)).toEqual([['a'], ['b'], ['c']]);
    expect(bundles[2]).toMatchObject({ needs: ['a', 'b'] });
  });

  test('nor if it would wait for a job of an earlier plan that waits for this one', () => {
    const [a, b, c] = [task('a'), task('b', ['a']), task('c', ['a', 'b'])];
    const bundles = bundleTasks([a, c], 3, [a, b, c]);
    expect(bundles.map(({ tables }) => tables)).toEqual([['a'], ['c']]);
  });

  test('and a long one has a job of its own', () => {
    expect(bundleTasks([task('a', [], 9), task('b', [], 9)], 2)).toHaveLength(2);
  });

  test('with the memory of the largest, the time of all, and what others must make before', () => {
    const [bundle] = bundleTasks([task('a', ['x'], 1, 7), task('b', ['a', 'y'], 2, 3)], 5);
    expect(bundle).toEqual({
      id: 'a',
      tables: ['a', 'b'],
      needs: ['x', 'y'],
      bytes: 7,
      seconds: 3,
    });
  });
});

/** Plans of up to 30 tables, each of which needs some of those before it. */
const plans = fc
  .array(fc.tuple(fc.array(fc.nat(29), { maxLength: 4 }), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((rows) =>
    rows.map(([below, tenths], i) => {
      const needs = [...new Set(below.filter((each) => each < i).map(String))];
      return task(String(i), needs, tenths / 10);
    }),
  );

test('jobs hold every table of a plan once, and can be done one after another', () => {
  fc.assert(
    fc.property(plans, (tasks) => {
      const bundles = bundleTasks(tasks, 2);
      expect(bundles.flatMap(({ tables }) => tables).sort()).toEqual(
        tasks.map(({ table }) => table).sort(),
      );
      const done = new Set<string>();
      for (let left = [...bundles]; left.length > 0; ) {
        const ready = left.filter(({ needs }) => needs.every((name) => done.has(name)));
        expect(ready, 'jobs that can be done').not.toEqual([]);
        for (const { tables } of ready) {
          for (const table of tables) {
            const { needs } = tasks.find((each) => each.table === table)!;
            expect(needs.filter((name) => !done.has(name))).toEqual([]);
            done.add(table);
          }
        }
        left = left.filter((each) => !ready.includes(each));
      }
    }),
  );
});

test('the critical path is the longest chain of jobs', () => {
  const bundles = bundleTasks(
    [task('a', [], 5), task('b', ['a'], 5), task('c', ['a'], 8), task('d', ['b'], 9)],
    1,
  );
  expect(Object.fromEntries(criticalSeconds(bundles))).toEqual({ a: 19, b: 14, c: 8, d: 9 });
});

test('classes of memory are powers of two, from half a GiB on', () => {
  const gib = 2 ** 30;
  const found = [1, gib / 2, gib / 2 + 1, gib, 3 * gib, 17 * gib].map(memoryClass);
  expect(found).toEqual([gib / 2, gib / 2, gib, gib, 4 * gib, 32 * gib]);
});
