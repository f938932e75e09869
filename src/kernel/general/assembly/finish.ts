// Between places in memory and the index: finished tables are spread over the places of their placements, and the codes of a solved one
// are written by index and counted.
import { COUNTS_BYTES, FIRST_RUN, INDEX_CARRIERS, INDEX_MEN, INDEX_REGION, INDEX_SQUARES, RUN_STARTS, UNCOVERED } from '../layout';
import {
  codesOf, counts, men, numberPrefixes, ownIndex, planeBytes, planeCount, rowCount, setAt, slotOf, slotSquares, squareCount, squareOf,
  weightOf,
} from './frame';
import { numberOf } from './numbers';
import { isEmpty, LANE_BYTES, meet } from './words';

// The numbers of a row: of each image whose first piece is in its region, what the squares of all but the lane piece add up to, and the
// map of the lane piece's square.
let images: i32 = 0;
let laneStride: u32 = 0;
/** Is the lane piece one of several that are identical, or the first slot's? Then each placement is numbered by itself. */
let isMixed: bool = false;

@inline function prefixAt(i: i32): usize { return numberPrefixes() + (<usize>i << 3); }
@inline function runStart(slot: i32): i32 { return <i32>load<u8>(ownIndex() + RUN_STARTS + <usize>slot); }

/** Tells whether a table's rows can be numbered as a whole, and the lane piece's stride. */
function startNumbers(): void {
  const table = ownIndex();
  const count = men();
  const slot = slotOf(count - 1);
  isMixed = load<i32>(table + FIRST_RUN) > 1 || runStart(slot) != slot || (slot + 1 < count && runStart(slot + 1) == slot);
  laneStride = 1;
  for (let i = count - 1; i > slot; i--) laneStride *= <u32>squareCount();
}

function startRow(slab: i32, plane: i32, row: i32): void {
  const lane = men() - 1;
  for (let i = 0; i < lane; i++) store<u8>(slotSquares() + <usize>slotOf(i), <u8>squareOf(i, slab, plane, row));
  if (isMixed) return;
  const table = ownIndex();
  const first = <usize>load<u8>(slotSquares());
  const carriers = <usize>load<u32>(table + INDEX_CARRIERS);
  const begin = load<i32>(carriers + (first << 2));
  const end = load<i32>(carriers + ((first + 1) << 2));
  images = (end - begin) >> 2;
  for (let i = 0; i < images; i++) {
    const map = <usize>load<u32>(carriers + <usize>(begin + (i << 2)));
    store<u32>(prefixAt(i), prefixOf(table, map, slotOf(lane)));
    store<u32>(prefixAt(i), <u32>map, 4);
  }
}

/** The number of an image but for the lane piece. */
function prefixOf(table: usize, map: usize, laneSlot: i32): u32 {
  const count = load<i32>(table + INDEX_MEN);
  const size = <u32>load<i32>(table + INDEX_SQUARES);
  const image = numberPrefixes() + 64;
  for (let slot = 0; slot < count; slot++) {
    const square: u8 = slot == laneSlot ? 0 : load<u8>(map + <usize>load<u8>(slotSquares() + <usize>slot));
    let at = slot;
    for (; at > runStart(slot) && load<u8>(image + <usize>(at - 1)) > square; at--) {
      store<u8>(image + <usize>at, load<u8>(image + <usize>(at - 1)));
    }
    store<u8>(image + <usize>at, square);
  }
  let number = <u32>load<u8>(<usize>load<u32>(table + INDEX_REGION) + <usize>load<u8>(image));
  for (let slot = 1; slot < count; slot++) number = number * size + <u32>load<u8>(image + <usize>slot);
  return number;
}

/** The index of a placement of the row. */
@inline function numberAt(square: i32): u32 {
  if (isMixed) {
    store<u8>(slotSquares() + <usize>slotOf(men() - 1), <u8>square);
    return numberOf(ownIndex(), slotSquares());
  }
  let number = load<u32>(prefixAt(0)) + <u32>load<u8>(<usize>load<u32>(prefixAt(0), 4) + <usize>square) * laneStride;
  for (let i = 1; i < images; i++) {
    const other = load<u32>(prefixAt(i)) + <u32>load<u8>(<usize>load<u32>(prefixAt(i), 4) + <usize>square) * laneStride;
    if (other < number) number = other;
  }
  return number;
}

@inline function rowCodes(side: i32, slab: i32, plane: i32, row: i32): usize {
  return codesOf(side) + ((<usize>((slab * planeCount() + plane) * rowCount() + row) * <usize>squareCount()) << 1);
}

/**
 * Writes to a side's codes those of a finished table: `from` is i16 by index. Returns the greatest that a code is apart from a draw's.
 */
export function spreadCodes(side: i32, from: usize, begin: i32, end: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  let longest = 0;
  startNumbers();
  for (let slab = begin; slab < end; slab++) {
    for (let plane = 0; plane < planes; plane++) {
      for (let row = 0; row < rows; row++) {
        startRow(slab, plane, row);
        const codes = rowCodes(side, slab, plane, row);
        for (let square = 0; square < squares; square++) {
          const code = load<i16>(from + (<usize>numberAt(square) << 1));
          store<i16>(codes + ((<usize>square) << 1), code);
          if (code != <i16>UNCOVERED) longest = max(longest, abs(<i32>code));
        }
      }
    }
  }
  return longest;
}

/**
 * Writes the codes of the placements that the set `covered` holds to `out`, i16 by index from `start` on, which holds UNCOVERED before;
 * those that are open are draws. Counts positions; `apart`: a set of those that are counted apart, or 0. `most`: the weight of a slab that
 * no symmetry keeps, or 0 if there are identical pieces.
 */
export function finishCodes(
  side: i32, covered: i32, open: i32, apart: i32, most: i32, out: usize, start: u32, begin: i32, end: i32,
): void {
  const planes = planeCount();
  const rows = rowCount();
  startNumbers();
  const canRun = !isMixed && laneStride == 1 && most != 0;
  for (let slab = begin; slab < end; slab++) {
    const isPlain = canRun && weightOf(slab) == most;
    for (let plane = 0; plane < planes; plane++) {
      for (let row = 0; row < rows; row++) {
        const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
        if (isEmpty(setAt(covered, slab) + at)) continue;
        startRow(slab, plane, row);
        const codes = rowCodes(side, slab, plane, row);
        const to = out - (<usize>start << 1);
        const isWhole = !apart || !meet(setAt(covered, slab) + at, setAt(apart, slab) + at);
        if (isPlain && isWhole && images == 1) finishRun(codes, setAt(covered, slab) + at, setAt(open, slab) + at, to);
        else finishRow(codes, covered, open, apart, slab, at, to);
      }
    }
  }
}

/** A row whose placements are all their own index, one after another. */
function finishRun(codes: usize, covered: usize, open: usize, out: usize): void {
  const to = out + (<usize>load<u32>(prefixAt(0)) << 1);
  const even = counts() + 3 * COUNTS_BYTES + (32768 << 3);
  for (let part: usize = 0; part < LANE_BYTES; part += 8) {
    const lanes = load<u64>(covered + part);
    const drawn = load<u64>(open + part);
    for (let rest = lanes; rest; rest &= rest - 1) {
      const bit = ctz(rest);
      const lane = (part << 3) + <usize>bit;
      const code = (drawn >> bit) & 1 ? <i16>0 : load<i16>(codes + (lane << 1));
      store<i16>(to + (lane << 1), code);
      add(even + (lane & 1) * COUNTS_BYTES + <usize>(<i32>code << 3), 1);
    }
  }
}

function finishRow(codes: usize, covered: i32, open: i32, apart: i32, slab: i32, at: usize, out: usize): void {
  const weight = <u64>weightOf(slab);
  for (let part: usize = 0; part < LANE_BYTES; part += 8) {
    const drawn = load<u64>(setAt(open, slab) + at + part);
    const exposed = apart ? load<u64>(setAt(apart, slab) + at + part) : 0;
    for (let rest = load<u64>(setAt(covered, slab) + at + part); rest; rest &= rest - 1) {
      const bit = ctz(rest);
      const square = (<i32>part << 3) + <i32>bit;
      const code = (drawn >> bit) & 1 ? <i16>0 : load<i16>(codes + ((<usize>square) << 1));
      const to = out + (<usize>numberAt(square) << 1);
      const count = counts() + (<usize>(<i32>code + 32768) << 3);
      if ((exposed >> bit) & 1) add(count + 2 * COUNTS_BYTES, weight);
      else {
        add(count, weight);
        if (load<i16>(to) == <i16>UNCOVERED) add(count + COUNTS_BYTES, 1);
      }
      store<i16>(to, code);
    }
  }
}

@inline function add(at: usize, count: u64): void { store<u64>(at, load<u64>(at) + count); }
