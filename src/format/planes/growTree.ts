import { ESCAPE, SYMBOLS, type TreeParts, weights } from './planeModel.ts';

/** What the compiled coder exports for learning (assembly/learn.ts). Addresses are bytes in its memory. */
export interface Learner {
  readonly memory: WebAssembly.Memory;
  learningBytes(capacity: number): number;
  growTree(
    samples: number,
    count: number,
    features: bigint,
    mostLeaves: number,
    leastGain: number,
    room: number,
  ): void;
  grownNodes(): number;
  grownNodesAt(): number;
  grownLeaves(): number;
  grownCountsAt(): number;
  grownBits(): number;
}

/** The bytes of a sample: 48 features, its symbol, and padding. */
export const SAMPLE_BYTES = 64;

/** Where samples lie in the memory of a {@link Learner}, and where there is room to learn. */
export interface Samples {
  /** The address of the first; {@link SAMPLE_BYTES} apart. */
  readonly at: number;
  readonly count: number;
  /** A multiple of 16, where `learningBytes(count)` are free. */
  readonly room: number;
}

/** How far a tree grows. */
export interface Limits {
  /** The features that its nodes may ask for. */
  readonly features: readonly number[];
  /** At most 512. */
  readonly mostLeaves: number;
  /** Every split must save more bits. */
  readonly leastGain: number;
}

export interface GrownTree {
  /** By node in preorder, 255 for a leaf. After an inner node comes the subtree of values not above its threshold. */
  readonly features: Uint8Array;
  /** By node, 0 for a leaf. */
  readonly thresholds: Uint8Array;
  /** How often each of 24 symbols occurs, by leaf in the order of nodes. */
  readonly counts: Uint32Array;
  /** About how many bits the samples take. */
  readonly bits: number;
}

/** Grows a tree that predicts the symbols of samples. */
export function growTree(learner: Learner, samples: Samples, limits: Limits): GrownTree {
  const { at, count, room } = samples;
  const { mostLeaves, leastGain } = limits;
  const features = limits.features.reduce((set, feature) => set | (1n << BigInt(feature)), 0n);
  learner.growTree(at, count, features, mostLeaves, leastGain, room);
  const { buffer } = learner.memory;
  const nodes = new Uint8Array(buffer, learner.grownNodesAt(), 2 * learner.grownNodes());
  const numbers = learner.grownLeaves() * SYMBOLS;
  return {
    features: nodes.filter((_, i) => i % 2 === 0),
    thresholds: nodes.filter((_, i) => i % 2 === 1),
    counts: new Uint32Array(buffer, learner.grownCountsAt(), numbers).slice(),
    bits: learner.grownBits(),
  };
}

/**
 * What a file keeps of a grown tree. `escaped`: how often a rank is the value of a sample without another symbol, by rank
 * up to `ranks`.
 */
export function treeParts(
  { features, thresholds, counts }: GrownTree,
  escaped: ArrayLike<number>,
  ranks: number,
): TreeParts {
  const levels = new Uint8Array(counts.length);
  for (let at = 0; at < counts.length; at += SYMBOLS) {
    levels.set(levelsOf(counts.subarray(at, at + SYMBOLS)), at);
    // The samples are not all values: every leaf can escape.
    levels[at + ESCAPE] ||= 1;
  }
  // So can every rank.
  const escapes = levelsOf(Uint32Array.from({ length: ranks }, (_, i) => escaped[i + 1]! + 1));
  return { features, thresholds, levels, escapes };
}

/** The levels whose weights are nearest to the counts if the greatest has the highest; none is 0 but of a count of 0. */
function levelsOf(counts: Uint32Array): Uint8Array {
  const highest = weights.length - 1;
  const scale = weights[highest]! / counts.reduce((most, count) => Math.max(most, count), 1);
  return Uint8Array.from(counts, (count) => {
    if (count === 0) return 0;
    // Nearest by ratio, without logarithms, which not every machine rounds alike.
    const weight = count * scale;
    let level = highest;
    while (level > 1 && weight * weight < weights[level]! * weights[level - 1]!) level--;
    return level;
  });
}
