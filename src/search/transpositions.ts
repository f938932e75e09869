import type { MoveCode } from './board/moveCode.ts';
import { KeyTable } from './keyTable.ts';
import { DECIDED, type Points } from './scores.ts';

/** What the points of an entry are: exact, or a bound. */
export const [EXACT, AT_LEAST, AT_MOST] = [1, 2, 3] as const;
export type Bound = 0 | 1 | 2 | 3;

/** What is known of positions, by their keys. What is older or less deep is worth less. */
export class Transpositions extends KeyTable {
  /** What `find` has found. */
  move: MoveCode = 0;
  depth = 0;
  bound: Bound = 0;
  points: Points = 0;
  /** The number of the search, as far as entries have it. */
  private now = 0;

  override clear(): void {
    super.clear();
    this.now = 0;
  }

  /** A new search: entries of former ones go first. */
  age(): void {
    this.now = (this.now + 1) & 63;
  }

  /** Is there an entry? `ply`: plies from the root. */
  find(low: number, high: number, ply: number): boolean {
    const { words } = this;
    const at = this.entryOf(low, high);
    if (at < 0) return false;
    const data = words[at + 3]!;
    this.move = words[at + 2]!;
    this.depth = depthOf(data);
    this.bound = (data & 3) as Bound;
    const points = data >> 16;
    this.points = points >= DECIDED ? points - ply : points <= -DECIDED ? points + ply : points;
    return this.bound !== 0;
  }

  keep(
    low: number,
    high: number,
    ply: number,
    found: { move: MoveCode; depth: number; bound: Bound; points: Points },
  ): void {
    const { words, now } = this;
    const known = this.entryOf(low, high);
    const at = known < 0 ? this.roomFor(low) : known;
    // A bound without a move must not forget the best one.
    const move = found.move === 0 && known >= 0 ? words[at + 2]! : found.move;
    const { points } = found;
    const kept = points >= DECIDED ? points + ply : points <= -DECIDED ? points - ply : points;
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = move;
    words[at + 3] =
      (kept << 16) | (Math.min(255, Math.max(0, found.depth)) << 8) | (now << 2) | found.bound;
  }

  protected override worthOf(data: number): number {
    return depthOf(data) + (((data >> 2) & 63) === this.now ? 256 : 0);
  }
}

/** Of the last word of an entry: points, depth, age and bound. */
function depthOf(data: number): number {
  return (data >> 8) & 255;
}
