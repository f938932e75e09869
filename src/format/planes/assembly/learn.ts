// Grows a decision tree from samples, each with a byte by feature and a symbol. The leaf whose best split saves most bits is
// split next. Equal gains fall to the older leaf, the lower feature and the lower threshold, and gains are compared as whole
// numbers (split.ts), so that every machine grows the same tree.
import { beginSplits, findSplit, SAMPLE_BYTES, SPLIT_BYTES, splitFeature, splitThreshold, SYMBOL_AT } from './split';

/** Readers refuse larger and deeper trees. */
const MOST_NODES: i32 = 1023;
const MOST_LEAVES: i32 = (MOST_NODES + 1) / 2;
const DEEPEST: i32 = 48;
/** Nodes with fewer samples are not split. */
const FEW: i32 = 32;
const SYMBOLS: i32 = 24;
/** The symbol of a value that is told besides, and about how many bits that takes. */
const ESCAPE: i32 = 23;
const ESCAPE_BITS: f64 = 5;
/** In place of the feature of a leaf. */
const LEAF: u8 = 255;

/** A node that is being grown: a leaf until it has children. */
@unmanaged
class Growing {
  /** Bits that its best split saves, 0 for none. */
  gain: f64;
  /** Its samples, as a range of the list. */
  first: i32;
  end: i32;
  /** The number of its child of values not above the threshold, which the other follows; 0 for a leaf. */
  child: i32;
  depth: u8;
  feature: u8;
  threshold: u8;
}

// The room that the caller gives: the tree, what it grows in, the samples' numbers in a list and a spare one, room for splits.
const NODE_BYTES: i32 = 2 * (MOST_NODES + 1);
const COUNT_BYTES: i32 = MOST_LEAVES * SYMBOLS * 4;
const GROWING_BYTES: i32 = (MOST_NODES + 1) * offsetof<Growing>();
const LIST_AT: i32 = NODE_BYTES + COUNT_BYTES + GROWING_BYTES;

let nodes: usize = 0;
let counts: usize = 0;
let growing: usize = 0;
let list: usize = 0;
let spare: usize = 0;
let nodeCount: i32 = 0;
let leafCount: i32 = 0;
let bits: f64 = 0;

/** The room that growing a tree takes for so many samples. */
export function learningBytes(capacity: i32): i32 {
  return LIST_AT + 8 * capacity + SPLIT_BYTES;
}

/**
 * Grows a tree of at most `maxLeaves` leaves, each split saving more than `minGain` bits. `samples`: `count` rows of 64 bytes,
 * their features and then their symbol. Bit f of `features` says whether feature f may be asked for. `room` is a multiple of 16,
 * `learningBytes(count)` long, and keeps the tree.
 */
export function growTree(samples: usize, count: i32, features: u64, maxLeaves: i32, minGain: f64, room: usize): void {
  nodes = room;
  counts = nodes + NODE_BYTES;
  growing = counts + COUNT_BYTES;
  list = room + LIST_AT;
  spare = list + (<usize>count << 2);
  for (let i = 0; i < count; i++) store<u32>(list + (<usize>i << 2), i);
  beginSplits(samples, features, spare + (<usize>count << 2));
  sprout(0, 0, count, 0);
  const most = min(maxLeaves, MOST_LEAVES);
  let made = 1;
  for (let leaves = 1; leaves < most; leaves++, made += 2) {
    const best = bestLeaf(made, minGain);
    if (best < 0) break;
    divide(best, made, samples);
  }
  nodeCount = 0;
  leafCount = 0;
  bits = 0;
  memory.fill(counts, 0, COUNT_BYTES);
  writeNode(0, samples);
}

/** Of the tree grown last. Nodes are in preorder: those not above the threshold come first. */
export function grownNodes(): i32 { return nodeCount; }
export function grownLeaves(): i32 { return leafCount; }
/** About how many bits the samples take when coded with it. */
export function grownBits(): f64 { return bits; }
/** By node: feature (u8; 255 for a leaf) and threshold (u8). */
export function grownNodesAt(): usize { return nodes; }
/** By leaf in the order of nodes: how often each symbol occurs (u32 x 24). */
export function grownCountsAt(): usize { return counts; }

@inline function node(number: i32): Growing {
  return changetype<Growing>(growing + number * offsetof<Growing>());
}

/** The leaf whose split saves most; -1 if none saves more than `minGain`. */
function bestLeaf(made: i32, minGain: f64): i32 {
  let best = -1, most = max(minGain, 0);
  for (let i = 0; i < made; i++) {
    const each = node(i);
    if (each.child || each.gain <= most) continue;
    best = i;
    most = each.gain;
  }
  return best;
}

/** Makes a leaf of a range of the list. */
function sprout(number: i32, first: i32, end: i32, depth: i32): void {
  const each = node(number);
  each.first = first;
  each.end = end;
  each.child = 0;
  each.depth = <u8>depth;
  each.gain = end - first < FEW || depth == DEEPEST ? 0 : findSplit(list + (<usize>first << 2), end - first);
  each.feature = <u8>splitFeature();
  each.threshold = <u8>splitThreshold();
}

/** Gives a leaf its children, whose samples stay in order. */
function divide(number: i32, child: i32, samples: usize): void {
  const each = node(number);
  const values = samples + each.feature, threshold = <u32>each.threshold;
  let low = list + (<usize>each.first << 2), high = spare;
  // Each number is written to both, and only the place that it belongs to moves on.
  for (let at = low, end = list + (<usize>each.end << 2); at < end; at += 4) {
    const sample = load<u32>(at);
    const above: usize = load<u8>(values + <usize>sample * SAMPLE_BYTES) > threshold ? 4 : 0;
    store<u32>(low, sample);
    store<u32>(high, sample);
    low += 4 - above;
    high += above;
  }
  memory.copy(low, spare, high - spare);
  const middle = <i32>((low - list) >> 2), depth = each.depth + 1;
  each.child = child;
  sprout(child, each.first, middle, depth);
  sprout(child + 1, middle, each.end, depth);
}

function writeNode(number: i32, samples: usize): void {
  const each = node(number), at = nodes + (nodeCount++ << 1);
  store<u8>(at, each.child ? each.feature : LEAF);
  store<u8>(at, each.child ? each.threshold : 0, 1);
  if (each.child) {
    writeNode(each.child, samples);
    writeNode(each.child + 1, samples);
  } else writeLeaf(each, samples);
}

function writeLeaf(leaf: Growing, samples: usize): void {
  const own = counts + leafCount++ * SYMBOLS * 4;
  for (let i = leaf.first; i < leaf.end; i++) {
    const at = own + (<usize>load<u8>(samples + <usize>load<u32>(list + (<usize>i << 2)) * SAMPLE_BYTES, SYMBOL_AT) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  bits += nLogN(leaf.end - leaf.first) + ESCAPE_BITS * load<u32>(own, ESCAPE << 2);
  for (let symbol = 0; symbol < SYMBOLS; symbol++) bits -= nLogN(load<u32>(own + (symbol << 2)));
}

function nLogN(n: u32): f64 {
  return n ? <f64>n * NativeMath.log2(<f64>n) : 0;
}
