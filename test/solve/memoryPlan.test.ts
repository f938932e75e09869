import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { MOST_BYTES } from '../../src/kernel/memory.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { gibibytes, memoryOfSteps, planMemory } from '../../src/solve/memoryPlan.ts';
import { planTables } from '../../src/solve/plan.ts';
import { materialOf } from './solved.ts';

function planOf(name: string, allowed: number) {
  const steps = planTables(metachess, [materialOf(metachess, name)]);
  const missing = new Set(steps.map(({ material }) => material.name));
  return planMemory(metachess, steps, missing, 2, allowed);
}

/** What the dry run prints. */
function bytesOf(name: string): number {
  const steps = planTables(metachess, [materialOf(metachess, name)]);
  return memoryOfSteps(metachess, steps, 2).get(name)!;
}

describe('a refusal for want of memory', () => {
  it.each(['KQRvkr', 'KRPvkp', 'KPPvkp'])(
    'names what the whole run would take, however little is allowed: %s',
    (name) => {
      const { bytes } = unwrap(planOf(name, MOST_BYTES));
      for (const allowed of [0, 2 ** 20, bytes - 1]) {
        const refused = planOf(name, allowed);
        expect(refused).toMatchObject({ ok: false, problem: { code: 'memory' } });
        if (!refused.ok) expect(refused.problem.message).toContain(`needs ${gibibytes(bytes)},`);
      }
    },
  );
});

describe('what a table takes', () => {
  it('is about 64 times as much with one more man, also beyond what can be solved', () => {
    const ratio = bytesOf('KQQvkqr') / bytesOf('KQQvkq');
    expect(ratio).toBeGreaterThan(32);
    expect(ratio).toBeLessThan(96);
  });

  it('is known of many pawns without listing their squares', () => {
    const began = performance.now();
    // Codes of a byte; of pawns and kings alone they have two.
    expect(bytesOf('KQPPPvk')).toBeGreaterThan((2 * 64 ** 3 * (48 * 47 * 46)) / 6 / 2);
    expect(bytesOf('KPPPPvk')).toBeGreaterThan((4 * 64 ** 2 * (48 * 47 * 46 * 45)) / 24 / 2);
    // Listing those of KPPPPvk alone takes several.
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
