import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { SolverChoice } from '../../../src/solve/solo/choice.ts';
import { SoloPool } from '../../../src/solve/solo/pool.ts';
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
