import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { formatBytes } from '../../../src/format/byteCount.ts';
import { MOST_BYTES } from '../../../src/kernel/kernelMemory.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { availableMemory } from '../../../src/solve/run/availableMemory.ts';
import {
  memoryOfSteps,
  planMemory,
  reusedRun,
  type SolveStep,
} from '../../../src/solve/run/memoryPlan.ts';
import { workersFor } from '../../../src/solve/run/workers.ts';
import { materialOf } from '../solved.ts';

function planOf(name: string, allowed: number, workers = 2) {
  const steps = planTables(metachess, [materialOf(metachess, name)]);
  const missing = new Set(steps.map(({ material }) => material.name));
  return planMemory(metachess, steps, { missing, distances: new Map() }, workers, allowed);
}

/** What the dry run prints. */
function bytesOf(name: string): number {
  const steps = planTables(metachess, [materialOf(metachess, name)]);
  return memoryOfSteps(metachess, steps, { distances: new Map() }, 2).get(name)!.bytes;
}

describe('a refusal for lack of memory', () => {
  it.each(['KQRvkr', 'KRPvkp', 'KPPvkp'])(
    'names the memory that the whole run needs, however little is allowed: %s',
    (name) => {
      const { bytes } = unwrap(planOf(name, MOST_BYTES));
      for (const allowed of [0, 2 ** 20, bytes - 1]) {
        const refused = planOf(name, allowed);
        expect(refused).toMatchObject({ ok: false, problem: { code: 'memory' } });
        if (!refused.ok)
          expect(refused.problem.message).toContain(`needs ${formatBytes(bytes, Math.ceil)},`);
      }
    },
  );
});

describe('what a run may keep in memory', () => {
  const { bytes } = unwrap(planOf('KQRvkr', MOST_BYTES));

  it('is nothing if the tables alone need what is allowed', () => {
    expect(unwrap(planOf('KQRvkr', bytes)).spare).toBe(0);
  });

  it('leaves room for the program, and for each thread', () => {
    const besides = (workers: number) => {
      const plan = unwrap(planOf('KQRvkr', 2 ** 31, workers));
      return 2 ** 31 - plan.bytes - plan.spare;
    };
    expect(besides(2)).toBeGreaterThan(2 ** 28);
    expect(besides(4) - besides(2)).toBeGreaterThan(2 ** 26);
  });
});

it('lets nothing lie where the codes of a table are that has none in memory', () => {
  const material = materialOf(metachess, 'KRPvkr');
  const step = { material, distanceBits: 7, dependencies: [] };
  expect(reusedRun(step, metachess.army)!.bytes).toBeGreaterThan(2 ** 28);
  expect(reusedRun({ ...step, window: 1 << 26 }, metachess.army)).toBeUndefined();
});

describe('a table of six men', () => {
  const GIB = 2 ** 30;
  const planned = (name: string, allowed: number) => {
    const steps = planTables(metachess, [materialOf(metachess, name)]);
    const state = { missing: new Set([name]), distances: new Map() };
    return planMemory(metachess, steps, state, 2, allowed, undefined, {});
  };

  it('is solved through a window, and packed part by part, within a few gibibytes', () => {
    const { steps, bytes, pageBytes, spare } = unwrap(planned('KQRvkqr', 4 * GIB));
    const [{ window, packing }] = steps as [SolveStep];
    expect(window).toBeGreaterThan(0);
    // Of 7.7 billion placements of each side some two parts in fifteen.
    expect(packing).toBe(2 * GIB);
    expect(bytes).toBeLessThan(1.5 * GIB);
    expect(pageBytes).toBeGreaterThanOrEqual(packing!);
    expect(bytes + pageBytes + spare).toBeLessThan(4 * GIB);
  });

  it('has a window as large as memory allows, beside the codes that it is packed from', () => {
    const windowOf = (gibibytes: number) => {
      const { steps, bytes } = unwrap(planned('KQRvkqr', gibibytes * GIB));
      const [{ window, packing }] = steps as [SolveStep];
      // Pages are in memory before codes are packed there.
      expect(bytes + packing!).toBeLessThan(gibibytes * GIB);
      expect(bytes).toBeLessThan(4 * GIB);
      return window!;
    };
    expect(windowOf(6)).toBeGreaterThan(windowOf(5) + GIB / 2);
    expect(windowOf(16)).toBeGreaterThan(2.5 * GIB);
    expect(windowOf(17)).toBe(windowOf(16));
  });

  it('with pawns has in memory only what is not read part by part', () => {
    const { steps, bytes, pageBytes } = unwrap(planned('KRNvkrp', 8 * GIB));
    const [{ dependencies, packing }] = steps as [SolveStep];
    const sides = new Map(dependencies.map((each) => [each.material.name, each.sides]));
    // Captures leave the pawn; promotions make six men without pawns.
    for (const name of ['KRNvkr', 'KRNvkn', 'KQRvkn']) expect(sides.has(name), name).toBe(true);
    for (const name of ['KRPvkn', 'KRPvkr', 'KRNvkp', 'KQRvkrn', 'KRNvkrn']) {
      expect(sides.get(name), name).toEqual([false, false]);
    }
    // The pawn is captured by White, or captures when it is promoted: of either, one side is read.
    for (const [name, own] of sides) {
      if (!/p/i.test(name) && name.length === 6) expect(own.filter(Boolean), name).toHaveLength(1);
    }
    expect(bytes).toBeLessThan(4 * GIB);
    expect(pageBytes).toBeGreaterThanOrEqual(packing!);
  });

  it('without a window is beyond the addresses of WebAssembly, whatever is allowed', () => {
    const refused = planOf('KQRPvkr', 1024 * GIB);
    expect(refused).toMatchObject({ ok: false, problem: { code: 'memory' } });
    if (!refused.ok) {
      const message =
        /^KQRPvkr needs \d\d\.\d GiB, 3\.99 GiB allowed: WebAssembly addresses no more$/;
      expect(refused.problem.message).toMatch(message);
    }
  });

  it('is refused with what it needs in all', () => {
    const refused = planned('KQRvkqr', 2 * GIB);
    expect(refused).toMatchObject({ ok: false, problem: { code: 'memory' } });
    if (!refused.ok) {
      expect(refused.problem.message).toMatch(/^KQRvkqr needs 2\.\d+ GiB, 2 GiB allowed: --memory/);
    }
  });
});

describe('a printed size', () => {
  it('never looks sufficient if it is not', () => {
    const { bytes } = unwrap(planOf('KQvk', MOST_BYTES));
    const refused = planOf('KQvk', bytes - 1);
    const [, need, allowed] = /needs (.*), (.*) allowed/.exec(
      refused.ok ? '' : refused.problem.message,
    )!;
    expect(need).not.toBe(allowed);
    expect(need).toMatch(/^\d+(\.\d+)? MiB$/);
  });
});

describe('the memory that may be used by default', () => {
  const gibibyte = 2 ** 30;

  it.each([
    ['a container with a limit', 400 * 2 ** 20, 400 * 2 ** 20],
    ['no limit, given as undefined', undefined, 8 * gibibyte],
    ['no limit, given as zero', 0, 8 * gibibyte],
    ['no limit, given as a huge number', 2 ** 64, 8 * gibibyte],
    ['a limit above the memory of the machine', 16 * gibibyte, 8 * gibibyte],
  ])('goes by %s', (_, limit, expected) => {
    expect(availableMemory(8 * gibibyte, limit)).toBe(expected);
  });
});

describe('the memory that a table needs', () => {
  it('is about 64 times as much with one more man, even beyond what can be solved', () => {
    const ratio = bytesOf('KQQvkqr') / bytesOf('KQQvkq');
    expect(ratio).toBeGreaterThan(32);
    expect(ratio).toBeLessThan(96);
  });

  it('is found for many pawns without listing their squares', () => {
    const began = process.cpuUsage();
    // Codes of one byte; tables of only kings and pawns have codes of two.
    expect(bytesOf('KQPPPvk')).toBeGreaterThan((2 * 64 ** 3 * (48 * 47 * 46)) / 6 / 2);
    expect(bytesOf('KPPPPvk')).toBeGreaterThan((4 * 64 ** 2 * (48 * 47 * 46 * 45)) / 24 / 2);
    // Listing those of KPPPPvk alone takes several seconds.
    // Processor time: the machine may be busy.
    expect(process.cpuUsage(began).user).toBeLessThan(1_500_000);
  });
});

describe('threads', () => {
  const workers = (...names: readonly string[]) => {
    const steps = planTables(
      metachess,
      names.map((name) => materialOf(metachess, name)),
    );
    const missing = steps.map(({ material }) => material);
    return workersFor(metachess, missing, 2);
  };

  it('are not shared by tables that one finishes before another has started', () => {
    expect(workers('KPvk')).toBe(1);
    expect(workers('KQvkr')).toBe(1);
    expect(workers('KQvkr', 'KRBvk', 'KBNvk')).toBe(2);
    expect(workers('KPvkp')).toBe(2);
    expect(workers('KQRvkr')).toBe(2);
  });
});
