import { describe, expect, it } from 'vitest';
import { MOST_DISTANCE_BITS } from '../../../src/kernel/layout.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { distanceBitsOf } from '../../../src/solve/run/distances.ts';
import { bitsFor, codeBytesFor, mostDistance } from '../../../src/solve/sets/distanceBits.ts';
import { MOST_DISTANCE } from '../../../src/table/values.ts';
import { materialOf } from '../solved.ts';

/** The tables of more bits than usual that KPPvkp leads to, if these distances are known. */
function wider(known: Readonly<Record<string, number>>): string[] {
  const steps = planTables(metachess, [materialOf(metachess, 'KPPvkp')]);
  const bits = distanceBitsOf(steps, new Map(Object.entries(known)), 7);
  return [...bits].flatMap(([name, count]) => (count > 7 ? `${name} ${count}` : []));
}

describe('the bits of distances', () => {
  it('are as few as usual in all tables as long as none is known to need more', () => {
    expect(wider({})).toEqual([]);
    expect(wider({ KQvkq: 125 })).toEqual([]);
  });

  it('are more in a table that needs them and in those that lead to it, over others too', () => {
    const above = ['KPPvkp 9', 'KPPvkq 9', 'KQPvkp 9', 'KQPvkq 9'];
    expect(wider({ KQPvkq: 262 }).sort()).toEqual(above);
    expect(wider({ KPPvkp: 127 })).toEqual(['KPPvkp 8']);
  });

  it('hold every distance up to 1,023 moves, and that of a conversion into it', () => {
    for (let distance = 1; distance <= MOST_DISTANCE[2]; distance++) {
      const bits = bitsFor(distance);
      expect(mostDistance(bits)).toBeGreaterThanOrEqual(distance);
      expect(mostDistance(bits - 1)).toBeLessThan(distance);
      expect(distance + 1).toBeLessThan(2 ** bits);
      expect(codeBytesFor(bits)).toBe(distance <= MOST_DISTANCE[1] ? 1 : 2);
    }
    expect(mostDistance(MOST_DISTANCE_BITS)).toBe(1023);
    expect(bitsFor(1024)).toBe(MOST_DISTANCE_BITS);
  });
});
