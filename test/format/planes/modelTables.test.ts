import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  writeDecoders,
  writeEncoders,
  writeNodes,
} from '../../../src/format/planes/modelTables.ts';
import {
  type Distribution,
  ESCAPE,
  LEAF,
  type ModelParts,
  makeModel,
  SYMBOLS,
} from '../../../src/format/planes/planeModel.ts';
import { random } from '../../../tools/random.ts';
import { runs } from '../../thorough.ts';

const LEAST = 2 ** 15;
const LEAVES = 3;
const RANKS = [3, 255] as const;
/** As in assembly/memory.ts: the most nodes and leaves of a tree. */
const [NODE_ROOM, LEAF_ROOM] = [1024, 512];
const ADDRESSES = { nodes: 64, leaves: 64 + 16384, escapes: 64 + 16384 + 131072 };
const CODERS = 0;

/** Models whose levels are few or many, alike or far apart. */
function madeUpModel(seed: number): ModelParts {
  const number = random(seed);
  const tree = (ranks: number) => {
    const density = number();
    const level = () => (number() < density ? 1 + Math.floor(number() ** 2 * 48) : 0);
    const escapes = Uint8Array.from({ length: ranks }, level);
    escapes[0] ||= 48;
    const levels = Uint8Array.from({ length: LEAVES * SYMBOLS }, (_, i) =>
      i % SYMBOLS === ESCAPE ? 1 : level(),
    );
    return {
      features: Uint8Array.of(3, LEAF, 47, LEAF, LEAF),
      thresholds: Uint8Array.of(0, 0, 255, 0, 0),
      levels,
      escapes,
    };
  };
  return [tree(RANKS[0]), tree(RANKS[1])];
}

/** A symbol to code: in a leaf of a tree, or a rank where there is none. */
interface Coded {
  readonly tree: number;
  /** {@link LEAVES} for escapes. */
  readonly leaf: number;
  readonly symbol: number;
}

/** Symbols that a model has, any as likely as another. */
function symbolsOf(parts: ModelParts, count: number, seed: number): Coded[] {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  const known = parts.flatMap(({ levels, escapes }, tree) => [
    ...[...levels].flatMap((level, i) =>
      level > 0 ? [{ tree, leaf: Math.floor(i / SYMBOLS), symbol: i % SYMBOLS }] : [],
    ),
    ...[...escapes].flatMap((level, i) =>
      level > 0 ? [{ tree, leaf: LEAVES, symbol: i + 1 }] : [],
    ),
  ]);
  return Array.from({ length: count }, () => known[below(known.length)]!);
}

function tablesOf(parts: ModelParts): { coders: DataView; decoders: DataView } {
  const model = makeModel(parts)!;
  // What lay there before does not matter.
  const coders = new Uint8Array(2 ** 19).fill(0xa5).buffer;
  const decoders = new Uint8Array(2 ** 18).fill(0xa5).buffer;
  writeEncoders(model, coders, CODERS);
  writeNodes(model, decoders, ADDRESSES.nodes);
  writeDecoders(model, decoders, ADDRESSES);
  return { coders: new DataView(coders), decoders: new DataView(decoders) };
}

/** Frequency and sum of those before. */
type Range = readonly [frequency: number, before: number];

/** Codes in words of 16 bits, the first of which is read first. `step` moves a state on. */
function encode<T>(items: readonly T[], frequency: (item: T) => number, step: Step<T>): number[] {
  const words: number[] = [];
  let state = LEAST;
  for (const item of [...items].reverse()) {
    if (state >= frequency(item) * 2 ** 19) {
      words.unshift(state % 65536);
      state = Math.floor(state / 65536);
    }
    state = step(state, item);
  }
  return [state % 65536, Math.floor(state / 65536), ...words];
}

type Step<T> = (state: number, item: T) => number;

function withDivision(state: number, [frequency, before]: Range): number {
  return Math.floor(state / frequency) * 4096 + (state % frequency) + before;
}

/** By the table of coders, in integers that do not overflow. */
function withReciprocal(coders: DataView): Step<number> {
  return (state, at) => {
    const reciprocal = BigInt(coders.getUint32(at, true));
    const shift = BigInt(coders.getUint32(at + 12, true));
    const quotient = Number(((BigInt(state) * reciprocal) >> 32n) >> shift);
    const bias = coders.getUint32(at + 8, true);
    return (state + bias + quotient * coders.getUint16(at + 6, true)) % 2 ** 32;
  };
}

function coderOf({ tree, leaf, symbol }: Coded): number {
  const number =
    leaf === LEAVES
      ? 2 * LEAF_ROOM * SYMBOLS + tree * 256 + symbol
      : (tree * LEAF_ROOM + leaf) * SYMBOLS + symbol;
  return CODERS + 16 * number;
}

/** Every symbol of a leaf, or every rank, with its range, in the order of the decoders' table. */
function rangesOf(decoders: DataView, tree: number, leaf: number): Map<number, Range> {
  const ranges = new Map<number, Range>();
  if (leaf === LEAVES) {
    for (let rank = 0; rank < 256; rank++) {
      const at = ADDRESSES.escapes + (tree * 256 + rank) * 4;
      const frequency = decoders.getUint16(at, true);
      if (frequency > 0) ranges.set(rank, [frequency, decoders.getUint16(at + 2, true)]);
    }
    return ranges;
  }
  const at = ADDRESSES.leaves + (tree * LEAF_ROOM + leaf) * 128;
  for (let place = 0, end = 0; end < 4096; place++) {
    const frequency = decoders.getUint16(at + 2 * place, true);
    const before = decoders.getUint16(at + 48 + 2 * place, true);
    ranges.set(decoders.getUint8(at + 96 + place), [frequency, before]);
    end = before + frequency;
  }
  return ranges;
}

/** Symbols where the items tell to look for them. */
function decode(words: readonly number[], decoders: DataView, items: readonly Coded[]): number[] {
  let [state, next] = [words[0]! + words[1]! * 65536, 2];
  const symbols = items.map(({ tree, leaf }) => {
    const slot = state % 4096;
    const ranges = [...rangesOf(decoders, tree, leaf)];
    const found = ranges.find(([, [f, before]]) => slot >= before && slot < before + f)!;
    const [symbol, [frequency, before]] = found;
    state = frequency * Math.floor(state / 4096) + slot - before;
    if (state < LEAST) state = state * 65536 + words[next++]!;
    return symbol;
  });
  expect([state, next]).toEqual([LEAST, words.length]);
  return symbols;
}

describe('the tables of a model', () => {
  test('code what they decode, in the bytes that divisions give', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 400 }), (seed, count) => {
        const parts = madeUpModel(seed);
        const { coders, decoders } = tablesOf(parts);
        const items = symbolsOf(parts, count, seed + 1);
        const frequency = (at: number) => coders.getUint16(at + 4, true);
        const words = encode(items.map(coderOf), frequency, withReciprocal(coders));
        const ranges = items.map(
          ({ tree, leaf, symbol }) => rangesOf(decoders, tree, leaf).get(symbol)!,
        );
        expect(words).toEqual(encode(ranges, ([frequency]) => frequency, withDivision));
        expect(decode(words, decoders, items)).toEqual(items.map(({ symbol }) => symbol));
      }),
      runs(600, 30),
    );
  });

  test('divide exactly by every frequency, at the ends of quotients', () => {
    const escapes: Distribution = { symbols: [1], frequencies: [4096] };
    for (let first = 1; first <= 4096; first += LEAF_ROOM) {
      const leaves = Array.from({ length: LEAF_ROOM }, (_, i): Distribution => {
        const frequency = first + i;
        return frequency === 4096
          ? { symbols: [0], frequencies: [4096] }
          : { symbols: [1, 0], frequencies: [4096 - frequency, frequency] };
      });
      const tree = { nodes: [], leaves, escapes };
      const memory = new ArrayBuffer(2 ** 19);
      writeEncoders([tree, { ...tree, leaves: [] }], memory, CODERS);
      const coders = new DataView(memory);
      const step = withReciprocal(coders);
      for (let leaf = 0; leaf < LEAF_ROOM; leaf++) {
        const frequency = first + leaf;
        const at = CODERS + 16 * SYMBOLS * leaf;
        expect(coders.getUint16(at + 4, true)).toBe(frequency);
        // A state is in this range when a symbol of this frequency is coded.
        for (const quotient of [8, 9, 1000, 2 ** 18 + 1, 2 ** 19 - 1]) {
          for (const state of [quotient * frequency, (quotient + 1) * frequency - 1]) {
            expect(step(state, at)).toBe(withDivision(state, [frequency, 4096 - frequency]));
          }
        }
      }
    }
  });

  test('tell which symbols and ranks a model does not have', () => {
    const parts = madeUpModel(7);
    const { coders } = tablesOf(parts);
    for (const [tree, { levels, escapes }] of parts.entries()) {
      const has = (leaf: number, symbol: number) =>
        coders.getUint16(coderOf({ tree, leaf, symbol }) + 4, true) > 0;
      expect(Array.from(levels, (_, i) => has(Math.floor(i / SYMBOLS), i % SYMBOLS))).toEqual(
        Array.from(levels, (level) => level > 0),
      );
      expect(Array.from({ length: 256 }, (_, rank) => has(LEAVES, rank))).toEqual(
        Array.from({ length: 256 }, (_, rank) => (escapes[rank - 1] ?? 0) > 0),
      );
    }
  });

  test('have the nodes of both trees', () => {
    const { decoders } = tablesOf(madeUpModel(1));
    for (const tree of [0, 1]) {
      const nodes = Array.from({ length: 5 }, (_, i) => {
        const at = ADDRESSES.nodes + (tree * NODE_ROOM + i) * 8;
        const [above, leaf] = [decoders.getUint16(at + 2, true), decoders.getUint16(at + 4, true)];
        return [decoders.getUint8(at), decoders.getUint8(at + 1), above, leaf];
      });
      expect(nodes).toEqual([
        [3, 0, 2, 0],
        [LEAF, 0, 0, 0],
        [47, 255, 4, 0],
        [LEAF, 0, 0, 1],
        [LEAF, 0, 0, 2],
      ]);
    }
  });
});
