import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encoderBytes } from '../../../src/format/planes/generated/encoderBytes.ts';
import { type CoderExports, PlaneCoder } from '../../../src/format/planes/planeCoder.ts';
import {
  ESCAPE,
  LEAF,
  type ModelParts,
  packModel,
  SYMBOLS,
  type TreeParts,
} from '../../../src/format/planes/planeModel.ts';
import { random } from '../../../tools/random.ts';
import { runs } from '../../thorough.ts';
import { rangesOf, TOTAL } from './ranges.ts';

const LEAST = 2 ** 15;
const RANKS = [9, 200] as const;
/** As in assembly/memory.ts: the place of this address, the most leaves of a tree, the bytes of a coder. */
const [CODERS, LEAF_ROOM, CODER_BYTES] = [5, 512, 16];

interface ModelExports extends CoderExports {
  encoderAddressOf(which: number): number;
  makeCoders(): void;
  writeCoder(at: number, frequency: number, before: number): void;
}

class ModelReader extends PlaneCoder<ModelExports> {
  /** The table of coders; undefined if the bytes are no model. */
  coders(packed: Uint8Array, ranks: readonly [number, number] = RANKS): DataView | undefined {
    // What lay there before does not matter.
    new Uint8Array(this.exports.memory.buffer, this.codersAt, 2 ** 19).fill(0xa5);
    if (!this.setModel(packed, ranks)) return undefined;
    this.exports.makeCoders();
    return new DataView(this.exports.memory.buffer, this.codersAt);
  }

  get codersAt(): number {
    return this.exports.encoderAddressOf(CODERS);
  }
}

const reader = new ModelReader(new WebAssembly.Module(encoderBytes()));
const accepts = (parts: ModelParts, ranks?: readonly [number, number]) =>
  reader.coders(packModel(parts), ranks) !== undefined;

/** A tree that splits whichever leaf chance points at, with levels that are few or many, alike or far apart. */
function madeUpTree(seed: number, leaves: number, ranks: number): TreeParts {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  let features = [LEAF];
  for (let count = 1; count < leaves; count++) {
    const own = features.flatMap((feature, i) => (feature === LEAF ? [i] : []));
    const at = own[below(own.length)]!;
    features = [...features.slice(0, at), below(40), LEAF, LEAF, ...features.slice(at + 1)];
  }
  const density = number();
  const level = () => (number() < density ? 1 + Math.floor(number() ** 2 * 48) : 0);
  const escapes = Uint8Array.from({ length: ranks }, level);
  escapes[below(ranks)] ||= 48;
  return {
    features: Uint8Array.from(features),
    thresholds: Uint8Array.from(features, (feature) => (feature === LEAF ? 0 : below(256))),
    levels: Uint8Array.from({ length: leaves * SYMBOLS }, (_, i) =>
      i % SYMBOLS === ESCAPE ? 1 + below(48) : level(),
    ),
    escapes,
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

/** The levels of each leaf and of the escapes, and where their coders are. */
function distributionsOf(parts: ModelParts): { levels: number[]; at: number }[] {
  return parts.flatMap(({ levels, escapes }, tree) => [
    ...Array.from({ length: levels.length / SYMBOLS }, (_, leaf) => ({
      levels: [...levels.subarray(leaf * SYMBOLS, (leaf + 1) * SYMBOLS)],
      at: (tree * LEAF_ROOM + leaf) * SYMBOLS * CODER_BYTES,
    })),
    {
      levels: [0, ...escapes, ...new Array<number>(255 - escapes.length).fill(0)],
      at: (2 * LEAF_ROOM * SYMBOLS + tree * 256) * CODER_BYTES,
    },
  ]);
}

function frequencyAt(coders: DataView, at: number): number {
  return coders.getUint16(at + 4, true);
}

/** A step of coding by the table, in integers that do not overflow. */
function withReciprocal(coders: DataView, state: number, at: number): number {
  const reciprocal = BigInt(coders.getUint32(at, true));
  const shift = BigInt(coders.getUint32(at + 12, true));
  const quotient = Number(((BigInt(state) * reciprocal) >> 32n) >> shift);
  const bias = coders.getUint32(at + 8, true);
  return (state + bias + quotient * coders.getUint16(at + 6, true)) % 2 ** 32;
}

function withDivision(state: number, frequency: number, before: number): number {
  return Math.floor(state / frequency) * TOTAL + (state % frequency) + before;
}

/** Does coding a symbol take states to where divisions take them, at the ends of quotients? */
function stepsRight(coders: DataView, at: number, frequency: number, before: number): boolean {
  return [8, 9, 1000, 2 ** 18 + 1, 2 ** 19 - 1].every((quotient) =>
    [quotient * frequency, (quotient + 1) * frequency - 1].every(
      // A state is in this range when a symbol of this frequency is coded.
      (state) =>
        state < LEAST ||
        withReciprocal(coders, state, at) === withDivision(state, frequency, before),
    ),
  );
}

describe('a model', () => {
  test('has the frequencies that its levels say, and codes by them', () => {
    fc.assert(
      fc.property(fc.nat(), leafCounts, (seed, leaves) => {
        const parts = madeUpModel(seed, leaves);
        const coders = reader.coders(packModel(parts))!;
        for (const { levels, at } of distributionsOf(parts)) {
          const ranges = rangesOf(levels);
          for (let symbol = 0; symbol < levels.length; symbol++) {
            const own = at + symbol * CODER_BYTES;
            const { frequency, before } = ranges.get(symbol) ?? { frequency: 0, before: 0 };
            expect(frequencyAt(coders, own)).toBe(frequency);
            if (frequency > 0) expect(stepsRight(coders, own, frequency, before)).toBe(true);
          }
        }
      }),
      runs(100, 10),
    );
  });

  test('divides exactly by every frequency', () => {
    const { exports, codersAt } = reader;
    const coders = new DataView(exports.memory.buffer, codersAt);
    for (let frequency = 1; frequency <= TOTAL; frequency++) {
      exports.writeCoder(codersAt, frequency, TOTAL - frequency);
      expect(frequencyAt(coders, 0)).toBe(frequency);
      expect(stepsRight(coders, 0, frequency, TOTAL - frequency)).toBe(true);
    }
  });

  test('without samples of a set has a leaf for it that escapes', () => {
    const none = {
      features: Uint8Array.of(LEAF),
      thresholds: Uint8Array.of(0),
      levels: new Uint8Array(SYMBOLS).fill(1, ESCAPE),
      escapes: new Uint8Array(RANKS[1]).fill(1),
    };
    const coders = reader.coders(packModel([madeUpTree(1, 5, RANKS[0]), none]))!;
    const at = (LEAF_ROOM * SYMBOLS + ESCAPE) * CODER_BYTES;
    expect(frequencyAt(coders, at)).toBe(TOTAL);
  });

  test('has at most 1,023 nodes a tree, and at most 48 splits above a leaf', () => {
    const one = [1, 1] as const;
    expect(accepts([chain(48), bush(9)], one)).toBe(true);
    expect(accepts([bush(9), chain(48)], one)).toBe(true);
    expect(accepts([chain(49), bush(1)], one)).toBe(false);
    expect(accepts([bush(1), chain(49)], one)).toBe(false);
    const escapes = new Uint8Array(255).fill(1);
    const largest = { ...bush(9), escapes };
    expect(accepts([largest, largest], [255, 255])).toBe(true);
    expect(accepts([bush(1), bush(10)], one)).toBe(false);
    expect(accepts([bush(10), bush(1)], one)).toBe(false);
  });

  test('asks for features below 40 only', () => {
    const tree = chain(1);
    const asking = (feature: number) => ({ ...tree, features: Uint8Array.of(feature, LEAF, LEAF) });
    expect(accepts([asking(39), tree], [1, 1])).toBe(true);
    expect(accepts([asking(40), tree], [1, 1])).toBe(false);
    expect(accepts([tree, asking(254)], [1, 1])).toBe(false);
  });

  test('can escape from every leaf, to some rank', () => {
    const tree = chain(1);
    const levels = tree.levels.slice();
    levels[SYMBOLS + ESCAPE] = 0;
    expect(accepts([tree, tree], [1, 1])).toBe(true);
    expect(accepts([tree, { ...tree, levels }], [1, 1])).toBe(false);
    expect(accepts([{ ...tree, escapes: Uint8Array.of(0) }, tree], [1, 1])).toBe(false);
  });

  test('knows levels up to 48', () => {
    const tree = chain(1);
    const to = (level: number) => ({ ...tree, levels: tree.levels.map(() => level) });
    expect(accepts([tree, to(48)], [1, 1])).toBe(true);
    expect(accepts([tree, to(49)], [1, 1])).toBe(false);
    expect(accepts([tree, { ...tree, escapes: Uint8Array.of(49) }], [1, 1])).toBe(false);
  });

  test('of altered bytes is refused or sound', () => {
    const packed = packModel(madeUpModel(3, [12, 5]));
    const change = fc.record({ at: fc.nat({ max: packed.length - 1 }), to: fc.nat({ max: 255 }) });
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = packed.slice();
        for (const { at, to } of changes) bytes[at] = to;
        const coders = reader.coders(bytes);
        if (!coders) return;
        accepted++;
        for (let leaf = 0; leaf < LEAF_ROOM; leaf++) {
          const at = leaf * SYMBOLS * CODER_BYTES;
          const own = Array.from({ length: SYMBOLS }, (_, symbol) =>
            frequencyAt(coders, at + symbol * CODER_BYTES),
          );
          if (own[0] === 0xa5a5) break;
          expect(own.reduce((sum, each) => sum + each, 0)).toBe(TOTAL);
        }
      }),
      runs(3000, 100),
    );
    expect(accepted).toBeGreaterThan(0);
  });

  test('cut short or too long is refused', () => {
    const packed = packModel(madeUpModel(4, [9, 4]));
    expect(reader.coders(packed)).toBeDefined();
    for (let length = 0; length < packed.length; length++) {
      expect(reader.coders(packed.subarray(0, length))).toBeUndefined();
    }
    expect(reader.coders(Uint8Array.from([...packed, 0]))).toBeUndefined();
    expect(reader.coders(new Uint8Array(2 ** 16))).toBeUndefined();
  });
});
