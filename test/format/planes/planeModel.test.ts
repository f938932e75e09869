import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  distribution,
  ESCAPE,
  LEAF,
  type ModelParts,
  makeModel,
  packModel,
  parseModel,
  SYMBOLS,
  TOTAL,
  type TreeParts,
} from '../../../src/format/planes/planeModel.ts';
import { random } from '../../../tools/random.ts';
import { runs } from '../../thorough.ts';

const RANKS = [9, 200] as const;

/** A tree that splits whichever leaf chance points at. */
function madeUpTree(seed: number, leaves: number, ranks: number): TreeParts {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  let features = [LEAF];
  for (let count = 1; count < leaves; count++) {
    const own = features.flatMap((feature, i) => (feature === LEAF ? [i] : []));
    const at = own[below(own.length)]!;
    features = [...features.slice(0, at), below(48), LEAF, LEAF, ...features.slice(at + 1)];
  }
  const levels = Uint8Array.from({ length: leaves * SYMBOLS }, (_, i) =>
    i % SYMBOLS === ESCAPE ? 1 + below(48) : Math.max(0, below(97) - 48),
  );
  return {
    features: Uint8Array.from(features),
    thresholds: Uint8Array.from(features, (feature) => (feature === LEAF ? 0 : below(256))),
    levels,
    escapes: Uint8Array.from({ length: ranks }, () => 1 + below(48)),
  };
}

function madeUpModel(seed: number, leaves: readonly [number, number]): ModelParts {
  return [madeUpTree(seed, leaves[0], RANKS[0]), madeUpTree(seed + 1, leaves[1], RANKS[1])];
}

const leafCounts = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));

/** `depth` splits, each of the leaf above the threshold of the one before. */
function chain(depth: number): TreeParts {
  const features = Uint8Array.from({ length: 2 * depth + 1 }, (_, i) =>
    i % 2 === 0 && i < 2 * depth ? 7 : LEAF,
  );
  const levels = new Uint8Array((depth + 1) * SYMBOLS).fill(1);
  return { features, thresholds: features.map(() => 0), levels, escapes: Uint8Array.of(1) };
}

/** All leaves at the same depth. */
function bush(depth: number): TreeParts {
  const features = (left: number): number[] =>
    left === 0 ? [LEAF] : [0, ...features(left - 1), ...features(left - 1)];
  const all = Uint8Array.from(features(depth));
  const levels = new Uint8Array(2 ** depth * SYMBOLS).fill(1);
  return { features: all, thresholds: all.map(() => 0), levels, escapes: Uint8Array.of(1) };
}

describe('a model', () => {
  test('survives the round trip', () => {
    fc.assert(
      fc.property(fc.nat(), leafCounts, (seed, leaves) => {
        const parts = madeUpModel(seed, leaves);
        const model = makeModel(parts);
        expect(model).toBeDefined();
        expect(parseModel(packModel(parts), RANKS)).toEqual(model);
      }),
      runs(300, 20),
    );
  });

  test('leads from each node to the next one and to the subtree above its threshold', () => {
    const features = Uint8Array.of(4, 5, LEAF, LEAF, 6, LEAF, LEAF);
    const thresholds = Uint8Array.of(10, 20, 0, 0, 30, 0, 0);
    const levels = new Uint8Array(4 * SYMBOLS).fill(1);
    const tree = { features, thresholds, levels, escapes: Uint8Array.of(1) };
    const [{ nodes }] = makeModel([tree, tree])!;
    expect(nodes.map(({ next }) => next)).toEqual([4, 3, 0, 1, 6, 2, 3]);
  });

  test('without samples of a set has a leaf for it that escapes', () => {
    const none = {
      features: Uint8Array.of(LEAF),
      thresholds: Uint8Array.of(0),
      levels: new Uint8Array(SYMBOLS).fill(1, ESCAPE),
      escapes: new Uint8Array(RANKS[1]).fill(1),
    };
    const parts = [madeUpTree(1, 5, RANKS[0]), none] as const;
    const model = parseModel(packModel(parts), RANKS)!;
    expect(model[1].leaves).toEqual([{ symbols: [ESCAPE], frequencies: [TOTAL] }]);
  });

  test('has at most 1,023 nodes a tree, and at most 48 splits above a leaf', () => {
    expect(makeModel([chain(48), bush(9)])).toBeDefined();
    expect(makeModel([chain(49), bush(9)])).toBeUndefined();
    expect(makeModel([chain(48), bush(10)])).toBeUndefined();
    for (const parts of [[chain(49), bush(1)] as const, [bush(1), bush(10)] as const]) {
      expect(parseModel(packModel(parts), [1, 1])).toBeUndefined();
    }
  });

  test('asks for features below 48 only', () => {
    const tree = chain(1);
    const asking = (feature: number) => ({ ...tree, features: Uint8Array.of(feature, LEAF, LEAF) });
    expect(makeModel([asking(47), tree])).toBeDefined();
    expect(makeModel([asking(48), tree])).toBeUndefined();
  });

  test('can escape from every leaf', () => {
    const tree = chain(1);
    const levels = tree.levels.slice();
    levels[SYMBOLS + ESCAPE] = 0;
    expect(makeModel([tree, { ...tree, levels }])).toBeUndefined();
  });

  test('parsed from altered bytes is undefined or valid', () => {
    const packed = packModel(madeUpModel(3, [12, 5]));
    const change = fc.record({ at: fc.nat({ max: packed.length - 1 }), to: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = packed.slice();
        for (const { at, to } of changes) bytes[at] = to;
        const model = parseModel(bytes, RANKS);
        for (const { nodes, leaves, escapes } of model ?? []) {
          for (const { symbols, frequencies } of [...leaves, escapes]) {
            expect(frequencies.reduce((sum, each) => sum + each, 0)).toBe(TOTAL);
            expect(Math.min(...frequencies)).toBeGreaterThan(0);
            expect(symbols).toHaveLength(frequencies.length);
          }
          let leaf = 0;
          for (const [i, { feature, next }] of nodes.entries()) {
            if (feature === LEAF) expect(next).toBe(leaf++);
            else expect(next > i && next < nodes.length && feature < 48).toBe(true);
          }
          expect(leaves).toHaveLength(leaf);
        }
      }),
      runs(3000, 100),
    );
  });

  test('cut short or too long is undefined', () => {
    const packed = packModel(madeUpModel(4, [9, 4]));
    for (let length = 0; length < packed.length; length++) {
      expect(parseModel(packed.subarray(0, length), RANKS)).toBeUndefined();
    }
    expect(parseModel(Uint8Array.from([...packed, 0]), RANKS)).toBeUndefined();
  });
});

describe('frequencies', () => {
  test('are in proportion to the weights of levels, and none is lost', () => {
    const levels = new Uint8Array(SYMBOLS);
    levels.set([48, 0, 44, 1]);
    const { symbols, frequencies } = distribution(levels)!;
    expect(symbols).toEqual([0, 2, 3]);
    // Four levels are a factor of 1.2 to the fourth, nearly.
    expect(frequencies[0]! / frequencies[1]!).toBeCloseTo(1.2 ** 4, 1);
    expect(frequencies[2]).toBe(1);
  });

  test('of unknown levels, or of none, are undefined', () => {
    expect(distribution(Uint8Array.of(48, 49))).toBeUndefined();
    expect(distribution(Uint8Array.of(0, 0))).toBeUndefined();
  });
});
