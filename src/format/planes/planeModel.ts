/** Predicts the values of a plane: see FORMAT.md. For the two sets of values that are coded, in that order. */
export type PlaneModel = readonly [TreeModel, TreeModel];

interface TreeModel {
  /** In preorder: after an inner node comes the subtree of values not above its threshold. */
  readonly nodes: readonly TreeNode[];
  /** In the order of nodes. */
  readonly leaves: readonly Distribution[];
  /** Ranks of values without a symbol of their own. */
  readonly escapes: Distribution;
}

interface TreeNode {
  /** {@link LEAF} for a leaf. */
  readonly feature: number;
  readonly threshold: number;
  /** The index of the node for values above the threshold; of a leaf, its number among leaves. */
  readonly next: number;
}

/** Symbols and their frequencies out of {@link TOTAL}, most frequent first. */
export interface Distribution {
  readonly symbols: readonly number[];
  readonly frequencies: readonly number[];
}

/** What a file keeps of a tree. */
export interface TreeParts {
  /** By node in preorder; {@link LEAF} for a leaf. */
  readonly features: Uint8Array;
  /** By node, 0 for a leaf. */
  readonly thresholds: Uint8Array;
  /** Levels of {@link SYMBOLS} symbols by leaf. */
  readonly levels: Uint8Array;
  /** Levels of escapes by rank, from 1. */
  readonly escapes: Uint8Array;
}

export type ModelParts = readonly [TreeParts, TreeParts];

export const TOTAL = 4096;
export const SYMBOLS = 24;
/** The symbol of a value without one of its own. */
export const ESCAPE = 23;
export const LEAF = 255;
const FEATURES = 48;
const MOST_NODES = 1023;
/** Splits above a leaf: they bound what a value costs to decode. */
const DEEPEST = 48;
const MOST_RANKS = 255;

/** Weights by level: each is a fifth above the one before, in whole numbers, which are equal on every machine. */
export const weights: readonly number[] = makeWeights(48);

function makeWeights(most: number): number[] {
  const made = [0, 16];
  while (made.length <= most) made.push(Math.floor((made.at(-1)! * 6) / 5));
  return made;
}

/** Undefined if the parts do not make a model, as in a hostile file. */
export function makeModel([first, second]: ModelParts): PlaneModel | undefined {
  const trees = [makeTree(first), makeTree(second)] as const;
  return trees[0] && trees[1] && [trees[0], trees[1]];
}

function makeTree({ features, thresholds, levels, escapes }: TreeParts): TreeModel | undefined {
  const nodes = link(features, thresholds);
  if (!nodes || levels.length !== leavesOf(features) * SYMBOLS) return undefined;
  const leaves: Distribution[] = [];
  for (let at = 0; at < levels.length; at += SYMBOLS) {
    const leaf = distribution(levels.subarray(at, at + SYMBOLS));
    if (!leaf?.symbols.includes(ESCAPE)) return undefined;
    leaves.push(leaf);
  }
  const ranks = escapes.length <= MOST_RANKS && distribution(Uint8Array.of(0, ...escapes));
  return ranks ? { nodes, leaves, escapes: ranks } : undefined;
}

/** Undefined if the nodes are not exactly one tree, or a larger one than readers take. */
function link(features: Uint8Array, thresholds: Uint8Array): TreeNode[] | undefined {
  if (treeLength(features) !== features.length || thresholds.length !== features.length) {
    return undefined;
  }
  const nodes: { feature: number; threshold: number; next: number }[] = [];
  /** Inner nodes whose second subtree is to come, and how deep it is. */
  const open: { node: number; depth: number }[] = [];
  let [leaves, depth] = [0, 0];
  for (let i = 0; i < features.length; i++) {
    const node = { feature: features[i]!, threshold: thresholds[i]!, next: 0 };
    nodes.push(node);
    if (node.feature !== LEAF) {
      if (node.feature >= FEATURES || depth === DEEPEST) return undefined;
      depth++;
      open.push({ node: i, depth });
      continue;
    }
    node.next = leaves++;
    const parent = open.pop();
    if (!parent) break;
    nodes[parent.node]!.next = i + 1;
    depth = parent.depth;
  }
  return nodes;
}

/** How many bytes from `from` on are the features of one tree; 0 if none are. */
function treeLength(bytes: Uint8Array, from = 0): number {
  let open = 1;
  for (let length = 0; length < MOST_NODES && from + length < bytes.length; length++) {
    open += bytes[from + length] === LEAF ? -1 : 1;
    if (open === 0) return length + 1;
  }
  return 0;
}

function leavesOf(features: Uint8Array): number {
  return (features.length + 1) / 2;
}

/** Frequencies in proportion to the weights of levels, with the sum {@link TOTAL}. Undefined if there is no such level, or none. */
export function distribution(levels: Uint8Array): Distribution | undefined {
  const symbols: number[] = [];
  let sum = 0;
  for (let symbol = 0; symbol < levels.length; symbol++) {
    const weight = weights[levels[symbol]!];
    if (weight === undefined) return undefined;
    if (weight > 0) symbols.push(symbol);
    sum += weight;
  }
  if (symbols.length === 0) return undefined;
  symbols.sort((a, b) => levels[b]! - levels[a]! || a - b);
  // One each, and the rest in proportion; the remainder of rounding goes to the first.
  const rest = TOTAL - symbols.length;
  const frequencies = symbols.map((s) => 1 + Math.floor((weights[levels[s]!]! * rest) / sum));
  frequencies[0]! += TOTAL - frequencies.reduce((total, each) => total + each, 0);
  return { symbols, frequencies };
}

/**
 * A model as bytes: features of both trees, thresholds of their inner nodes, levels of their leaves by symbol, levels of
 * their escapes. Similar bytes are adjacent, which deflates well.
 */
export function packModel(parts: ModelParts): Uint8Array {
  const bytes: number[] = [];
  for (const { features } of parts) bytes.push(...features);
  for (const { features, thresholds } of parts) {
    bytes.push(...thresholds.filter((_, i) => features[i] !== LEAF));
  }
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    for (const { levels } of parts) bytes.push(...levels.filter((_, i) => i % SYMBOLS === symbol));
  }
  for (const { escapes } of parts) bytes.push(...escapes);
  return Uint8Array.from(bytes);
}

/** Undefined if the bytes are no model of sets of so many `ranks`. */
export function parseModel(
  bytes: Uint8Array,
  ranks: readonly [number, number],
): PlaneModel | undefined {
  let at = 0;
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const features = [take(treeLength(bytes)), take(treeLength(bytes, at))] as const;
  const leaves = [leavesOf(features[0]), leavesOf(features[1])] as const;
  const size = (leaves[0] + leaves[1]) * (SYMBOLS + 1) - 2 + ranks[0] + ranks[1];
  if (features.some(({ length }) => length === 0) || bytes.length - at !== size) return undefined;
  const thresholds = features.map((own) => {
    const inner = take(leavesOf(own) - 1);
    let next = 0;
    return own.map((feature) => (feature === LEAF ? 0 : inner[next++]!));
  });
  const levels = leaves.map((count) => new Uint8Array(count * SYMBOLS));
  for (let symbol = 0; symbol < SYMBOLS; symbol++) {
    for (const tree of [0, 1] as const) {
      const column = take(leaves[tree]);
      for (let leaf = 0; leaf < column.length; leaf++) {
        levels[tree]![leaf * SYMBOLS + symbol] = column[leaf]!;
      }
    }
  }
  const parts = (tree: 0 | 1): TreeParts => ({
    features: features[tree],
    thresholds: thresholds[tree]!,
    levels: levels[tree]!,
    escapes: take(ranks[tree]),
  });
  return makeModel([parts(0), parts(1)]);
}
