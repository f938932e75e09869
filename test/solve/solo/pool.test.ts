import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { type GeneralSolver, generalSolver, SolverChoice } from '../../../src/solve/solo/choice.ts';
import { SoloPool } from '../../../src/solve/solo/pool.ts';
import { compiledModule, filesIn, inFolder } from '../pool.ts';
import { materialOf } from '../solved.ts';

const metamachy = unwrap(findRuleSet('metamachy'));

/** Whether a pool takes on a table of 12x12, and why not. */
function prepared(name: string, allowed: number) {
  const steps = planTables(metamachy, [materialOf(metamachy, name)]);
  const missing = new Set(steps.map((each) => each.material.name));
  const choice = new SolverChoice(metamachy, allowed, 'reference');
  const pool = new SoloPool(metamachy, 'unused', 1, choice);
  const job = pool.prepare(steps, { missing, distances: new Map() });
  return job.ok ? '' : job.problem.message;
}

test('by the reference solver a table is refused that needs more memory than is allowed', () => {
  expect(prepared('KQvk', 2 ** 29)).toBe('');
  expect(prepared('KQvk', 2 ** 26)).toMatch(
    /^KQvk needs about \d{3} MiB, 64 MiB allowed: --memory allows more$/,
  );
});

test('by the reference solver a table is refused with more moves than 32 bits number, however much is allowed', () => {
  expect(prepared('KQRvkr', 2 ** 60)).toMatch(
    /^KQRvkr needs about \d\.\d TiB: the reference solver cannot number all of its moves$/,
  );
});

describe('threads of a pool that share the work on a table', () => {
  const hill = unwrap(findRuleSet('kingofthehill'));
  const steps = planTables(hill, [materialOf(hill, 'KNvkn')]);
  const names = steps.map(({ material }) => material.name);
  /** As if tables of four men were large. */
  const sharing: GeneralSolver = {
    ...generalSolver,
    threads: (_, { men }, most) => (men.length === 4 ? most : 1),
  };

  async function solve(
    dir: string,
    threads: number,
    missing: readonly string[],
    general = sharing,
  ) {
    // Workers run no TypeScript.
    const compiled =
      await compiledModule<typeof import('../../../src/solve/solo/pool.ts')>('solve/solo/pool');
    const choice = new SolverChoice(hill, 2 ** 32, 'sets', general);
    const pool = new compiled.SoloPool(hill, dir, threads, choice);
    const job = unwrap(pool.prepare(steps, { missing: new Set(missing), distances: new Map() }));
    return job.run(() => {}, undefined);
  }

  test('make the same file as one alone', () =>
    inFolder((shared) =>
      inFolder(async (alone) => {
        expect(await solve(shared, 3, names)).toEqual({ ok: true, value: undefined });
        expect(await solve(alone, 1, names, generalSolver)).toMatchObject({ ok: true });
        const [found, expected] = [filesIn(shared, hill.name), filesIn(alone, hill.name)];
        expect([...found.keys()]).toEqual([...expected.keys()]);
        expect(found.has('KNvkn.mtb')).toBe(true);
        for (const [name, bytes] of found) {
          expect(bytes.equals(expected.get(name)!), name).toBe(true);
        }
      }),
    ));

  test('go home if it fails before they are needed', () =>
    inFolder(async (dir) => {
      const problem = { code: 'missing-table' };
      expect(await solve(dir, 3, ['KNvkn'])).toMatchObject({ ok: false, problem });
    }));
});
