import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import {
  durationOf,
  expectedSeconds,
  jobSecondsOf,
  readSeconds,
} from '../../src/queue/durations.ts';
import { measurements } from '../../src/queue/measured.ts';
import { timeSpan } from '../../src/queue/timeSpan.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allGames } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { allMaterials, parseMaterial } from '../../src/table/material.ts';

function duration(name: string, rules: RuleSet = metachess) {
  return durationOf(rules, unwrap(parseMaterial(name, rules)).material);
}

/** Three to five men, and six of chess. */
const [ofMetachess] = measurements;
const ofChess = measurements.filter(({ rules }) => rules === chess.tables);

/** The median time for each placement of some measured tables. */
function medianPace(tables: readonly (readonly [string, number])[], placements: number): number {
  const paces = tables.map(([, seconds]) => seconds / placements).sort((a, b) => a - b);
  return paces[paces.length >> 1]!;
}

/** Without pawns, and with a piece beside each king. */
const isPlain = ([table]: readonly [string, number]) => !/p|^Kv|vk$/i.test(table);

describe('the expected time of a table', () => {
  test('is what the measurement says of every table of three to five men of metachess', () => {
    const tables = [3, 4, 5]
      .flatMap((men) => allMaterials(men, metachess))
      .filter(({ men }) => !metachess.isSettled(men));
    expect(tables).toHaveLength(145);
    const said = readSeconds(ofMetachess!.seconds);
    for (const table of tables) {
      expect(durationOf(metachess, table), table.name).toEqual({
        seconds: said.get(table.name),
        measurement: ofMetachess,
        measured: true,
      });
      expect(expectedSeconds(metachess, table)).toBeGreaterThan(0);
    }
  });

  test('is what the measurement says of tables of six men', () => {
    const said = ofChess.flatMap((each) => [...readSeconds(each.seconds)]);
    expect(said.length).toBeGreaterThan(0);
    for (const [table, seconds] of said) {
      expect(duration(table, chess)).toMatchObject({ seconds, measured: true });
      // Not of another game: they are not the same.
      expect(duration(table)).toMatchObject({ measured: false });
    }
  });

  test('is scaled by placements, at the median pace of tables with as many pawns and men, and as bare a king', () => {
    const five = [...readSeconds(ofMetachess!.seconds)].filter(
      (each) => isPlain(each) && each[0].length === 'KQRvkr'.length,
    );
    const fiveOfChess = duration('KBBvkn', chess);
    expect(fiveOfChess).toMatchObject({ measurement: ofMetachess, measured: false });
    const placements = 462 * 64 ** 3;
    expect(fiveOfChess.seconds / (placements * medianPace(five, placements))).toBeCloseTo(1, 9);

    const six = ofChess.flatMap((each) => [...readSeconds(each.seconds)]).filter(isPlain);
    for (const rules of [metachess, chess]) {
      const scaled = duration('KQRBvkr', rules);
      expect(scaled.measured).toBe(false);
      expect(ofChess).toContain(scaled.measurement);
      const pace = medianPace(six, 462 * 64 ** 4);
      expect(scaled.seconds / (462 * 64 ** 4 * pace)).toBeCloseTo(1, 9);
    }
  });

  test('is scaled from tables with a bare king if it has one too', () => {
    const bare = ofChess.find(({ seconds }) => /vk /.test(seconds))!;
    const said = readSeconds(bare.seconds);
    for (const rules of [metachess, chess]) {
      expect(duration('KRRRPvk', rules)).toMatchObject({
        measurement: bare,
        measured: false,
        seconds: said.get('KQQQPvk'),
      });
      expect(duration('KRRRNvk', rules).seconds).toBeLessThan(
        duration('KRRvkrn', rules).seconds / 2,
      );
    }
  });

  test('is scaled from fewer men where none of as many pawns is measured of as many men', () => {
    const one = duration('KQRPvkr');
    expect(one).toMatchObject({ measurement: ofMetachess, measured: false });
    // There are no more pawns than three in what is measured.
    expect(duration('KPPvkpp').seconds).toBeGreaterThan(60);
  });

  test('does not count what a job takes besides', () => {
    for (const rules of [metachess, chess]) {
      expect(jobSecondsOf(rules)).toBe(ofMetachess!.jobSeconds);
    }
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
