import type { Square, Symmetry } from '../../board/board.ts';

/** Says whether two leaders, by their places among them, may stand on these squares together. */
export type Apart = (a: number, onA: Square, b: number, onB: Square) => boolean;

/**
 * The pieces that a slab fixes, and every way to place them, up to the symmetries of the table: one slab each. For two kings that must
 * not touch there are 462 on 8x8 without pawns, and 1806 with them; for any two pieces 518, and 2016.
 */
export interface Leaders {
  readonly slabs: number;
  /** By slab and leader: its square. */
  readonly squares: Uint8Array;
  /**
   * By the leaders' squares as the digits of a number, the first leader's first: `slab * 8 + symmetry`, a symmetry that takes these
   * squares to the slab's; -1 if no slab has them.
   */
  readonly entries: Int32Array;
  /** By slab: how many ways to place the leaders it stands for. */
  readonly weights: Uint8Array;
}

/** `stands`: by leader, whether it may stand on a square. */
export function leadersOf(
  symmetries: readonly Symmetry[],
  stands: readonly (readonly boolean[])[],
  apart: Apart,
): Leaders {
  const count = stands.length;
  const size = symmetries[0]!.length;
  const total = size ** count;
  const entries = new Int32Array(total).fill(-1);
  const squares: number[] = [];
  const weights: number[] = [];
  const own = new Array<Square>(count).fill(0);
  const backs = symmetries.map((there) =>
    symmetries.findIndex((back) => there.every((to, square) => back[to] === square)),
  );
  for (let number = 0; number < total; number++) {
    // The least of equal ways comes first, and makes the slab.
    if (entries[number]! >= 0) continue;
    for (let i = count - 1, rest = number; i >= 0; i--, rest = Math.floor(rest / size)) {
      own[i] = rest % size;
    }
    if (!mayStand(own, stands, apart)) continue;
    const slab = weights.length;
    let weight = 0;
    for (const [i, symmetry] of symmetries.entries()) {
      let image = 0;
      for (const square of own) image = image * size + symmetry[square]!;
      if (entries[image]! >= 0) continue;
      weight++;
      entries[image] = slab * 8 + backs[i]!;
    }
    squares.push(...own);
    weights.push(weight);
  }
  return {
    slabs: weights.length,
    squares: Uint8Array.from(squares),
    entries,
    weights: Uint8Array.from(weights),
  };
}

function mayStand(
  own: readonly Square[],
  stands: readonly (readonly boolean[])[],
  apart: Apart,
): boolean {
  for (const [i, square] of own.entries()) {
    if (!stands[i]![square]) return false;
    for (let j = 0; j < i; j++) {
      if (own[j] === square || !apart(j, own[j]!, i, square)) return false;
    }
  }
  return true;
}
