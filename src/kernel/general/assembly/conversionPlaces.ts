// Where the best conversions of each distance are: noted before the first ply, looked up in each.
import { NO_CONVERSION } from '../layout';
import { OPEN } from '../sets';
import { codesOf, conversionPlaces, flagsAt, planeBytes, planeCount, rowCount, rowsInGroup, setAt, squareCount } from './frame';
import { LANE_BYTES } from './words';

/**
 * Makes the sets of placements whose best conversion wins, loses, or does not lose, and notes where those of each distance are, so that a
 * ply can skip all other places. Returns the longest distance, in plies.
 */
export function sortConversions(side: i32, wins: i32, loses: i32, holds: i32, among: i32, begin: i32, end: i32): i32 {
  let most: i32 = 0;
  for (let slab = begin; slab < end; slab++) most = max(most, sortSlab(side, wins, loses, holds, among, slab));
  return most;
}

function sortSlab(side: i32, wins: i32, loses: i32, holds: i32, among: i32, slab: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const stride = conversionPlaces(0, 1, 0) - conversionPlaces(0, 0, 0);
  let longest = 0;
  for (let plane = 0; plane < planes; plane++) {
    const wonPlaces = conversionPlaces(2 * side, 0, slab) + (<usize>plane << 3);
    const lostPlaces = conversionPlaces(2 * side + 1, 0, slab) + (<usize>plane << 3);
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
      const bit = (<u64>1) << <u64>(row / rowsInGroup());
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        const open = load<u64>(setAt(among, slab) + at + part);
        let won: u64 = 0;
        let lost: u64 = 0;
        let none: u64 = 0;
        for (let byte: usize = 0; byte < 8; byte++) {
          if (!((open >> (<u64>byte << 3)) & 0xff)) continue;
          const code = v128.load(codes + (part << 4) + (byte << 4));
          const zero = i16x8.splat(0);
          won |= (<u64>i16x8.bitmask(i16x8.gt_s(code, zero))) << (<u64>byte << 3);
          lost |= (<u64>i16x8.bitmask(code)) << (<u64>byte << 3);
          none |= (<u64>i16x8.bitmask(i16x8.eq(code, i16x8.splat(<i16>NO_CONVERSION)))) << (<u64>byte << 3);
        }
        won &= open;
        lost &= open & ~none;
        store<u64>(setAt(wins, slab) + at + part, won);
        store<u64>(setAt(loses, slab) + at + part, lost);
        store<u64>(setAt(holds, slab) + at + part, open & ~none);
        longest = max(longest, noteDistances(codes + (part << 4), won, wonPlaces, stride, bit));
        longest = max(longest, noteDistances(codes + (part << 4), lost, lostPlaces, stride, bit));
      }
    }
  }
  return longest;
}

/** Notes the distances of some lanes' conversions for a row. Returns the longest, in plies. */
function noteDistances(codes: usize, lanes: u64, places: usize, stride: usize, bit: u64): i32 {
  let longest = 0;
  for (; lanes; lanes &= lanes - 1) {
    const plies = abs(<i32>load<i16>(codes + (<usize>ctz(lanes) << 1))) - 1;
    longest = max(longest, plies);
    const to = places + <usize>plies * stride;
    store<u64>(to, load<u64>(to) | bit);
  }
  return longest;
}

/**
 * Adds to `out` the open placements of a set whose best conversion wins, or loses, in `plies`, and flags the planes where there may be any.
 */
export function addConversionsAt(
  side: i32, losing: bool, plies: i32, set: i32, slab: i32, out: usize, flags: usize,
): void {
  const open = setAt(2 * OPEN + side, slab);
  const openFlags = flagsAt(2 * OPEN + side, slab);
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  const places = conversionPlaces(2 * side + (losing ? 1 : 0), plies, slab);
  const code = i16x8.splat(<i16>(losing ? -(plies + 1) : plies + 1));
  const group = rowsInGroup();
  for (let plane = 0; plane < planes; plane++) {
    let groups = load<u64>(places + (<usize>plane << 3));
    if (!groups || !load<u8>(openFlags + <usize>plane)) continue;
    let any: u64 = 0;
    for (; groups; groups &= groups - 1) {
      const first = <i32>ctz(groups) * group;
      const last = min(first + group, rows);
      for (let row = first; row < last; row++) {
        const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
        const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
        for (let part: usize = 0; part < LANE_BYTES; part += 8) {
          const among = load<u64>(setAt(set, slab) + at + part) & load<u64>(open + at + part);
          if (!among) continue;
          const found = among & lanesWith(code, codes + (part << 4), among);
          any |= found;
          store<u64>(out + at + part, load<u64>(out + at + part) | found);
        }
      }
    }
    if (any) store<u8>(flags + <usize>plane, 1);
  }
}

/** The lanes of a word that have this code; those of bytes that are empty in `among` may be missing. */
@inline function lanesWith(code: v128, codes: usize, among: u64): u64 {
  let found: u64 = 0;
  for (let byte: usize = 0; byte < 8; byte++) {
    if (!((among >> (<u64>byte << 3)) & 0xff)) continue;
    const equal = i16x8.eq(v128.load(codes + (byte << 4)), code);
    found |= (<u64>i16x8.bitmask(equal)) << (<u64>byte << 3);
  }
  return found;
}
