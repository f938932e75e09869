// The model of a table, from the bytes that its file keeps (src/format/FORMAT.md): features of both trees, thresholds of their
// inner nodes, levels of their leaves by symbol, levels of their escapes.
import { ESCAPE, KNOWN_FEATURES, LEAF, MODEL, MOST_LEAVES, MOST_LEVEL, MOST_NODES, NODES, SYMBOLS, WEIGHTS } from './memory';

/** Splits above a leaf: they bound what a value costs to decode. */
const DEEPEST: i32 = 48;
/** Frequencies of a distribution sum up to 4096. */
export const TOTAL: i32 = 4096;

/** The leaves of both trees, and the ranks that can escape. */
let leaves: i32 = 0, leaves0: i32 = 0, ranks0: i32 = 0, ranks1: i32 = 0;
/** Where levels of leaves and of escapes begin. */
let levels: usize = 0, escapes: usize = 0;

@inline export function leavesOf(set: i32): i32 { return set ? leaves - leaves0 : leaves0; }

/** Reads the `length` bytes at MODEL, of sets of so many ranks. False if they are no model. */
export function readModel(length: i32, firstRanks: i32, secondRanks: i32): bool {
  const nodes0 = treeLength(MODEL, length), nodes1 = treeLength(MODEL + nodes0, length - nodes0);
  if (!nodes0 || !nodes1) return false;
  leaves0 = (nodes0 + 1) >> 1;
  leaves = leaves0 + ((nodes1 + 1) >> 1);
  ranks0 = firstRanks;
  ranks1 = secondRanks;
  const thresholds = MODEL + nodes0 + nodes1;
  levels = thresholds + leaves - 2;
  escapes = levels + leaves * SYMBOLS;
  return escapes + ranks0 + ranks1 == <usize>(MODEL + length)
    && link(0, MODEL, nodes0, thresholds) && link(1, MODEL + nodes0, nodes1, thresholds + leaves0 - 1)
    && areLevels();
}

/** How many of the bytes are the features of one tree in preorder; 0 if none are. */
function treeLength(bytes: usize, most: i32): i32 {
  let open = 1;
  for (let length = 0; length < min(most, MOST_NODES - 1); length++) {
    open += load<u8>(bytes + length) == LEAF ? -1 : 1;
    if (!open) return length + 1;
  }
  return 0;
}

/** The inner nodes whose second subtree is to come (u16), and how deep that is (u16). */
const OPEN = memory.data((DEEPEST + 1) * 4);

/** Makes the nodes of a tree. False if it has an unknown feature, or is too deep. */
function link(set: i32, features: usize, count: i32, thresholds: usize): bool {
  const nodes = NODES + (set * MOST_NODES << 3);
  let depth = 0, waiting = 0, leaf = 0, inner = thresholds;
  for (let i = 0; i < count; i++) {
    const feature = <i32>load<u8>(features + i), node = nodes + (<usize>i << 3);
    store<u64>(node, feature);
    if (feature != LEAF) {
      if (feature >= KNOWN_FEATURES || depth == DEEPEST) return false;
      store<u8>(node, load<u8>(inner), 1);
      inner++;
      depth++;
      store<u16>(OPEN + (<usize>waiting << 2), <u16>i);
      store<u16>(OPEN + (<usize>waiting << 2), <u16>depth, 2);
      waiting++;
      continue;
    }
    store<u16>(node, <u16>leaf, 4);
    leaf++;
    if (!waiting) break;
    waiting--;
    const parent = OPEN + (<usize>waiting << 2);
    store<u16>(nodes + (<usize>load<u16>(parent) << 3), <u16>(i + 1), 2);
    depth = load<u16>(parent, 2);
  }
  return true;
}

/** Is each level one, and can each leaf and each set escape? */
function areLevels(): bool {
  for (let at = levels; at < escapes + ranks0 + ranks1; at++) if (<i32>load<u8>(at) > MOST_LEVEL) return false;
  for (let leaf = 0; leaf < leaves; leaf++) if (!load<u8>(levels + ESCAPE * leaves + leaf)) return false;
  return hasLevel(escapes, ranks0) && hasLevel(escapes + ranks0, ranks1);
}

function hasLevel(at: usize, count: i32): bool {
  for (let i = 0; i < count; i++) if (load<u8>(at + i)) return true;
  return false;
}

// A distribution, most frequent first, and of equal levels the least symbol.
/** u8 by place: the symbol. */
export const ORDER_OF = memory.data(256, 16);
/** u16 by place. */
export const FREQUENCIES = memory.data(512, 16);

/** The distribution of a leaf's symbols. Returns their number. */
export function distributeLeaf(set: i32, leaf: i32): i32 {
  return distribute(levels + (set ? leaves0 : 0) + leaf, leaves, SYMBOLS, 0);
}

/** The distribution of the ranks that escape, from 1 on. */
export function distributeEscapes(set: i32): i32 {
  return set ? distribute(escapes + ranks0, 1, ranks1, 1) : distribute(escapes, 1, ranks0, 1);
}

/** `first`: the symbol of the first level; levels are `apart` bytes apart. */
function distribute(at: usize, apart: usize, symbols: i32, first: i32): i32 {
  let count = 0, sum: u32 = 0;
  for (let i = 0; i < symbols; i++, at += apart) {
    const level = load<u8>(at);
    if (!level) continue;
    const weight = load<u32>(WEIGHTS + (<usize>level << 2));
    let place = count++;
    for (; place && load<u32>(SORTED + (<usize>(place - 1) << 2)) < weight; place--) {
      store<u32>(SORTED + (<usize>place << 2), load<u32>(SORTED + (<usize>(place - 1) << 2)));
      store<u8>(ORDER_OF + place, load<u8>(ORDER_OF + place - 1));
    }
    store<u32>(SORTED + (<usize>place << 2), weight);
    store<u8>(ORDER_OF + place, <u8>(first + i));
    sum += weight;
  }
  // One each, and the rest in proportion; the remainder of rounding goes to the first.
  const rest = <u32>(TOTAL - count);
  let left = TOTAL;
  for (let place = count - 1; place >= 0; place--) {
    const frequency = place ? 1 + <i32>(load<u32>(SORTED + (<usize>place << 2)) * rest / sum) : left;
    store<u16>(FREQUENCIES + (<usize>place << 1), <u16>frequency);
    left -= frequency;
  }
  return count;
}

/** u32 by place: weights. */
const SORTED = memory.data(1024, 16);
