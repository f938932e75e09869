import { SAMPLE_NUMBERS } from './planeCoder.ts';
import { ESCAPE, levelOf, type ModelParts, SYMBOLS, type Tree } from './planeModel.ts';

const [RANK, SYMBOL, SECOND] = [61, 62, 63] as const;
const FEATURES = RANK;
/** About how many bits a leaf and its node take in a file: a split must save more. */
const LEAF_BITS = 160;
/** Bits that the best of some hundred splits seems to save by chance alone. */
const CHANCE_BITS = 20;
/** The most leaves of both trees together, so that the start of a file stays small. */
const MOST_LEAVES = 384;
/** About how many bits an escape takes besides its symbol. */
const ESCAPE_BITS = 5;
/** As many samples of a node suffice to choose its split. */
const ENOUGH = 2048;
/** Nodes with fewer samples are not split. */
const FEW = 32;

/** Samples of both sides, in columns by feature. */
export interface Samples {
  readonly count: number;
  readonly columns: readonly Int16Array[];
  /** Of each column. */
  readonly bounds: readonly { readonly least: number; readonly most: number }[];
}

/** Gathers the samples of several planes into columns. */
export function gatherSamples(parts: readonly Int16Array[]): Samples {
  const count = parts.reduce((sum, part) => sum + part.length / SAMPLE_NUMBERS, 0);
  const columns = Array.from({ length: SAMPLE_NUMBERS }, () => new Int16Array(count));
  let sample = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SAMPLE_NUMBERS, sample++) {
      for (let i = 0; i < SAMPLE_NUMBERS; i++) columns[i]![sample] = part[at + i]!;
    }
  }
  return { count, columns, bounds: columns.map(boundsOf) };
}

function boundsOf(column: Int16Array): { least: number; most: number } {
  let [least, most] = [32767, -32768];
  for (const value of column) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

/** A node that is being grown: a leaf until it is split. */
interface Growing {
  readonly samples: Int32Array;
  readonly counts: Int32Array;
  split: Split | undefined;
  children: readonly [Growing, Growing] | undefined;
}

interface Split {
  readonly feature: number;
  readonly threshold: number;
  /** Bits that it saves on the samples. */
  readonly gain: number;
}

/**
 * Grows the two trees of a table from samples, always splitting where that saves most.
 * `scale`: values of the table per sample. `ranks`: the number of ranks of the table.
 */
export function growTrees(
  samples: Samples,
  scale: number,
  ranks: number,
  mostLeaves = MOST_LEAVES,
): ModelParts & { readonly bits: number } {
  const { columns } = samples;
  const least = Math.max(CHANCE_BITS, LEAF_BITS / scale);
  const roots = [0, 1].map((second) => {
    const own: number[] = [];
    for (let i = 0; i < samples.count; i++) if (columns[SECOND]![i] === second) own.push(i);
    return sprout(samples, Int32Array.from(own));
  });
  const open = roots.filter(({ split }) => split && split.gain > least);
  for (let leaves = roots.length; open.length > 0 && leaves < mostLeaves; leaves++) {
    let best = 0;
    for (let i = 1; i < open.length; i++) {
      if (open[i]!.split!.gain > open[best]!.split!.gain) best = i;
    }
    const [node] = open.splice(best, 1);
    node!.children = divide(samples, node!);
    open.push(...node!.children.filter(({ split }) => split && split.gain > least));
  }
  const leafLevels: Uint8Array[] = [];
  const trees = roots.map((root) => flatten(root, leafLevels)) as [Tree, Tree];
  const escapeLevels = [0, 1].map((second) => escapesOf(samples, second, ranks));
  const bits = roots.reduce((sum, root) => sum + bitsOf(root), 0);
  return { trees, leafLevels, escapeLevels: escapeLevels as [Uint8Array, Uint8Array], bits };
}

function sprout(samples: Samples, own: Int32Array): Growing {
  const counts = new Int32Array(SYMBOLS);
  const symbols = samples.columns[SYMBOL]!;
  for (const i of own) counts[symbols[i]!]!++;
  return { samples: own, counts, split: bestSplit(samples, own, counts), children: undefined };
}

function divide(samples: Samples, { samples: own, split }: Growing): [Growing, Growing] {
  const { feature, threshold } = split!;
  const column = samples.columns[feature]!;
  const [below, above] = [new Int32Array(own.length), new Int32Array(own.length)];
  let [under, over] = [0, 0];
  for (let i = 0; i < own.length; i++) {
    if (column[own[i]!]! <= threshold) below[under++] = own[i]!;
    else above[over++] = own[i]!;
  }
  return [sprout(samples, below.slice(0, under)), sprout(samples, above.slice(0, over))];
}

function bestSplit(samples: Samples, own: Int32Array, counts: Int32Array): Split | undefined {
  if (own.length < FEW) return undefined;
  const step = Math.ceil(own.length / ENOUGH);
  const some = step > 1 ? own.filter((_, i) => i % step === 0) : own;
  // Of 24 symbols a node has few.
  let kinds = 0;
  const kindOf = Uint8Array.from(counts, (count) => (count > 0 ? kinds++ : 0));
  if (kinds < 2) return undefined;
  const symbols = Uint8Array.from(some, (i) => kindOf[samples.columns[SYMBOL]![i]!]!);
  const whole = new Int32Array(kinds);
  for (const symbol of symbols) whole[symbol]!++;
  const bits = entropy(whole, symbols.length);
  let best: Split | undefined;
  for (let feature = 0; feature < FEATURES; feature++) {
    const { least, most } = samples.bounds[feature]!;
    if (least === most) continue;
    const found = splitBy(samples.columns[feature]!, least, most, some, symbols, whole);
    if (!found) continue;
    const gain = (bits - found.bits) * (own.length / some.length);
    if (gain > (best?.gain ?? 0)) best = { feature, threshold: found.threshold, gain };
  }
  return best;
}

/** Counts of symbols by value of a feature, used again and again. */
let table = new Int32Array(1 << 12);

function splitBy(
  column: Int16Array,
  least: number,
  most: number,
  some: Int32Array,
  symbols: Uint8Array,
  whole: Int32Array,
): { threshold: number; bits: number } | undefined {
  const kinds = whole.length;
  const size = (most - least + 1) * kinds;
  if (table.length < 2 * size) table = new Int32Array(2 * size);
  // Two alternating counters: most samples are equal, and an increment waits for the one before of the same counter.
  table.fill(0, 0, 2 * size);
  const even = some.length & ~1;
  for (let i = 0; i < even; i += 2) {
    table[(column[some[i]!]! - least) * kinds + symbols[i]!]!++;
    table[size + (column[some[i + 1]!]! - least) * kinds + symbols[i + 1]!]!++;
  }
  if (even < some.length) table[(column[some[even]!]! - least) * kinds + symbols[even]!]!++;
  const below = new Int32Array(kinds);
  const above = whole.slice();
  let [under, over] = [0, some.length];
  let best: { threshold: number; bits: number } | undefined;
  for (let value = least; value < most; value++) {
    let moved = 0;
    for (let kind = 0; kind < kinds; kind++) {
      const at = (value - least) * kinds + kind;
      const count = table[at]! + table[size + at]!;
      below[kind]! += count;
      above[kind]! -= count;
      moved += count;
    }
    if (moved === 0) continue;
    under += moved;
    over -= moved;
    if (over === 0) break;
    const bits = entropy(below, under) + entropy(above, over);
    if (!best || bits < best.bits) best = { threshold: value, bits };
  }
  return best;
}

/** n log2 n for every n up to the greatest count that a split is chosen from. */
const logs = Float64Array.from({ length: ENOUGH * 2 + 1 }, (_, n) =>
  n > 0 ? n * Math.log2(n) : 0,
);

/** Bits that symbols of these counts take. */
function entropy(counts: Int32Array, total: number): number {
  let bits = logs[total]!;
  for (let i = 0; i < counts.length; i++) bits -= logs[counts[i]!]!;
  return bits;
}

/** About how many bits the coded samples take. */
function bitsOf({ children, counts, samples }: Growing): number {
  if (children) return bitsOf(children[0]) + bitsOf(children[1]);
  let bits =
    samples.length * Math.log2(Math.max(1, samples.length)) + counts[ESCAPE]! * ESCAPE_BITS;
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count);
  return bits;
}

/** Nodes in preorder. */
function flatten(root: Growing, leafLevels: Uint8Array[]): Tree {
  const nodes: { feature: number; threshold: number; above: number | undefined }[] = [];
  const add = ({ children, split, counts }: Growing) => {
    if (!children) {
      nodes.push({ feature: 0, threshold: 0, above: undefined });
      leafLevels.push(levelsOf(counts));
      return;
    }
    const node = { feature: split!.feature, threshold: split!.threshold, above: 0 };
    nodes.push(node);
    add(children[0]);
    node.above = nodes.length;
    add(children[1]);
  };
  add(root);
  return nodes;
}

/** Levels of a leaf's symbols. Every leaf can escape, since the samples are not all values. */
function levelsOf(counts: Int32Array): Uint8Array {
  const most = Math.max(1, ...counts);
  const levels = Uint8Array.from(counts, (count) => levelOf(count, most));
  levels[ESCAPE] = Math.max(1, levels[ESCAPE]!);
  return levels;
}

/** Levels by rank, from 1. None is 0, so that every rank can be coded. */
function escapesOf({ count, columns }: Samples, second: number, ranks: number): Uint8Array {
  const counts = new Int32Array(ranks).fill(1);
  for (let i = 0; i < count; i++) {
    const own = columns[SECOND]![i] === second && columns[SYMBOL]![i] === ESCAPE;
    if (own) counts[columns[RANK]![i]! - 1]!++;
  }
  const most = Math.max(...counts);
  return Uint8Array.from(counts, (each) => levelOf(each, most));
}
