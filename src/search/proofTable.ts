import type { MoveCode } from './board/moveCode.ts';

const WORDS = 4;
const WAYS = 2;
/** No number of plies. */
const NEVER = 255;

/**
 * What is proved of positions: that the attacker wins within a number of plies, and that it does not within another.
 * These stay true; of two entries for a key's place the one stays that more plies were spent on.
 */
export class ProofTable {
  /** What `find` has found: {@link NEVER} if no win is proved. */
  won = NEVER;
  /** Not won within this number of plies; -1 if nothing is known. */
  open = -1;
  move: MoveCode = 0;
  private readonly words: Int32Array;
  private readonly mask: number;

  constructor(bytes: number) {
    const entries = 2 ** Math.floor(Math.log2(Math.max(1024, bytes) / (4 * WORDS)));
    this.words = new Int32Array(entries * WORDS);
    this.mask = entries / WAYS - 1;
  }

  clear(): void {
    this.words.fill(0);
  }

  find(low: number, high: number): boolean {
    const { words } = this;
    const first = (low & this.mask) * WORDS * WAYS;
    for (let at = first; at < first + WORDS * WAYS; at += WORDS) {
      if (words[at] !== low || words[at + 1] !== high) continue;
      const data = words[at + 3]!;
      this.won = data & 255;
      this.open = ((data >> 8) & 255) - 1;
      this.move = words[at + 2]!;
      return true;
    }
    this.forget();
    return false;
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
    const first = (low & this.mask) * WORDS * WAYS;
    let at = first;
    let least = Number.POSITIVE_INFINITY;
    let won = NEVER;
    let open = 0;
    let known: MoveCode = 0;
    for (let way = first; way < first + WORDS * WAYS; way += WORDS) {
      const data = words[way + 3]!;
      if (words[way] === low && words[way + 1] === high) {
        won = data & 255;
        open = (data >> 8) & 255;
        known = words[way + 2]!;
        at = way;
        break;
      }
      const spent = data === 0 ? -1 : (data >> 16) & 255;
      if (spent < least) {
        least = spent;
        at = way;
      }
    }
    if (isWon) won = Math.min(won, plies);
    else open = Math.max(open, plies + 1);
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = move === 0 ? known : move;
    words[at + 3] = won | (open << 8) | (plies << 16);
  }
}
