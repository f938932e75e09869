// The number of a placement in a table's index: the canonical form of index/symmetricPlacements.ts.
import { FIRST_RUN, INDEX_CARRIERS, INDEX_MEN, INDEX_REGION, INDEX_SQUARES, RUN_STARTS } from '../layout';
import { imageSquares } from './frame';

@inline function field(table: usize, offset: usize): i32 { return load<i32>(table + offset); }
@inline function places(table: usize): usize { return <usize>load<u32>(table + INDEX_REGION); }
@inline function firstCarrier(table: usize, square: i32): usize {
  const starts = <usize>load<u32>(table + INDEX_CARRIERS);
  return starts + <usize>load<i32>(starts + ((<usize>square) << 2));
}
@inline function runStart(table: usize, slot: i32): i32 { return <i32>load<u8>(table + RUN_STARTS + <usize>slot); }

/** The index of a placement: u8 by slot. */
export function numberOf(table: usize, squares: usize): u32 {
  const run = field(table, FIRST_RUN);
  if (run == 1) return leastNumber(table, squares, <i32>load<u8>(squares), ~(<u32>0));
  let least: i32 = 256;
  for (let slot = 0; slot < run; slot++) {
    least = min(least, <i32>load<u8>(places(table) + <usize>load<u8>(squares + <usize>slot)));
  }
  let best = ~(<u32>0);
  for (let slot = 0; slot < run; slot++) {
    const square = <i32>load<u8>(squares + <usize>slot);
    if (<i32>load<u8>(places(table) + <usize>square) == least) best = leastNumber(table, squares, square, best);
  }
  return best;
}

/** The least number of the images that a symmetry makes which takes `square` to its region, or `best`. */
function leastNumber(table: usize, squares: usize, square: i32, best: u32): u32 {
  const end = firstCarrier(table, square + 1);
  for (let carrier = firstCarrier(table, square); carrier < end; carrier += 4) {
    best = min(best, imageNumber(table, squares, <usize>load<u32>(carrier)));
  }
  return best;
}

function imageNumber(table: usize, squares: usize, map: usize): u32 {
  const men = field(table, INDEX_MEN);
  const count = <u32>field(table, INDEX_SQUARES);
  const image = imageSquares();
  for (let slot = 0; slot < men; slot++) {
    const square = load<u8>(map + <usize>load<u8>(squares + <usize>slot));
    // Insertion keeps the squares of identical pieces in rising order.
    let at = slot;
    for (; at > runStart(table, slot) && load<u8>(image + <usize>(at - 1)) > square; at--) {
      store<u8>(image + <usize>at, load<u8>(image + <usize>(at - 1)));
    }
    store<u8>(image + <usize>at, square);
  }
  let number = <u32>load<u8>(places(table) + <usize>load<u8>(image));
  for (let slot = 1; slot < men; slot++) number = number * count + <u32>load<u8>(image + <usize>slot);
  return number;
}
