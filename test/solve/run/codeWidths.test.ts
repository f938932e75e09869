import { describe, expect, it } from 'vitest';
import { metachess } from '../../../src/rules/metachess.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { codeWidths } from '../../../src/solve/run/codeWidths.ts';
import { materialOf } from '../solved.ts';

/** The tables of two-byte codes that KPPvkp leads to, if these are long. */
function wide(...long: readonly string[]): string[] {
  const steps = planTables(metachess, [materialOf(metachess, 'KPPvkp')]);
  return [...codeWidths(steps, new Set(long))].flatMap(([name, bytes]) =>
    bytes === 2 ? name : [],
  );
}

describe('codes take two bytes', () => {
  it('in no table as long as none is known to be long', () => {
    expect(wide()).toEqual([]);
  });

  it('in a long table and in those that lead to it, over others too', () => {
    expect(wide('KQPvkq').sort()).toEqual(['KPPvkp', 'KPPvkq', 'KQPvkp', 'KQPvkq']);
    expect(wide('KPPvkp')).toEqual(['KPPvkp']);
  });
});
