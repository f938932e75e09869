import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { makeKernel } from '../../../src/kernel/kernel.ts';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import { chess } from '../../../src/rules/chess.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { TOO_NARROW } from '../../../src/solve/generation.ts';
import { planTables } from '../../../src/solve/plan.ts';
import type { CheckpointStore } from '../../../src/solve/sets/checkpoint.ts';
import { Control } from '../../../src/solve/sets/control.ts';
import { NARROW_BITS } from '../../../src/solve/sets/distanceBits.ts';
import { wholeDependency } from '../../../src/solve/sets/solvedTables.ts';
import { SetSolver } from '../../../src/solve/sets/solver.ts';
import { findIn, statisticsOf } from '../../../src/solve/sets/statistics.ts';
import { few, whole } from '../../thorough.ts';
import { KeptCheckpoint } from '../keptCheckpoint.ts';
import { type SetTable, solveBySets } from '../setTables.ts';
import { materialOf } from '../solved.ts';

/**
 * Solves one table in new memory, from the kept checkpoint on, with its subtables given. With `stop` it stops after one
 * more step and returns undefined.
 */
async function attempt(
  rules: RuleSet,
  name: string,
  given: ReadonlyMap<string, SetTable>,
  checkpoints: CheckpointStore,
  stop: boolean,
  distanceBits = NARROW_BITS,
) {
  const memory = makeMemory(32 * 2 ** 20, false);
  const solver = new SetSolver(rules, new KernelMemory(memory), makeKernel(memory), 0, 1);
  const plan = planTables(rules, [materialOf(rules, name)]);
  for (const { material } of plan) {
    const solved = solver.tables.place(wholeDependency(material, distanceBits));
    if (material.name === name) continue;
    for (const side of [0, 1] as const) {
      const { codes } = given.get(material.name)!.values[side];
      solver.tables.codes(solved, side).set(codes);
    }
  }
  const control = new Control();
  if (stop) control.askToStop();
  const counts = await solver.solveTable(plan.at(-1)!.material, { control, checkpoints });
  if (!counts) return undefined;
  const solved = solver.tables.get(name)!;
  const codes = [solver.tables.codes(solved, 0), solver.tables.codes(solved, 1)] as const;
  return { codes, statistics: statisticsOf(solved.placements, counts, findIn(codes)) };
}

describe('a table that is interrupted after any step', () => {
  // `steps` counts plies, or batches of pawns of the same rank; the last ones find nothing new.
  const interrupted: readonly [string, string, number][] = [
    ['metachess', 'KQvk', 20],
    ['metachess', 'KPvk', 6],
    ['chess', 'KRvk', 34],
    ['chess', 'KPvk', 6],
  ];
  it.each(few(interrupted, 2))(
    'continues to the same bytes and counts: %s %s',
    async (rulesName, name, steps) => {
      const rules = unwrap(findRuleSet(rulesName));
      const given = await solveBySets(rules, [name]);
      const undisturbed = given.get(name)!;
      const checkpoint = new KeptCheckpoint();
      for (let step = 1; step <= steps; step++) {
        expect(await attempt(rules, name, given, checkpoint, true)).toBeUndefined();
        expect(checkpoint.pliesDone).toBe(step);
        if (!whole && step % 4 !== 1) continue;

        const { codes, statistics } = (await attempt(rules, name, given, checkpoint, false))!;
        for (const side of [0, 1] as const) {
          const same = Buffer.from(codes[side]).equals(Buffer.from(undisturbed.values[side].codes));
          expect(same, `side ${side} after step ${step}`).toBe(true);
        }
        expect(statistics).toEqual(undisturbed.statistics);
      }
    },
  );
});

describe('an undisturbed run', () => {
  it('leaves no checkpoint', async () => {
    const checkpoint = new KeptCheckpoint();
    expect(await attempt(chess, 'KNvk', new Map(), checkpoint, false)).toBeDefined();
    expect(checkpoint.pliesDone).toBe(0);
  });

  it('does not use the checkpoint of another table', async () => {
    const given = await solveBySets(chess, ['KBvk', 'KNvk']);
    const checkpoint = new KeptCheckpoint();
    await attempt(chess, 'KBvk', given, checkpoint, true);
    const { statistics } = (await attempt(chess, 'KNvk', given, checkpoint, false))!;
    expect(statistics).toEqual(given.get('KNvk')!.statistics);
  });
});

describe('a table with few bits of distances', () => {
  // Mates in 16 moves take five bits, in 28 too.
  it.each([
    ['KRvk', [1, 9, 17, 25, 31]],
    ['KPvk', [1, 3, 5]],
  ] as const)('continues to the same bytes: %s', async (name, steps) => {
    const given = await solveBySets(chess, [name]);
    const { values, statistics: expected } = given.get(name)!;
    const checkpoint = new KeptCheckpoint();
    for (const step of steps) {
      while (checkpoint.pliesDone < step) await attempt(chess, name, given, checkpoint, true, 5);
      const { codes, statistics } = (await attempt(chess, name, given, checkpoint, false, 5))!;
      for (const side of [0, 1] as const) {
        expect(Buffer.from(codes[side]).equals(Buffer.from(values[side].codes))).toBe(true);
      }
      expect(statistics).toEqual(expected);
    }
    const narrower = attempt(chess, name, given, checkpoint, false, 4);
    await expect(narrower).rejects.toMatchObject({ problem: { code: TOO_NARROW, text: name } });
  });

  it('is not solved if its distances do not fit', async () => {
    const given = await solveBySets(chess, ['KRvk']);
    const narrow = attempt(chess, 'KRvk', given, new KeptCheckpoint(), false, 4);
    await expect(narrow).rejects.toMatchObject({ problem: { code: TOO_NARROW, text: 'KRvk' } });
  });
});
