// Runs: the positions in which one piece, that is no leader of the table that a conversion leads to, stands on any square.
import { FIXED, FLIP, KIND, MOST_KEPT, NUMBER, OUTER, ROW, SOURCES, TABLE, TABLE_CODES, TAKES, UNCOVERED } from '../layout';
import { conversionMover, conversionsBegin, conversionVictim, nextConversion, outcomeOf } from './conversion';
import {
  afterSquares, bestWorths, blasts, conversionsOf, fixedSquare, keptPlaces, lookedCodes, men, pathsOf, planeCount, roleOf,
  rowCount, secondWord, slabScratch, slotSquares, squareCount,
} from './frame';
import { NO_WORTH, note, WORTH_AFTER } from './offers';
import { nextPath, pathsEnd, pathsFrom, targetOf } from './paths';
import { entryOf, fixedIn, mapIn, menIn, squaresIn } from './places';
import { clear, LANE_BYTES } from './words';

/** There are none: each position has to be found by itself. */
export const NO_RUN: i32 = 0;
export const RUN: i32 = 1;
/** No square makes a position. */
export const ILLEGAL: i32 = 2;

let runCodes: usize = 0;
let runStride: usize = 0;
/** u8 by square: where it leads; 0 if nowhere else. */
let runFlip: usize = 0;
let runMap: usize = 0;
let runIsPlain: bool = false;

/** `varying`: a piece whose square in `afterSquares` does not count. */
export function startRun(conversion: usize, varying: i32): i32 {
  const taken = conversionVictim(conversion);
  if (taken >= 0 && blasts()) return NO_RUN;
  const outcome = outcomeOf(conversion, taken < 0 ? 0 : 1 << taken);
  if (!outcome) return ILLEGAL;
  const kind = load<i32>(outcome + KIND);
  if (kind == 0) return ILLEGAL;
  if (kind == 1) return NO_RUN;
  const table = <usize>load<u32>(outcome + TABLE);
  const fixed = fixedIn(table);
  const count = menIn(table);
  const sources = <usize>load<u32>(outcome + SOURCES);
  const flip = <usize>load<u32>(outcome + FLIP);
  let digit = -1;
  for (let i = 0; i < count; i++) {
    const source = <i32>load<u8>(sources + <usize>i);
    if (source == varying) {
      if (i < fixed) return NO_RUN;
      digit = i;
    }
    const square = load<u8>(afterSquares() + <usize>source);
    store<u8>(slotSquares() + <usize>i, flip ? load<u8>(flip + <usize>square) : square);
  }
  const entry = entryOf(table, slotSquares());
  if (entry < 0) return ILLEGAL;
  const map = mapIn(table, entry);
  const size = <usize>squaresIn(table);
  let place = <usize>(entry >> 3);
  let stride: usize = 2;
  for (let i = fixed; i < count; i++) {
    place = place * size + (i == digit ? 0 : <usize>load<u8>(map + <usize>load<u8>(slotSquares() + <usize>i)));
    if (i > digit) stride *= size;
  }
  runCodes = <usize>load<u32>(outcome + TABLE_CODES) + (place << 1);
  runStride = stride;
  runFlip = flip;
  runMap = map;
  runIsPlain = stride == 2 && !flip && (entry & 7) == 0;
  return RUN;
}

@inline export function codeIn(square: i32): i32 {
  const there = runFlip ? <usize>load<u8>(runFlip + <usize>square) : <usize>square;
  return <i32>load<i16>(runCodes + <usize>load<u8>(runMap + there) * runStride);
}

/** Offers what the run has for some lanes. */
export function offerRun(conversion: usize, target: i32, lanes: usize): void {
  const legal = secondWord();
  clear(legal);
  const looked = lookedCodes();
  for (let part: usize = 0; part < LANE_BYTES; part += 8) {
    const word = load<u64>(lanes + part);
    if (!word) continue;
    if (!runIsPlain) {
      for (let rest = word; rest; rest &= rest - 1) {
        const square = (<i32>part << 3) + <i32>ctz(rest);
        store<i16>(looked + (<usize>square << 1), <i16>codeIn(square));
      }
    }
    const from = runIsPlain ? runCodes : looked;
    let found: u64 = 0;
    for (let byte: usize = 0; byte < 8; byte++) {
      const eight = (word >> (<u64>byte << 3)) & 0xff;
      if (!eight) continue;
      const at = (part << 4) + (byte << 4);
      const code = v128.load(from + at);
      const valid = v128.andnot(spread(eight), i16x8.eq(code, i16x8.splat(<i16>UNCOVERED)));
      const wins = v128.and(i16x8.lt_s(code, i16x8.splat(0)), i16x8.splat(WORTH_AFTER));
      const loses = v128.and(i16x8.gt_s(code, i16x8.splat(0)), i16x8.splat(WORTH_AFTER));
      const worth = i16x8.sub(i16x8.add(code, wins), loses);
      const best = bestWorths() + at;
      v128.store(best, i16x8.max_s(v128.load(best), v128.bitselect(worth, i16x8.splat(NO_WORTH), valid)));
      found |= (<u64>i16x8.bitmask(valid)) << (<u64>byte << 3);
    }
    store<u64>(legal + part, found);
  }
  note(conversion, target, legal);
}

/** Masks of eight lanes. */
@inline function spread(lanes: u64): v128 {
  const bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  return i16x8.eq(v128.and(i16x8.splat(<i16>lanes), bits), bits);
}

// After a capture of the lane piece it does not matter where the piece that took came from. So the codes by the square of the capture, i16,
// are kept: of a row piece for the rows of a plane; of an outer piece, by row, for the planes of a slab; of a fixed piece, by row, for a
// plane, since those of one square come in a run. They lie in scratch memory for slabs, which only plies need: u32 by row what they are of,
// then the codes.

/** Makes the kept codes the run. False if none can be kept, or the squares of the others are no run. */
export function findKept(conversion: usize, slab: i32, plane: i32, row: i32): bool {
  const keeping = keptAt(conversion);
  if (!keeping) return false;
  const role = roleOf(conversionMover(conversion));
  const line = role == ROW ? 0 : row;
  const own = <u32>((role == OUTER ? slab : slab * planeCount() + plane) + 1);
  const tag = keeping + (<usize>(role == OUTER ? row : 0) << 2);
  const codes = keeping + tagBytes(role) + <usize>line * keptBytes();
  if (load<u32>(tag) != own) {
    const isKept = role == FIXED ? keepRows(conversion, slab, keeping + tagBytes(role)) : keepRow(conversion, codes);
    if (!isKept) return false;
    store<u32>(tag, own);
  }
  runCodes = codes;
  runIsPlain = true;
  return true;
}

function keepRow(conversion: usize, codes: usize): bool {
  const run = startRun(conversion, conversionMover(conversion));
  if (run == NO_RUN) return false;
  const squares = squareCount();
  for (let square = 0; square < squares; square++) {
    store<i16>(codes + (<usize>square << 1), <i16>(run == RUN ? codeIn(square) : UNCOVERED));
  }
  return true;
}

/** For all squares that a fixed piece may take on. */
function keepRows(conversion: usize, slab: i32, codes: usize): bool {
  const moving = conversionMover(conversion);
  const takes = pathsOf(moving, TAKES);
  const from = fixedSquare(slab, moving);
  const end = pathsEnd(takes, from);
  const rows = rowCount();
  const rowPiece = men() - 2;
  const rowSquare = load<u8>(afterSquares() + <usize>rowPiece);
  let isRun = true;
  for (let path = pathsFrom(takes, from); isRun && path < end; path = nextPath(path)) {
    const target = targetOf(path);
    store<u8>(afterSquares() + <usize>moving, <u8>target);
    const run = startRun(conversion, rowPiece);
    if (run == NO_RUN) isRun = false;
    for (let row = 0; isRun && row < rows; row++) {
      const to = codes + <usize>row * keptBytes() + (<usize>target << 1);
      store<i16>(to, <i16>(run == RUN ? codeIn(row) : UNCOVERED));
    }
  }
  store<u8>(afterSquares() + <usize>moving, <u8>from);
  store<u8>(afterSquares() + <usize>rowPiece, rowSquare);
  return isRun;
}

@inline function keptBytes(): usize { return LANE_BYTES << 4; }
@inline function tagBytes(role: i32): usize { return role == OUTER ? (<usize>rowCount() * 4 + 15) & ~15 : 16; }

/** Where the codes of a conversion are kept, or 0. */
@inline function keptAt(conversion: usize): usize { return <usize>load<u32>(keptPlaces() + ((<usize>load<i32>(conversion + NUMBER)) << 2)); }

/** Gives the conversions of a side their places, as long as there is room. */
export function makeRoom(side: i32): void {
  const count = min(load<i32>(conversionsOf(side)), MOST_KEPT);
  let conversion = conversionsBegin(side);
  let at = slabScratch(0);
  const end = slabScratch(3);
  memory.fill(at, 0, end - at);
  memory.fill(keptPlaces(), 0, (<usize>MOST_KEPT + 1) << 2);
  const lane = men() - 1;
  for (let i = 0; i < count; i++, conversion = nextConversion(conversion)) {
    const moving = conversionMover(conversion);
    const role = roleOf(moving);
    if (conversionVictim(conversion) != lane || rowCount() == 1) continue;
    const lines: usize = role == ROW ? 1 : <usize>rowCount();
    const bytes = tagBytes(role) + lines * keptBytes();
    if (at + bytes > end) continue;
    store<u32>(keptPlaces() + (<usize>i << 2), <u32>at);
    at += bytes;
  }
}
