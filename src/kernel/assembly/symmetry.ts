// Sets of a slab that a symmetry of the board maps onto another: rows are permuted, and the bits of every word.
// A symmetry is 1 (mirror files) | 2 (mirror ranks) | 4 (then exchange files and ranks).

const reversedNibbles: v128 = i8x16(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);

@inline function mirrorRanks(v: v128): v128 {
  return i8x16.swizzle(v, i8x16(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

/** Reverses the bits of every byte: a file is a bit of each. */
@inline function mirrorFiles(v: v128): v128 {
  const nibble = i8x16.splat(15);
  const low = i8x16.swizzle(reversedNibbles, v128.and(v, nibble));
  const high = i8x16.swizzle(reversedNibbles, v128.and(i8x16.shr_u(v, 4), nibble));
  return v128.or(i8x16.shl(low, 4), high);
}

@inline function exchange(v: v128, mask: v128, by: i32): v128 {
  const moved = v128.and(v128.xor(v, i64x2.shl(v, by)), mask);
  return v128.xor(v, v128.xor(moved, i64x2.shr_u(moved, by)));
}

/** Exchanges files and ranks: 4x4 blocks, then 2x2, then bits (Chess Programming Wiki, flipping and mirroring). */
@inline function transpose(v: v128): v128 {
  v = exchange(v, i64x2.splat(0x0f0f0f0f00000000), 28);
  v = exchange(v, i64x2.splat(0x3333000033330000), 14);
  return exchange(v, i64x2.splat(0x5500550055005500), 7);
}

/** Only a quarter turn is not its own inverse. */
export function inverseOf(symmetry: i32): i32 {
  return symmetry == 5 ? 6 : symmetry == 6 ? 5 : symmetry;
}

/** Words whose bit `s` is the bit of `v` at the symmetry's image of `s`. */
@inline export function mappedBack(symmetry: i32, v: v128): v128 {
  if (symmetry & 4) v = transpose(v);
  if (symmetry & 2) v = mirrorRanks(v);
  if (symmetry & 1) v = mirrorFiles(v);
  return v;
}

/** Adds to the words at `out` the images of those at a, b, c and d, mapped back; skips words where `goal` is empty. */
export function mirrorWords(
  symmetry: i32, map: usize, a: usize, b: usize, c: usize, d: usize, out: usize, goal: usize, words: i32,
): void {
  if (words < 64) {
    const ab = v128.or(v128.load(a), v128.load(b));
    const cd = v128.or(v128.load(c), v128.load(d));
    v128.store(out, v128.or(v128.load(out), mappedBack(symmetry, v128.or(ab, cd))));
    return;
  }
  for (let row = 0; row < 64; row += 2) {
    const at = (<usize>row) << 3;
    if (!v128.any_true(v128.load(goal + at))) continue;
    const first = (<usize>load<u8>(map + <usize>row)) << 3;
    const second = (<usize>load<u8>(map + <usize>row + 1)) << 3;
    const low = load<u64>(a + first) | load<u64>(b + first) | load<u64>(c + first) | load<u64>(d + first);
    const high = load<u64>(a + second) | load<u64>(b + second) | load<u64>(c + second) | load<u64>(d + second);
    if (!(low | high)) continue;
    const pair = i64x2.replace_lane(i64x2.splat(low), 1, high);
    v128.store(out + at, v128.or(v128.load(out + at), mappedBack(symmetry, pair)));
  }
}
