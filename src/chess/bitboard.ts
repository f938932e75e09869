import type { Square } from '../board/board.ts';

/**
 * An immutable set of squares of an 8x8 board. Bit `s` stands for square `s`; squares 0-31 live in `lo`,
 * 32-63 in `hi`, both kept as signed 32-bit integers because those are what JavaScript's bit operators yield.
 */
export class Bitboard {
  readonly lo: number;
  readonly hi: number;

  constructor(lo: number, hi: number) {
    this.lo = lo | 0;
    this.hi = hi | 0;
  }

  static readonly empty = new Bitboard(0, 0);
  static readonly full = new Bitboard(-1, -1);

  static square(square: Square): Bitboard {
    return square < 32 ? new Bitboard(1 << square, 0) : new Bitboard(0, 1 << (square - 32));
  }

  static of(squares: Iterable<Square>): Bitboard {
    let set = Bitboard.empty;
    for (const square of squares) set = set.with(square);
    return set;
  }

  static rank(rank: number): Bitboard {
    return rank < 4
      ? new Bitboard(0xff << (rank * 8), 0)
      : new Bitboard(0, 0xff << (rank * 8 - 32));
  }

  static file(file: number): Bitboard {
    return new Bitboard(0x01010101 << file, 0x01010101 << file);
  }

  has(square: Square): boolean {
    return ((square < 32 ? this.lo >>> square : this.hi >>> (square - 32)) & 1) === 1;
  }

  isEmpty(): boolean {
    return (this.lo | this.hi) === 0;
  }

  equals(other: Bitboard): boolean {
    return this.lo === other.lo && this.hi === other.hi;
  }

  intersects(other: Bitboard): boolean {
    return ((this.lo & other.lo) | (this.hi & other.hi)) !== 0;
  }

  intersect(other: Bitboard): Bitboard {
    return new Bitboard(this.lo & other.lo, this.hi & other.hi);
  }

  union(other: Bitboard): Bitboard {
    return new Bitboard(this.lo | other.lo, this.hi | other.hi);
  }

  minus(other: Bitboard): Bitboard {
    return new Bitboard(this.lo & ~other.lo, this.hi & ~other.hi);
  }

  complement(): Bitboard {
    return new Bitboard(~this.lo, ~this.hi);
  }

  with(square: Square): Bitboard {
    return square < 32
      ? new Bitboard(this.lo | (1 << square), this.hi)
      : new Bitboard(this.lo, this.hi | (1 << (square - 32)));
  }

  without(square: Square): Bitboard {
    return square < 32
      ? new Bitboard(this.lo & ~(1 << square), this.hi)
      : new Bitboard(this.lo, this.hi & ~(1 << (square - 32)));
  }

  /** The number of squares in the set. */
  size(): number {
    return popcount(this.lo) + popcount(this.hi);
  }

  /** The lowest square, or -1 if the set is empty. */
  first(): Square {
    if (this.lo !== 0) return 31 - Math.clz32(this.lo & -this.lo);
    if (this.hi !== 0) return 63 - Math.clz32(this.hi & -this.hi);
    return -1;
  }

  /** The highest square, or -1 if the set is empty. */
  last(): Square {
    if (this.hi !== 0) return 63 - Math.clz32(this.hi);
    if (this.lo !== 0) return 31 - Math.clz32(this.lo);
    return -1;
  }

  /** The set without its lowest square: `for (let s = set; !s.isEmpty(); s = s.rest()) ... s.first()`. */
  rest(): Bitboard {
    return this.lo !== 0
      ? new Bitboard(this.lo & (this.lo - 1), this.hi)
      : new Bitboard(0, this.hi & (this.hi - 1));
  }

  *[Symbol.iterator](): Iterator<Square> {
    for (let set: Bitboard = this; !set.isEmpty(); set = set.rest()) yield set.first();
  }
}

/** Bits set in a 32-bit integer, by summing neighbouring fields of 1, 2 and 4 bits. */
export function popcount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
