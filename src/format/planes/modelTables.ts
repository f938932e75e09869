import { type Distribution, LEAF, type PlaneModel, SYMBOLS, TOTAL } from './planeModel.ts';

// A model as the compiled coder has it (assembly/memory.ts), little-endian. Of each of the two trees, in room for the
// largest one:
//
//   nodes, 8 bytes: feature (u8, 255 for a leaf), threshold (u8), the node for values above it or 0 (u16), the leaf or 0 (u16)
//   leaves, 128 bytes: frequencies (u16 x 24), sums of those before (u16 x 24), symbols (u8 x 24), most frequent first
//   escapes by rank, 4 bytes: frequency, sum of those before (u16); 0 for ranks that do not occur
//
// Coders, 16 bytes: by tree, leaf and symbol, then by tree and rank. See {@link writeCoder}. 0 for what does not occur.

const TREES = 2;
const MOST_NODES = 1024;
const MOST_LEAVES = 512;
const MOST_RANKS = 256;
const NODE_BYTES = 8;
const LEAF_BYTES = 128;
const ESCAPE_BYTES = 4;
const CODER_BYTES = 16;

/** Writes the nodes of both trees. */
export function writeNodes(model: PlaneModel, memory: ArrayBuffer, at: number): void {
  const view = new DataView(memory);
  for (const [tree, { nodes }] of model.entries()) {
    for (const [i, { feature, threshold, next }] of nodes.entries()) {
      const node = at + (tree * MOST_NODES + i) * NODE_BYTES;
      view.setUint8(node, feature);
      view.setUint8(node + 1, threshold);
      view.setUint16(node + 2, feature === LEAF ? 0 : next, true);
      view.setUint16(node + 4, feature === LEAF ? next : 0, true);
    }
  }
}

/** Where distributions lie in the coder's memory. */
export interface DecoderAddresses {
  readonly leaves: number;
  readonly escapes: number;
}

/** Writes what decoding needs of distributions. */
export function writeDecoders(model: PlaneModel, memory: ArrayBuffer, at: DecoderAddresses): void {
  const view = new DataView(memory);
  new Uint8Array(memory, at.escapes, TREES * MOST_RANKS * ESCAPE_BYTES).fill(0);
  for (const [tree, { leaves, escapes }] of model.entries()) {
    for (const [i, leaf] of leaves.entries()) {
      const own = at.leaves + (tree * MOST_LEAVES + i) * LEAF_BYTES;
      for (const [place, { symbol, frequency, before }] of ranges(leaf).entries()) {
        view.setUint16(own + 2 * place, frequency, true);
        view.setUint16(own + 2 * (SYMBOLS + place), before, true);
        view.setUint8(own + 4 * SYMBOLS + place, symbol);
      }
    }
    for (const { symbol: rank, frequency, before } of ranges(escapes)) {
      const own = at.escapes + (tree * MOST_RANKS + rank) * ESCAPE_BYTES;
      view.setUint16(own, frequency, true);
      view.setUint16(own + 2, before, true);
    }
  }
}

/** Writes what coding needs of distributions, from the address `at` on. */
export function writeEncoders(model: PlaneModel, memory: ArrayBuffer, at: number): void {
  const view = new DataView(memory);
  const escapesAt = TREES * MOST_LEAVES * SYMBOLS;
  new Uint8Array(memory, at, (escapesAt + TREES * MOST_RANKS) * CODER_BYTES).fill(0);
  const write = (distribution: Distribution, first: number) => {
    for (const { symbol, frequency, before } of ranges(distribution)) {
      writeCoder(view, at + (first + symbol) * CODER_BYTES, frequency, before);
    }
  };
  for (const [tree, { leaves, escapes }] of model.entries()) {
    for (const [i, leaf] of leaves.entries()) write(leaf, (tree * MOST_LEAVES + i) * SYMBOLS);
    write(escapes, escapesAt + tree * MOST_RANKS);
  }
}

/**
 * Reciprocal (u32), frequency and 4096 less it (u16), bias and shift (u32). With them, a state x below 2^31 goes on to
 * `x + bias + q * (4096 - frequency)`, where `q = (x * reciprocal >> 32) >> shift` is x / frequency: Alverson, "Integer
 * division using reciprocals" (1991), as in Giesen's ryg_rans.
 */
function writeCoder(view: DataView, at: number, frequency: number, before: number): void {
  const [reciprocal, shift, bias] =
    frequency === 1
      ? // The quotient comes out as x - 1.
        [2 ** 32 - 1, 0, before + TOTAL - 1]
      : [Math.ceil(2 ** (31 + bitsOf(frequency)) / frequency), bitsOf(frequency) - 1, before];
  view.setUint32(at, reciprocal, true);
  view.setUint16(at + 4, frequency, true);
  view.setUint16(at + 6, TOTAL - frequency, true);
  view.setUint32(at + 8, bias, true);
  view.setUint32(at + 12, shift, true);
}

/** The least n with 2^n at least `number`. */
function bitsOf(number: number): number {
  return 32 - Math.clz32(number - 1);
}

function ranges({ symbols, frequencies }: Distribution) {
  let before = 0;
  return symbols.map((symbol, place) => {
    const frequency = frequencies[place]!;
    before += frequency;
    return { symbol, frequency, before: before - frequency };
  });
}
