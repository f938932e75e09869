// The end of a solve: codes of placements that are no index are cleared, and positions are counted.
import { UNCOVERED } from '../layout';
import { codesOf, men, ownTable, planeBytes, planeCount, rowCount, setAt, slotSquares, squareCount, squareOf } from './frame';
import { numberOf, stabilisers } from './numbers';
import { LANE_BYTES } from './words';

/** u64 by `code + 32768`: positions of the whole board, those up to symmetry, and those of the whole board that are counted apart. */
const COUNTS_BYTES: usize = 8 << 16;

/**
 * Clears what no index stands for and what the set `covered` does not hold, writes draws where placements are open, and counts positions.
 * `apart`: a set of those that are counted apart, or 0. `plain`: every placement of the slab is its own index. `weight`: how many
 * placements of the board an index stands for that no symmetry keeps.
 */
export function finishCodes(
  side: i32, covered: i32, open: i32, apart: i32, plain: bool, weight: i32, counts: usize, slab: i32,
): void {
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const lane = men() - 1;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const first = ((slab * planes + plane) * rows + row) * squares;
      const codes = codesOf(side) + ((<usize>first) << 1);
      for (let i = 0; i < lane; i++) store<u8>(slotSquares() + <usize>i, <u8>squareOf(i, slab, plane, row));
      for (let square = 0; square < squares; square++) {
        const word = at + ((<usize>square >> 6) << 3);
        const bit = <u64>(square & 63);
        const to = codes + ((<usize>square) << 1);
        if (!((load<u64>(setAt(covered, slab) + word) >> bit) & 1)) {
          store<i16>(to, UNCOVERED);
          continue;
        }
        let stands = weight;
        if (!plain) {
          store<u8>(slotSquares() + <usize>lane, <u8>square);
          const number = numberOf(ownTable(), slotSquares());
          if (number != <u32>(first + square)) {
            store<i16>(to, UNCOVERED);
            continue;
          }
          stands = weight / stabilisers(ownTable(), slotSquares(), number);
        }
        if ((load<u64>(setAt(open, slab) + word) >> bit) & 1) store<i16>(to, 0);
        const count = counts + (<usize>(<i32>load<i16>(to) + 32768) << 3);
        if (apart && ((load<u64>(setAt(apart, slab) + word) >> bit) & 1)) add(count + 2 * COUNTS_BYTES, stands);
        else {
          add(count, stands);
          add(count + COUNTS_BYTES, 1);
        }
      }
    }
  }
}

@inline function add(at: usize, count: i32): void { store<u64>(at, load<u64>(at) + <u64>count); }
