import type { MoveCode } from './board/moveCode.ts';
import { DECIDED, type Points } from './scores.ts';

/** What the points of an entry are: exact, or a bound. */
export const [EXACT, AT_LEAST, AT_MOST] = [1, 2, 3] as const;
export type Bound = 0 | 1 | 2 | 3;

/** Words of an entry: the key's two, the move, and depth, bound, age and points. */
const WORDS = 4;
const WAYS = 2;

/**
 * What is known of positions, by their keys. Of two entries for a key's place the one goes that is older or less deep.
 */
export class Transpositions {
  /** What `find` has found. */
  move: MoveCode = 0;
  depth = 0;
  bound: Bound = 0;
  points: Points = 0;
  private readonly words: Int32Array;
  private readonly mask: number;
  private age = 0;

  /** `bytes`: at most this, at least 1 KiB. */
  constructor(bytes: number) {
    const entries = 2 ** Math.floor(Math.log2(Math.max(1024, bytes) / (4 * WORDS)));
    this.words = new Int32Array(entries * WORDS);
    this.mask = entries / WAYS - 1;
  }

  clear(): void {
    this.words.fill(0);
    this.age = 0;
  }

  /** A new search: entries of former ones go first. */
  grow(): void {
    this.age = (this.age + 1) & 63;
  }

  /** Is there an entry? `ply`: plies from the root. */
  find(low: number, high: number, ply: number): boolean {
    const { words } = this;
    const first = (low & this.mask) * WORDS * WAYS;
    for (let at = first; at < first + WORDS * WAYS; at += WORDS) {
      if (words[at] !== low || words[at + 1] !== high) continue;
      const data = words[at + 3]!;
      this.move = words[at + 2]!;
      this.depth = (data >> 8) & 255;
      this.bound = (data & 3) as Bound;
      const points = data >> 16;
      this.points = points >= DECIDED ? points - ply : points <= -DECIDED ? points + ply : points;
      return this.bound !== 0;
    }
    return false;
  }

  keep(
    low: number,
    high: number,
    ply: number,
    found: { move: MoveCode; depth: number; bound: Bound; points: Points },
  ): void {
    const { words, age } = this;
    const first = (low & this.mask) * WORDS * WAYS;
    let at = first;
    let least = Number.POSITIVE_INFINITY;
    let { move } = found;
    for (let way = first; way < first + WORDS * WAYS; way += WORDS) {
      if (words[way] === low && words[way + 1] === high) {
        at = way;
        // A bound without a move must not forget the best one.
        if (move === 0) move = words[way + 2]!;
        break;
      }
      const data = words[way + 3]!;
      const worth = ((data >> 2) & 63) === age ? 256 + ((data >> 8) & 255) : (data >> 8) & 255;
      if (worth < least) {
        least = worth;
        at = way;
      }
    }
    const { points } = found;
    const kept = points >= DECIDED ? points + ply : points <= -DECIDED ? points - ply : points;
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = move;
    words[at + 3] =
      (kept << 16) | (Math.min(255, Math.max(0, found.depth)) << 8) | (age << 2) | found.bound;
  }
}
