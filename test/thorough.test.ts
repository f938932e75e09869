import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draw, fraction, runs, sample, seed } from './thorough.ts';

const thousand = Array.from({ length: 1000 }, (_, i) => i);

describe('a sample', () => {
  test('has its fraction of the items, in their order', () => {
    const some = sample(thousand);
    expect(some).toHaveLength(Math.ceil(1000 / fraction));
    expect(some).toEqual([...some].sort((a, b) => a - b));
    expect(new Set(some).size).toBe(some.length);
  });

  test('has at least `least` items, and never more than there are', () => {
    expect(sample(thousand.slice(0, 30), 12)).toHaveLength(fraction === 1 ? 30 : 12);
    expect(sample(thousand.slice(0, 3))).toEqual([0, 1, 2]);
    expect(sample([])).toEqual([]);
  });

  test('is the same each time', () => {
    expect(sample(thousand)).toEqual(sample(thousand));
    expect(draw(thousand, 10, seed)).toEqual(draw(thousand, 10, seed));
  });

  test('is another with another seed, and each item is in some of them', () => {
    const items = thousand.slice(0, 20);
    const drawn = thousand.map((from) => draw(items, 2, from));
    expect(drawn.every((each) => each.length === 2)).toBe(true);
    // Each item is expected in 100 of 1000 samples.
    for (const item of items) {
      const times = drawn.filter((each) => each.includes(item)).length;
      expect(times).toBeGreaterThan(50);
      expect(times).toBeLessThan(150);
    }
  });
});

test('a property has its fraction of the runs, with the seed of the samples', () => {
  expect(runs(300)).toEqual({ numRuns: 300 / fraction, seed });
  expect(runs(20)).toEqual({ numRuns: fraction === 1 ? 20 : 5, seed });
  expect(runs(2)).toEqual({ numRuns: 2, seed });
  let made = 0;
  fc.assert(
    fc.property(fc.nat(), () => {
      made++;
    }),
    runs(100),
  );
  expect(made).toBe(runs(100).numRuns);
});
