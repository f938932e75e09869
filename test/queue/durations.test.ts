import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { durationOf, expectedSeconds, measurementOf } from '../../src/queue/durations.ts';
import { measurements } from '../../src/queue/measured.ts';
import { timeSpan } from '../../src/queue/timeSpan.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allGames } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { allMaterials, parseMaterial } from '../../src/table/material.ts';

function duration(name: string, rules: RuleSet = metachess) {
  return durationOf(rules, unwrap(parseMaterial(name, rules)).material);
}

describe('the expected time of a table', () => {
  test('is what the measurement says of every table of three to five men of metachess', () => {
    const tables = [3, 4, 5]
      .flatMap((men) => allMaterials(men, metachess))
      .filter(({ men }) => !metachess.isSettled(men));
    expect(tables).toHaveLength(145);
    const { seconds } = measurementOf(metachess);
    for (const table of tables) {
      const [, said] = new RegExp(`\\b${table.name} (\\S+)`).exec(seconds) ?? [];
      expect(durationOf(metachess, table), table.name).toEqual({
        seconds: Number(said),
        measured: true,
      });
      expect(expectedSeconds(metachess, table)).toBeGreaterThan(0);
    }
  });

  test('is scaled by placements for more men, at the median pace of tables of as many pawns', () => {
    const placements = 462 * 64 ** 4;
    const paces = [...measurementOf(metachess).seconds.matchAll(/(\w{6}) (\S+)/g)]
      .filter(([, table]) => !/p/i.test(table!))
      .map(([, , seconds]) => Number(seconds) / (462 * 64 ** 3))
      .sort((a, b) => a - b);
    const median = paces[paces.length >> 1]!;
    const { seconds, measured } = duration('KQRBvkr');
    expect(measured).toBe(false);
    expect(seconds / (placements * median)).toBeCloseTo(1, 9);
    // A pawn takes more for each placement, and there are no more pawns than three in what is measured.
    expect(duration('KQRPvkr').seconds).toBeGreaterThan(seconds);
    expect(duration('KPPvkpp').seconds).toBeGreaterThan(60);
  });

  test('is known of every game, larger boards taking longer', () => {
    for (const rules of allGames()) {
      const [material] = allMaterials(3, rules).filter(({ men }) => !rules.isSettled(men));
      if (!material) continue;
      expect(expectedSeconds(rules, material), rules.name).toBeGreaterThan(0);
    }
    const metamachy = allGames().find(({ name }) => name === 'metamachy')!;
    const large = duration('KQvkr', metamachy);
    expect(large.measured).toBe(false);
    expect(large.seconds).toBeGreaterThan(duration('KQvkr').seconds);
    // However few placements a table has, it takes as long as the briefest that was measured.
    const times = [...measurements[0]!.seconds.matchAll(/ ([\d.]+)/g)].map(([, each]) => +each!);
    const small = allGames().find(({ name }) => name === 'antichess')!;
    const [two] = allMaterials(2, small).filter(({ men }) => !small.isSettled(men));
    expect(durationOf(small, two!).seconds).toBe(Math.min(...times));
  });
});

test.each([
  [0.04, '0.0 s'],
  [59.94, '59.9 s'],
  [59.96, '1 min'],
  [185.4, '3 min 5 s'],
  [3599.6, '1 h'],
  [2 * 3600 + 600, '2 h 10 min'],
  [86_399, '1 d'],
  [86_400 * 1250 + 3 * 3600, '1,250 d 3 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(timeSpan(seconds)).toBe(text);
});
