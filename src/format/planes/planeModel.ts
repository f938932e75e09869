// A model predicts the values of planes: see FORMAT.md. It has a tree for each of the two sets of values that are coded. Written
// here, it is read by the compiled coder (assembly/model.ts).

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

export const SYMBOLS = 24;
/** The symbol of a value without one of its own. */
export const ESCAPE = 23;
export const LEAF = 255;

/** Weights by level: each is a fifth above the one before, in whole numbers, which are equal on every machine. */
export const weights: readonly number[] = makeWeights(48);

function makeWeights(most: number): number[] {
  const made = [0, 16];
  while (made.length <= most) made.push(Math.floor((made.at(-1)! * 6) / 5));
  return made;
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
