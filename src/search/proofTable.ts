import type { MoveCode } from './board/moveCode.ts';
import { KeyTable } from './keyTable.ts';

/** No number of plies. */
const NEVER = 255;
/** The most plies that a proof looks ahead. */
export const MOST_PROOF_PLIES = 199;

/**
 * What is proved of positions: that the attacker wins within a number of plies, and that it does not within another.
 * These stay true; what more plies were spent on is worth more.
 */
export class ProofTable extends KeyTable {
  /** What `find` has found: {@link NEVER} if no win is proved. */
  won = NEVER;
  /** Not won within this number of plies; -1 if nothing is known. */
  open = -1;
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
    this.open = ((data >> 8) & 255) - 1;
    this.move = words[at + 2]!;
  }

  /** Nothing has been found. */
  forget(): void {
    this.won = NEVER;
    this.open = -1;
    this.move = 0;
  }

  /** Keeps that the attacker wins within `plies`, or does not. `move`: what shows it, 0 if it takes all moves. */
  keep(low: number, high: number, isWon: boolean, plies: number, move: MoveCode): void {
    const { words } = this;
    this.find(low, high);
    const known = this.entryOf(low, high);
    const at = known < 0 ? this.roomFor(low) : known;
    const won = isWon ? Math.min(this.won, plies) : this.won;
    const open = isWon ? this.open : Math.max(this.open, plies);
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = move === 0 ? this.move : move;
    words[at + 3] = won | ((open + 1) << 8) | (plies << 16);
  }

  protected override worthOf(data: number): number {
    return data === 0 ? -1 : (data >> 16) & 255;
  }
}
