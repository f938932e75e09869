import { expect, test } from 'vitest';
import { eloOf, meanOf, ratioOf, widestMargin, wilson } from '../../scripts/matches/statistics.ts';

test("Wilson's interval is as published", () => {
  // Brown, Cai, DasGupta, Interval Estimation for a Binomial Proportion, 2001, and by R's prop.test(correct = FALSE).
  const rounded = ({ low, high }: { low: number; high: number }) => [low, high].map(three);
  expect(rounded(wilson(5, 10))).toEqual([0.237, 0.763]);
  expect(rounded(wilson(0, 10))).toEqual([0, 0.278]);
  expect(rounded(wilson(81, 263))).toEqual([0.255, 0.366]);
  for (let count = 1; count <= 100; count++) {
    expect([wilson(0, count).low, wilson(count, count).high]).toEqual([0, 1]);
  }
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});

test('the widest margin is the one of the Reach Chess paper', () => {
  expect(widestMargin(1055)).toBeCloseTo(3.02, 2);
  expect(widestMargin(2775)).toBeCloseTo(1.86, 2);
});

test('ratings follow from shares', () => {
  expect(eloOf(0.5)).toBe(0);
  expect(eloOf(0.75)).toBeCloseTo(190.85, 2);
  expect(eloOf(0.25)).toBeCloseTo(-190.85, 2);
  expect(eloOf(1)).toBe(Number.POSITIVE_INFINITY);
});

test('a share over pairs has the margin of their differences from it', () => {
  expect(meanOf([1, 2, 3]).mean).toBe(2);
  expect(meanOf([1, 2, 3]).margin).toBeCloseTo(1.96 / Math.sqrt(3), 10);
  expect(ratioOf([1, 2], [2, 4])).toEqual({ mean: 0.5, margin: 0 });
  // Wholes alike: the mean of the shares.
  const { mean, margin } = ratioOf([1, 2, 3], [4, 4, 4]);
  expect(mean).toBe(0.5);
  expect(margin).toBeCloseTo(meanOf([0.25, 0.5, 0.75]).margin, 10);
});

function three(number: number): number {
  return Math.round(number * 1000) / 1000;
}
