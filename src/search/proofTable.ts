import type { MoveCode } from './board/moveCode.ts';
import { KeyTable } from './keyTable.ts';

/** No number of plies: the attacker never wins, or it is not known that it does. */
export const NEVER = 255;
/** The most plies that a proof looks ahead. */
export const MOST_PROOF_PLIES = 199;

/** May a move lead to a position that is not barred and leaves no royal piece attacked? */
export const [UNKNOWN, LEGAL, ILLEGAL] = [0, 1, 2] as const;
type Legality = 0 | 1 | 2;

/**
 * What is proved of positions: that the attacker wins within a number of plies, and that it takes at least another.
 * These stay true; what more plies were spent on is worth more.
 */
export class ProofTable extends KeyTable {
  /** What `find` has found: {@link NEVER} if no win is proved. */
  won = NEVER;
  /** The attacker needs at least this number of plies; {@link NEVER} if it cannot win. */
  least = 0;
  legality: Legality = UNKNOWN;
  move: MoveCode = 0;

  /** Finds what is known of a position. */
  find(low: number, high: number): void {
    const { words } = this;
    const at = this.entryOf(low, high);
    if (at < 0) {
      this.forget();
      return;
    }
    const data = words[at + 3]!;
    this.won = data & 255;
    this.least = (data >> 8) & 255;
    this.legality = ((data >> 24) & 3) as Legality;
    this.move = words[at + 2]!;
  }

  /** Nothing has been found. */
  forget(): void {
    this.won = NEVER;
    this.least = 0;
    this.legality = UNKNOWN;
    this.move = 0;
  }

  /**
   * Keeps that the attacker wins within `bound` plies if that is at most `plies`, else that it needs at least `bound`.
   * `move`: what shows it, 0 if it takes all moves.
   */
  keep(low: number, high: number, bound: number, plies: number, move: MoveCode): void {
    this.find(low, high);
    if (bound <= plies) this.won = Math.min(this.won, bound);
    else this.least = Math.max(this.least, bound);
    if (move !== 0) this.move = move;
    this.write(low, high, plies);
  }

  /** Keeps whether a move may lead to a position. */
  judge(low: number, high: number, legality: Legality): void {
    this.find(low, high);
    this.legality = legality;
    this.write(low, high, 0);
  }

  private write(low: number, high: number, plies: number): void {
    const { words } = this;
    const known = this.entryOf(low, high);
    const at = known < 0 ? this.roomFor(low) : known;
    const spent = Math.max(plies, known < 0 ? 0 : this.worthOf(words[at + 3]!));
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = this.move;
    words[at + 3] = this.won | (this.least << 8) | (spent << 16) | (this.legality << 24);
  }

  protected override worthOf(data: number): number {
    return data === 0 ? -1 : (data >> 16) & 255;
  }
}
