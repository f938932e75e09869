import { allSymmetries, type Symmetry } from '../../board/board.ts';
import { random32 } from '../../board/random32.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Endgame } from '../../table/table.ts';

/** Placements drawn for each position that is wanted, at most: in some tables few are positions. */
const MOST_DRAWS = 64;
/** The least number of draws, so that a small sample is not given up too soon. */
const LEAST_DRAWS = 4096;

/** Random positions of a table, each as one number: {@link position} makes it again. */
export class Samples {
  private readonly rules: RuleSet;
  private readonly endgame: Endgame;
  private readonly symmetries: readonly Symmetry[];
  private readonly squares: Int16Array;
  private readonly image: Int16Array;

  constructor(rules: RuleSet, endgame: Endgame) {
    const men = endgame.material.men.length;
    this.rules = rules;
    this.endgame = endgame;
    this.symmetries = allSymmetries(rules.board);
    this.squares = new Int16Array(men);
    this.image = new Int16Array(men);
  }

  /**
   * `count` positions in the order of the index, White to move first; the same ones for the same seed, of up to 30 bits.
   * Fewer if hardly any placements are positions.
   */
  draw(count: number, seed: number): Float64Array {
    const { symmetries } = this;
    const nodes = 2 * this.endgame.placements.size;
    const next = random32(stateOf(seed));
    const drawn = new Float64Array(count);
    const most = Math.max(LEAST_DRAWS, MOST_DRAWS * count);
    let found = 0;
    for (let draws = 0; found < count && draws < most; draws++) {
      const node = Math.floor(fraction(next) * nodes);
      const sample = node * symmetries.length + ((next() >>> 1) % symmetries.length);
      if (this.position(sample)) drawn[found++] = sample;
    }
    return drawn.subarray(0, found).sort();
  }

  /** The position of a sample, turned by a random symmetry where the index counts the placement by another one too. */
  position(sample: number): Position | undefined {
    const { rules, endgame, symmetries, squares, image } = this;
    const { placements, material } = endgame;
    const node = Math.floor(sample / symmetries.length);
    const symmetry = symmetries[sample % symmetries.length]!;
    const turn = node < placements.size ? 0 : 1;
    const index = node % placements.size;
    placements.squares(index, squares);
    if (placements.index(squares) !== index) return undefined;
    for (let slot = 0; slot < squares.length; slot++) image[slot] = symmetry[squares[slot]!]!;
    const placed = placements.index(image) === index ? image : squares;
    const position = rules.place(material.men, placed, turn);
    return position.ok ? position.value : undefined;
  }
}

/** Another state for each seed of up to 30 bits, and states far apart for neighbours: the generator takes odd ones. */
function stateOf(seed: number): number {
  return Math.imul(seed + 1, 0x9e3779b1) << 1;
}

/** From 0 to below 1, in 53 bits. */
function fraction(next: () => number): number {
  return ((next() >>> 0) * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
}
