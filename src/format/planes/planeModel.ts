/** Predicts the values of a plane: see FORMAT.md. */
export interface PlaneModel {
  /** For the side coded first and for the other. */
  readonly trees: readonly [Tree, Tree];
  /** The leaves of the first tree, then of the second, in preorder. */
  readonly leaves: readonly Distribution[];
  /** By side in order of coding: ranks of values without a symbol of their own. */
  readonly escapes: readonly [Distribution, Distribution];
}

/** Nodes in preorder: after an inner node comes the subtree of values not above its threshold. */
export type Tree = readonly TreeNode[];

interface TreeNode {
  readonly feature: number;
  readonly threshold: number;
  /** The index of the node for values above the threshold; undefined in a leaf. */
  readonly above: number | undefined;
}

/** Symbols and their frequencies out of 4096, most frequent first. */
export interface Distribution {
  readonly symbols: readonly number[];
  readonly frequencies: readonly number[];
}

export const TOTAL = 4096;
/** In a leaf: a value without a symbol of its own. */
export const ESCAPE = 23;
export const SYMBOLS = 24;
const FEATURES = 62;
const LEAF = 255;
/** Nodes of both trees, as the coder has room for them. */
const MOST_NODES = 4095;
/** The highest level; each level's weight is a fifth above the one before. */
const MOST_LEVEL = 48;
const RATIO = 1.2;
/** The least threshold, of two bytes: differences can be negative, ranks large. */
const SMALLEST = -32768;

/** Weights by level, as integers, so that they are equal on every machine. */
const weights = makeWeights();

function makeWeights(): readonly number[] {
  const made = [0, 16];
  for (let level = 2; level <= MOST_LEVEL; level++) {
    made.push(Math.floor((made[level - 1]! * 6) / 5));
  }
  return made;
}

/** The level whose weight is nearest to `count` if `most` has the highest; at least 1 unless `count` is 0. */
export function levelOf(count: number, most: number): number {
  if (count <= 0) return 0;
  const level = MOST_LEVEL + Math.log(count / most) / Math.log(RATIO);
  return Math.max(1, Math.round(level));
}

/** The distribution of these levels: frequencies proportional to their weights, with the sum {@link TOTAL}. */
export function distribution(levels: ArrayLike<number>): Distribution | undefined {
  const symbols: number[] = [];
  let sum = 0;
  for (let symbol = 0; symbol < levels.length; symbol++) {
    const weight = weights[levels[symbol]!];
    if (weight === undefined) return undefined;
    if (weight > 0) symbols.push(symbol);
    sum += weight;
  }
  if (symbols.length === 0 || symbols.length > TOTAL / 2) return undefined;
  symbols.sort((a, b) => levels[b]! - levels[a]! || a - b);
  // One each, and the rest in proportion; the remainder of rounding goes to the first.
  const rest = TOTAL - symbols.length;
  const frequencies = symbols.map((s) => 1 + Math.floor((weights[levels[s]!]! * rest) / sum));
  frequencies[0]! += TOTAL - frequencies.reduce((total, each) => total + each, 0);
  return { symbols, frequencies };
}

/** The parts of a model that a file keeps. */
export interface ModelParts {
  readonly trees: readonly [Tree, Tree];
  /** Levels of every leaf, {@link SYMBOLS} each. */
  readonly leafLevels: readonly Uint8Array[];
  /** Levels by rank, from 1 on. */
  readonly escapeLevels: readonly [Uint8Array, Uint8Array];
}

/** Builds a model; undefined if the parts do not make one, as in a hostile file. */
export function makeModel({ trees, leafLevels, escapeLevels }: ModelParts): PlaneModel | undefined {
  const leaves = leafLevels.map(distribution);
  const escapes = escapeLevels.map((levels) => distribution(Uint8Array.from([0, ...levels])));
  if (!leaves.every(isDefined) || !leaves.every(({ symbols }) => symbols.includes(ESCAPE))) {
    return undefined;
  }
  return escapes.every(isDefined)
    ? { trees, leaves, escapes: [escapes[0]!, escapes[1]!] }
    : undefined;
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/**
 * A model as bytes: for each tree the features of its nodes (255 for a leaf) and their thresholds, for each leaf its
 * levels, for each side the levels of escapes. Similar bytes are adjacent, which deflates well.
 */
export function packModel({ trees, leafLevels, escapeLevels }: ModelParts): Uint8Array {
  const bytes: number[] = [];
  for (const tree of trees) {
    bytes.push(tree.length & 255, tree.length >> 8);
    for (const { feature, above } of tree) bytes.push(above === undefined ? LEAF : feature);
    for (const { threshold, above } of tree) {
      if (above !== undefined) bytes.push((threshold - SMALLEST) & 255);
    }
    for (const { threshold, above } of tree) {
      if (above !== undefined) bytes.push((threshold - SMALLEST) >> 8);
    }
  }
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    for (const levels of leafLevels) bytes.push(levels[symbol]!);
  }
  for (const levels of escapeLevels) bytes.push(...levels);
  return Uint8Array.from(bytes);
}

/** Undefined if the bytes are no model of a table of `ranks` ranks. */
export function parseModel(bytes: Uint8Array, ranks: number): PlaneModel | undefined {
  let at = 0;
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const tree = (): Tree | undefined => {
    const [low, high] = take(2);
    const length = (low ?? 0) | ((high ?? 0) << 8);
    if (length === 0 || length > MOST_NODES || at + length > bytes.length) return undefined;
    const features = take(length);
    const inner = features.filter((feature) => feature !== LEAF).length;
    if (features.some((feature) => feature !== LEAF && feature >= FEATURES)) return undefined;
    const [lows, highs] = [take(inner), take(inner)];
    if (highs.length < inner) return undefined;
    let next = 0;
    const thresholds = Array.from(features, (feature) => {
      if (feature === LEAF) return 0;
      const threshold = (lows[next]! | (highs[next]! << 8)) + SMALLEST;
      next++;
      return threshold;
    });
    return link(features, thresholds);
  };
  const first = tree();
  const second = first && tree();
  if (!first || !second || first.length + second.length > MOST_NODES) return undefined;
  const leafCount = [...first, ...second].filter(({ above }) => above === undefined).length;
  const all = take(leafCount * SYMBOLS);
  const escapeLevels = [take(ranks), take(ranks)] as const;
  if (at !== bytes.length) return undefined;
  const leafLevels = Array.from({ length: leafCount }, (_, leaf) =>
    Uint8Array.from({ length: SYMBOLS }, (_, symbol) => all[symbol * leafCount + leaf]!),
  );
  return makeModel({ trees: [first, second], leafLevels, escapeLevels });
}

/** Finds each node's subtree above its threshold. Undefined if the nodes are not exactly one tree. */
function link(features: ArrayLike<number>, thresholds: readonly number[]): Tree | undefined {
  const nodes: { feature: number; threshold: number; above: number | undefined }[] = [];
  const open: number[] = [];
  for (let i = 0; i < features.length; i++) {
    if (i > 0 && features[i - 1] === LEAF) {
      const parent = open.pop();
      if (parent === undefined) return undefined;
      nodes[parent]!.above = i;
    }
    const leaf = features[i] === LEAF;
    nodes.push({ feature: leaf ? 0 : features[i]!, threshold: thresholds[i]!, above: undefined });
    if (!leaf) open.push(i);
  }
  return open.length === 0 && features[features.length - 1] === LEAF ? nodes : undefined;
}
