import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gatherSamples, growTrees } from '../../../src/format/planes/growTrees.ts';
import {
  distribution,
  ESCAPE,
  makeModel,
  packModel,
  parseModel,
  SYMBOLS,
  TOTAL,
} from '../../../src/format/planes/planeModel.ts';

const RANKS = 9;

/** Samples whose symbol mostly follows from their first two features. */
function madeUpSamples(count: number): Int16Array {
  const samples = new Int16Array(count * 64);
  for (let i = 0; i < count; i++) {
    const [a, b, second] = [i % 7, (i >> 3) % 5, (i >> 1) % 2];
    const symbol = i % 11 === 0 ? ESCAPE : a > 3 ? 2 : b > 1 ? 1 : 0;
    samples.set([a, b - 2], i * 64);
    samples.set([1 + (i % RANKS), symbol, second], i * 64 + 61);
  }
  return samples;
}

const grown = growTrees(gatherSamples([madeUpSamples(4000), madeUpSamples(999)]), 1, RANKS);

describe('a model', () => {
  test('survives the round trip', () => {
    expect(parseModel(packModel(grown), RANKS)).toEqual(makeModel(grown));
  });

  test('learns the rule behind its samples', () => {
    for (const tree of grown.trees) {
      const { feature, threshold } = tree[0]!;
      expect([feature, threshold]).toEqual([0, 3]);
      expect(tree.filter(({ above }) => above === undefined)).toHaveLength(3);
    }
  });

  test('parsed from altered bytes is undefined or valid', () => {
    const packed = packModel(grown);
    const change = fc.record({ at: fc.nat({ max: packed.length - 1 }), to: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = packed.slice();
        for (const { at, to } of changes) bytes[at] = to;
        const model = parseModel(bytes, RANKS);
        if (!model) return;
        for (const { symbols, frequencies } of [...model.leaves, ...model.escapes]) {
          expect(frequencies.reduce((sum, each) => sum + each, 0)).toBe(TOTAL);
          expect(Math.min(...frequencies)).toBeGreaterThan(0);
          expect(symbols).toHaveLength(frequencies.length);
        }
        for (const tree of model.trees) {
          for (const [i, { above }] of tree.entries()) {
            if (above !== undefined) expect(above > i && above < tree.length).toBe(true);
          }
        }
      }),
    );
  });

  test('cut short or too long is undefined', () => {
    const packed = packModel(grown);
    for (let length = 0; length < packed.length; length++) {
      expect(parseModel(packed.subarray(0, length), RANKS)).toBeUndefined();
    }
    expect(parseModel(Uint8Array.from([...packed, 0]), RANKS)).toBeUndefined();
  });
});

test('frequencies are in proportion to the weights of levels, and none is lost', () => {
  const levels = new Uint8Array(SYMBOLS);
  levels.set([48, 0, 44, 1]);
  const { symbols, frequencies } = distribution(levels)!;
  expect(symbols).toEqual([0, 2, 3]);
  // Four levels are a factor of 1.2 to the fourth, nearly.
  expect(frequencies[0]! / frequencies[1]!).toBeCloseTo(1.2 ** 4, 1);
  expect(frequencies[2]).toBe(1);
});
