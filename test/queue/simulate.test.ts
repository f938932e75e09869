import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { criticalPath, simulate } from '../../src/queue/simulate.ts';
import { type Bundle, criticalSeconds } from '../../src/queue/tasks.ts';

/** A bundle of one table. */
function job(table: string, seconds: number, ...needs: readonly string[]): Bundle {
  return { id: table, tables: [table], needs, bytes: 0, seconds };
}

/** a and b are needed by c, b alone by d. */
const cross = [job('a', 3), job('b', 2), job('c', 4, 'a', 'b'), job('d', 1, 'b')];

describe('machines that share a queue', () => {
  test.each([
    ['nothing to do', [], 3, { seconds: 0, speedUp: 1 }],
    ['one machine makes all in turn', cross, 1, { seconds: 10, speedUp: 1, busy: 1 }],
    // a 0-3, c 3-7; b 0-2, d 2-3.
    ['two machines', cross, 2, { seconds: 7, speedUp: 10 / 7, busy: 5 / 7 }],
    ['more machines wait for the longest chain', cross, 9, { seconds: 7, busy: 10 / 63 }],
    [
      'a chain leaves all machines but one idle',
      [job('a', 1), job('b', 2, 'a'), job('c', 3, 'b')],
      4,
      { seconds: 6, speedUp: 1, busy: 1 / 4 },
    ],
    [
      'the first of a long chain goes before a longer table that nothing waits for',
      [job('long', 5), job('a', 1), job('b', 8, 'a')],
      1,
      { seconds: 14 },
    ],
    // a 0-1, b 1-9; long 0-5.
    [
      'so that two machines end with the chain',
      [job('long', 5), job('a', 1), job('b', 8, 'a')],
      2,
      { seconds: 9 },
    ],
    ['tables that are there already are not waited for', [job('a', 2, 'there')], 1, { seconds: 2 }],
  ])('%s', (_, bundles, machines, expected) => {
    const simulation = simulate(bundles, machines, 0);
    expect(simulation.machines).toBe(machines);
    for (const [name, value] of Object.entries(expected)) {
      expect(simulation[name as keyof typeof expected], name).toBeCloseTo(value, 9);
    }
  });

  test('take the overhead for each bundle', () => {
    expect(simulate(cross, 1, 0.5).seconds).toBe(12);
    expect(simulate(cross, 2, 0.5).seconds).toBe(8);
  });

  /** Each job may need some of those before it. */
  const graphs = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.array(fc.nat(), { maxLength: 3 })), {
      minLength: 1,
      maxLength: 40,
    })
    .map((jobs) =>
      jobs.map(([seconds, needs], i) => {
        const before = i === 0 ? [] : needs.map((need) => `t${need % i}`);
        return job(`t${i}`, seconds, ...new Set(before));
      }),
    );

  test('need at least the longest chain and their share of the work, and at most Graham’s bound', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 9 }), (bundles, machines) => {
        const { seconds, speedUp, busy } = simulate(bundles, machines, 0);
        const work = bundles.reduce((sum, each) => sum + each.seconds, 0);
        const longest = Math.max(...criticalSeconds(bundles).values());
        expect(seconds).toBeGreaterThanOrEqual(Math.max(longest, work / machines) - 1e-9);
        // Graham, Bounds on Multiprocessing Timing Anomalies (1969): what any list schedule keeps.
        expect(seconds).toBeLessThanOrEqual(work / machines + longest * (1 - 1 / machines) + 1e-9);
        expect(speedUp * seconds).toBeCloseTo(work, 6);
        expect(busy).toBeCloseTo(speedUp / machines, 9);
        expect(simulate(bundles, bundles.length, 0).seconds).toBe(longest);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the critical path', () => {
  test('is the chain that takes longest, with what each bundle takes besides', () => {
    const path = criticalPath(cross, 0.5);
    expect(path.map(({ id, seconds }) => [id, seconds])).toEqual([
      ['a', 3.5],
      ['c', 4.5],
    ]);
    // Many brief tables, each with the overhead, are longer than one.
    const brief = [job('long', 3), job('a', 1), job('b', 1, 'a')];
    expect(criticalPath(brief, 0.1).map(({ id }) => id)).toEqual(['long']);
    expect(criticalPath(brief, 2).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(criticalPath([], 1)).toEqual([]);
  });
});
