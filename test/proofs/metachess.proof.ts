import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../../figures/facts.ts';
import { unwrap } from '../../src/board/result.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import type { Comparison } from '../../src/table/compare.ts';
import { allMaterials } from '../../src/table/material.ts';
import { positionsIn } from '../../src/table/statistics.ts';
import { compiled } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { sample, thorough } from '../thorough.ts';
import { compareElsewhere } from './otherProcess.ts';

const ofThree = allMaterials(3, metachess)
  .filter(({ men }) => !metachess.isSettled(men))
  .map(({ name }) => name);
/** Pawns on both sides and on one, identical pieces, and neither; the slowest first. */
const ofFour = ['KPvkp', 'KRvkp', 'KQvkr', 'KBNvk', 'KPPvk', 'KNNvk'];
/** The first two take the reference solver minutes. */
const names = [...sample(thorough ? ofFour : ofFour.slice(2), 1), ...ofThree];

let dir: string;
const comparisons = new Map<string, Promise<Comparison>>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-metachess-'));
  const materials = names.map((name) => materialOf(metachess, name));
  unwrap(await compiled.generate(metachess, materials, { dir }));
  // As many at once as there are cores: each waits for the one `cores` places before it.
  const lanes = availableParallelism();
  for (const [i, name] of names.entries()) {
    const before = comparisons.get(names[i - lanes]!) ?? Promise.resolve();
    const comparison = before.then(() => compareElsewhere(dir, 'metachess', name));
    // The tests await the result; a failure before then is not an unhandled rejection.
    comparison.catch(() => {});
    comparisons.set(name, comparison);
  }
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('set solver and reference solver agree on every position of metachess', () => {
  it.each(names)('%s', async (name) => {
    const { compared, ...rest } = (await comparisons.get(name))!;
    const agreement = { different: 0, differences: [], missing: 0, firstMissing: null };
    expect(rest).toEqual({ ...agreement, extra: 0, firstExtra: null });
    const material = materialOf(metachess, name);
    const statistics = unwrap(await new TableStore(metachess, dir).statistics(material));
    expect(compared).toBe(positionsIn(statistics));
    // The benchmarks check against these.
    expect(faultsOf(metachess, material, statistics)).toEqual([]);
  });
});
