import { random32 } from '../../board/random32.ts';
import type { Equipment } from '../../pieces/equipment.ts';

/** Most pieces of a kind that a side can have lost: they are told apart for the key up to here. */
const MOST_LOST = 64;

/** Random bits whose sums modulo two tell positions apart (Zobrist 1970): two words for each fact. */
export class Zobrist {
  private readonly size: number;
  /** At `2 * (code * size + square)`. */
  readonly pieces: Int32Array;
  readonly turn: readonly [number, number];
  private readonly rights: Int32Array;
  private readonly passed: Int32Array;
  private readonly lost: Int32Array;

  constructor({ board, army }: Equipment) {
    const bits = random32(0x5eed);
    const words = (count: number) => Int32Array.from({ length: 2 * count }, bits);
    const codes = 2 * army.length + 1;
    this.size = board.size;
    this.pieces = words(codes * board.size);
    this.turn = [bits(), bits()];
    this.rights = words(32);
    this.passed = words(board.size);
    this.lost = words(codes * MOST_LOST);
  }

  /** What a position's rights and stock add to its key. `word`: 0 or 1. */
  ofRights(rights: number, passed: readonly number[], word: 0 | 1): number {
    let key = 0;
    for (let left = rights, i = 0; left !== 0; left >>>= 1, i++) {
      if (left & 1) key ^= this.rights[2 * i + word]!;
    }
    for (let i = 0; i < passed.length; i++) key ^= this.passed[2 * passed[i]! + word]!;
    return key;
  }

  /** Where a piece's words are in {@link pieces}. */
  indexOf(code: number, square: number): number {
    return 2 * (code * this.size + square);
  }

  ofLost(stock: readonly number[], word: 0 | 1): number {
    let key = 0;
    for (let code = 1; code < stock.length; code++) {
      key ^= this.lost[2 * (code * MOST_LOST + Math.min(stock[code]!, MOST_LOST - 1)) + word]!;
    }
    return key;
  }
}
