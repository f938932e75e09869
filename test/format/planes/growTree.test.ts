import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encoderBytes } from '../../../src/format/planes/generated/encoderBytes.ts';
import {
  type GrownTree,
  growTree,
  type Learner,
  type Limits,
  SAMPLE_BYTES,
  treeParts,
} from '../../../src/format/planes/growTree.ts';
import { ESCAPE, LEAF, SYMBOLS } from '../../../src/format/planes/planeModel.ts';
import { random } from '../../../tools/random.ts';
import { runs, whole } from '../../thorough.ts';
import { rangesOf, TOTAL } from './ranges.ts';

const FEATURES = 48;
const DEEPEST = 48;
const NO_LIMITS: Limits = { features: [0, 1, 2, 3], mostLeaves: 512, leastGain: 20 };

/** Samples in a learner's memory are bytes: values by feature, and symbols. */
interface MadeUp {
  readonly columns: readonly Uint8Array[];
  readonly symbols: Uint8Array;
}

const module = new WebAssembly.Module(encoderBytes());

function grow({ columns, symbols }: MadeUp, limits: Limits): GrownTree {
  const { exports } = new WebAssembly.Instance(module, { env: { abort: () => undefined } });
  const learner = exports as unknown as Learner;
  const count = symbols.length;
  const at = learner.memory.buffer.byteLength;
  const room = at + count * SAMPLE_BYTES;
  learner.memory.grow(Math.ceil((room + learner.learningBytes(count) - at) / 65536));
  // Whatever lay there before does not matter.
  const memory = new Uint8Array(learner.memory.buffer).fill(0xa5, at);
  for (let i = 0; i < count; i++) {
    const sample = at + i * SAMPLE_BYTES;
    for (const [f, column] of columns.entries()) memory[sample + f] = column[i]!;
    memory[sample + FEATURES] = symbols[i]!;
  }
  return growTree(learner, { at, count, room }, limits);
}

/** A node of the naive grower: a leaf until it has children. */
interface Node {
  readonly samples: readonly number[];
  readonly depth: number;
  readonly gain: number;
  readonly feature: number;
  readonly threshold: number;
  children: readonly [Node, Node] | undefined;
}

/** The same by the rules: all samples of a node in an array, every split counted on its own. */
function growNaively(madeUp: MadeUp, limits: Limits): GrownTree {
  const root = sprout(
    madeUp,
    limits,
    Array.from(madeUp.symbols, (_, i) => i),
    0,
  );
  const leaves = [root];
  while (leaves.length < limits.mostLeaves) {
    const most = Math.max(...leaves.map(({ gain }) => gain));
    if (most <= limits.leastGain) break;
    const oldest = leaves.findIndex(({ gain }) => gain === most);
    const [node] = leaves.splice(oldest, 1);
    const column = madeUp.columns[node!.feature]!;
    const isAbove = (sample: number) => column[sample]! > node!.threshold;
    const child = (above: boolean) =>
      sprout(
        madeUp,
        limits,
        node!.samples.filter((sample) => isAbove(sample) === above),
        node!.depth + 1,
      );
    node!.children = [child(false), child(true)];
    leaves.push(...node!.children);
  }
  const preorder = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(preorder)];
  const nodes = preorder(root);
  const grown = nodes.filter(({ children }) => !children);
  const counts = grown.map((leaf) => tally(leaf.samples.map((i) => madeUp.symbols[i]!)));
  return {
    features: Uint8Array.from(nodes, (node) => (node.children ? node.feature : LEAF)),
    thresholds: Uint8Array.from(nodes, (node) => (node.children ? node.threshold : 0)),
    counts: Uint32Array.from(counts.flat()),
    bits: counts.reduce((sum, each) => sum + entropy(each, nLogN) + 5 * each[ESCAPE]!, 0),
  };
}

function sprout(madeUp: MadeUp, limits: Limits, samples: number[], depth: number): Node {
  const none = { samples, depth, gain: 0, feature: 0, threshold: 0, children: undefined };
  if (samples.length < 32 || depth === DEEPEST) return none;
  const step = Math.ceil(samples.length / 4096);
  const some = samples.filter((_, i) => i % step === 0);
  const symbolsOf = (chosen: readonly number[]) => tally(chosen.map((i) => madeUp.symbols[i]!));
  const parts = entropy(symbolsOf(some), partsOf);
  let best = { feature: 0, threshold: 0, saved: 0 };
  for (const feature of limits.features) {
    const column = madeUp.columns[feature]!;
    const values = [...new Set(some.map((i) => column[i]!))].sort((a, b) => a - b);
    for (const threshold of values.slice(0, -1)) {
      const [below, above] = [
        some.filter((i) => column[i]! <= threshold),
        some.filter((i) => column[i]! > threshold),
      ];
      const after = entropy(symbolsOf(below), partsOf) + entropy(symbolsOf(above), partsOf);
      if (parts - after > best.saved) best = { feature, threshold, saved: parts - after };
    }
  }
  const gain = (best.saved / 32768) * (samples.length / some.length);
  return { ...none, feature: best.feature, threshold: best.threshold, gain };
}

function tally(symbols: readonly number[]): number[] {
  const counts = new Array<number>(SYMBOLS).fill(0);
  for (const symbol of symbols) counts[symbol]!++;
  return counts;
}

function nLogN(n: number): number {
  return n > 0 ? n * Math.log2(n) : 0;
}

/** In whole parts of a bit. */
function partsOf(n: number): number {
  return Math.round(nLogN(n) * 32768);
}

function entropy(counts: readonly number[], log: (n: number) => number): number {
  const total = counts.reduce((sum, each) => sum + each, 0);
  return counts.reduce((sum, each) => sum - log(each), log(total));
}

/** Samples whose symbol depends on their features by a rule that `seed` makes up, and on chance. */
function structured(seed: number, count: number, values: number, chance: number): MadeUp {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  const columns = Array.from({ length: 4 }, () => {
    const range = 2 + below(values - 1);
    const least = below(256 - range);
    return Uint8Array.from({ length: count }, () => least + below(range));
  });
  const rule = Array.from({ length: 6 }, () => [below(4), below(256), below(SYMBOLS)] as const);
  const symbols = Uint8Array.from({ length: count }, (_, i) => {
    if (number() < chance) return below(SYMBOLS);
    return rule.find(([f, threshold]) => columns[f]![i]! > threshold)?.[2] ?? 0;
  });
  return { columns, symbols };
}

describe('a tree', () => {
  const samples = fc.record({
    seed: fc.nat(),
    count: fc.oneof(fc.nat({ max: 700 }), fc.integer({ min: 4090, max: 9000 })),
    values: fc.constantFrom(2, 5, 40, 256),
    chance: fc.constantFrom(0, 0.1, 1),
  });
  const limits = fc.record({
    features: fc.subarray([0, 1, 2, 3], { minLength: 0 }),
    mostLeaves: fc.constantFrom(1, 2, 9, 512),
    leastGain: fc.constantFrom(0, 5, 20),
  });

  test('is the one that a naive grower finds', () => {
    fc.assert(
      fc.property(samples, limits, ({ seed, count, values, chance }, own) => {
        // The naive grower takes its time.
        const many = count > 1000;
        const madeUp = structured(seed, count, many ? Math.min(values, 40) : values, chance);
        const mostLeaves = many ? Math.min(own.mostLeaves, 9) : own.mostLeaves;
        const limited = { ...own, mostLeaves };
        const { bits, ...grown } = grow(madeUp, limited);
        const { bits: expected, ...naive } = growNaively(madeUp, limited);
        expect(grown).toEqual(naive);
        expect(bits).toBeCloseTo(expected, 4);
      }),
      runs(600, 20),
    );
  });

  test('of no samples is one leaf', () => {
    const columns = Array.from({ length: 4 }, () => new Uint8Array());
    const grown = grow({ columns, symbols: new Uint8Array() }, NO_LIMITS);
    expect(grown.features).toEqual(Uint8Array.of(LEAF));
    expect(grown.counts).toEqual(new Uint32Array(SYMBOLS));
    expect(grown.bits).toBe(0);
  });

  test('asks for the feature that decides, whichever of the 48 it is', () => {
    const count = 4000;
    for (let feature = 0; feature < FEATURES; feature += whole ? 1 : 7) {
      const columns = Array.from({ length: FEATURES }, (_, f) =>
        Uint8Array.from({ length: count }, (_, i) => (f === feature ? i % 256 : (i * 7) % 3)),
      );
      const symbols = Uint8Array.from({ length: count }, (_, i) => (i % 256 > 99 ? 5 : 6));
      const all = { ...NO_LIMITS, features: columns.map((_, f) => f) };
      const grown = grow({ columns, symbols }, all);
      expect([...grown.features]).toEqual([feature, LEAF, LEAF]);
      expect(grown.thresholds[0]).toBe(99);
    }
  });

  test('is no deeper than 48', () => {
    // Each split can set apart but one of 60 groups, by an extreme value that it alone has.
    const group = Uint8Array.from({ length: 60 * 64 }, (_, i) => i % 64);
    const columns = Array.from({ length: 30 }, (_, f) =>
      group.map((own) => (own >> 1 !== f ? 100 : own % 2 === 0 ? 0 : 255)),
    );
    const symbols = group.map((own) => (own < 60 ? 1 : 0));
    const all = { features: columns.map((_, f) => f), mostLeaves: 512, leastGain: 0 };
    const { features } = grow({ columns, symbols }, all);
    expect(features).toHaveLength(2 * DEEPEST + 1);
    expect(Math.max(...depths(features))).toBe(DEEPEST);
  });

  test('has no more than 512 leaves', () => {
    const numbers = Array.from({ length: 1 << 16 }, (_, i) => i);
    const columns = [Uint8Array.from(numbers, (i) => i >> 8), Uint8Array.from(numbers)];
    const symbols = Uint8Array.from(numbers, (i) => ((i >> 5) * 7 + (i >> 10) * 3) % ESCAPE);
    const grown = grow({ columns, symbols }, { features: [0, 1], mostLeaves: 4000, leastGain: 0 });
    expect(grown.counts).toHaveLength(512 * SYMBOLS);
    expect(grown.features).toHaveLength(1023);
  });
});

describe('what a file keeps of a tree', () => {
  const none = new Uint32Array(256);
  const leafOf = (counts: readonly number[]) => ({
    features: Uint8Array.of(LEAF),
    thresholds: Uint8Array.of(0),
    counts: Uint32Array.from({ length: SYMBOLS }, (_, symbol) => counts[symbol] ?? 0),
    bits: 0,
  });

  test('predicts symbols about as often as samples have them, and an escape always', () => {
    const counts = fc.array(fc.nat({ max: 300_000 }), { minLength: 2, maxLength: ESCAPE });
    fc.assert(
      fc.property(counts, (own) => {
        fc.pre(own.some((count) => count > 0));
        const { levels } = treeParts(leafOf(own), none, 9);
        const ranges = rangesOf(levels);
        expect(ranges.has(ESCAPE)).toBe(true);
        const total = own.reduce((sum, count) => sum + count, 0);
        for (const [symbol, count] of own.entries()) {
          expect(ranges.has(symbol)).toBe(count > 0);
          const expected = (TOTAL * count) / total;
          const { frequency: found } = ranges.get(symbol) ?? { frequency: 0 };
          // Levels are a fifth apart, the least frequency is 1, the last levels are coarse.
          expect(Math.abs(found - expected)).toBeLessThan(0.2 * expected + 25);
        }
      }),
      runs(1000, 50),
    );
  });

  test('has a level for every rank, the highest for the one that escapes most', () => {
    const escaped = none.slice();
    escaped.set([1000, 99], 4);
    const { escapes } = treeParts(leafOf([7]), escaped, 9);
    expect(escapes).toHaveLength(9);
    expect(escapes[3]).toBe(48);
    expect(escapes[4]).toBe(48 - Math.round(Math.log(1001 / 100) / Math.log(1.2)));
    expect(Math.min(...escapes)).toBeGreaterThan(0);
  });

  test('is a model even where there were no samples', () => {
    const parts = treeParts(leafOf([]), none, 9);
    expect(rangesOf(parts.levels)).toEqual(new Map([[ESCAPE, { frequency: TOTAL, before: 0 }]]));
  });
});

/** By leaf: the splits above it. */
function depths(features: Uint8Array): number[] {
  const leaves: number[] = [];
  const open = [0];
  for (const feature of features) {
    const depth = open.pop()!;
    if (feature === LEAF) leaves.push(depth);
    else open.push(depth + 1, depth + 1);
  }
  return leaves;
}
