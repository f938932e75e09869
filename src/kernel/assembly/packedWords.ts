// Words of records (records.ts), of which only the bytes that have bits are stored: they are moved all at once, by tables that say
// for each mask of bytes where they go. Up to 8 bytes more are read and written than a word has.
import { closing, opening } from './frame';

const NONE: u8 = 0x80;

/** Fills the tables of the thread's block. */
export function initPackedWords(): void {
  for (let mask = 0; mask < 256; mask++) {
    store<i64>(closing(mask), -1);
    let count: usize = 0;
    for (let byte: usize = 0; byte < 8; byte++) {
      const has = (mask >> <i32>byte) & 1;
      store<u8>(opening(mask) + byte, has ? <u8>count : NONE);
      if (has) store<u8>(closing(mask) + count++, <u8>byte);
    }
  }
}

/** The word whose bytes of a mask are stored. */
@inline export function openWord(mask: i32, stored: usize): u64 {
  const order = v128.load64_zero(opening(mask));
  return i64x2.extract_lane(i8x16.swizzle(v128.load64_zero(stored), order), 0);
}

/** Appends a mask of the bytes that have bits, and these. Returns the end. */
@inline export function packWord(word: u64, out: usize): usize {
  const bytes = i64x2.splat(word);
  const mask = i8x16.bitmask(i8x16.ne(bytes, i64x2.splat(0))) & 0xff;
  store<u8>(out, <u8>mask);
  v128.store64_lane(out + 1, i8x16.swizzle(bytes, v128.load64_zero(closing(mask))), 0);
  return out + 1 + <usize>popcnt(mask);
}
