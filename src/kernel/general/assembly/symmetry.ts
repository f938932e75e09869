// A word of a slab that a symmetry leads to, brought back.
import { NO_SWAPS } from '../layout';
import { swapsOf, wordMap } from './frame';
import { WORDS } from './lane';
import { clear, copy, LANE_BYTES, orInto } from './words';

/** Writes the squares that a symmetry takes to those of a word. */
export function mapBack(symmetry: i32, word: usize, image: usize): void {
  if (symmetry == 0) {
    copy(image, word);
    return;
  }
  if (WORDS == 1) {
    const swaps = swapsOf(symmetry);
    if (swaps < NO_SWAPS) {
      let squares = load<u64>(word);
      if (swaps & 1) squares = transposed(squares);
      if (swaps & 2) squares = reversedInBytes(squares);
      store<u64>(image, swaps & 4 ? bswap<u64>(squares) : squares);
      return;
    }
  }
  clear(image);
  const maps = wordMap(symmetry);
  for (let byte: usize = 0; byte < LANE_BYTES; byte++) {
    const value = <usize>load<u8>(word + byte);
    if (value) orInto(image, maps + ((byte << 8) + value) * LANE_BYTES);
  }
}

/** The squares of an 8x8 board mirrored at its diagonal from a1: three exchanges of blocks. */
function transposed(squares: u64): u64 {
  let moved = (squares ^ (squares << 28)) & 0x0f0f0f0f00000000;
  squares ^= moved ^ (moved >> 28);
  moved = (squares ^ (squares << 14)) & 0x3333000033330000;
  squares ^= moved ^ (moved >> 14);
  moved = (squares ^ (squares << 7)) & 0x5500550055005500;
  return squares ^ moved ^ (moved >> 7);
}

/** The files of an 8x8 board exchanged. */
function reversedInBytes(squares: u64): u64 {
  squares = ((squares >> 1) & 0x5555555555555555) | ((squares & 0x5555555555555555) << 1);
  squares = ((squares >> 2) & 0x3333333333333333) | ((squares & 0x3333333333333333) << 2);
  return ((squares >> 4) & 0x0f0f0f0f0f0f0f0f) | ((squares & 0x0f0f0f0f0f0f0f0f) << 4);
}
