// Sixteen cells of a row at a time.

const BITS = memory.data<u8>([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128], 16);

/** Bytes of all ones for the lowest sixteen squares of a set. */
@inline export function spread(set: u64): v128 {
  const both = i16x8.splat(<i16>set);
  const bytes = i8x16.swizzle(both, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
  const bits = v128.load(BITS);
  return i8x16.eq(v128.and(bytes, bits), bits);
}

/** The set of a row's bytes that are not 0. */
@inline export function nonzero(row: usize): u64 {
  const zero = i8x16.splat(0);
  return ~(<u64>i8x16.bitmask(i8x16.eq(v128.load(row), zero))
    | <u64>i8x16.bitmask(i8x16.eq(v128.load(row, 16), zero)) << 16
    | <u64>i8x16.bitmask(i8x16.eq(v128.load(row, 32), zero)) << 32
    | <u64>i8x16.bitmask(i8x16.eq(v128.load(row, 48), zero)) << 48);
}
