// Moves out of the slab's men: captures, promotions, pawn moves. Their results are known. The conversions of all placements
// of a word are looked up in the targets' codes, and the best of them is kept as sets (see conversionPlanes.ts).
//
// A code is a number from the point of view of the side to move in the target: d > 0 won in distance d, 0 drawn,
// -1 - d lost in distance d, and the four below. A distance is (plies + 1) / 2, rounded down. Codes are i8, or i16
// where the distances of a table ask for that: then those that would fall on the four or beyond stand STEP further out.
import { attackWord, occupiedBy, squareOf } from './placement';
import { pastLast, takeSlabs, barrier } from './barrier';
import {
  dimensions, distanceAt, distanceBits, CONVERSION_LEGAL, CONVERSION_LOSES, CONVERSION_MATES, CONVERSION_WINS, conversionList, forbids, SAFE_CONVERSION, LANE, bestConversions, plainCodes,
  LEGAL, lookedUp, menCount, menSquares, roleOf, setAt, slabBytes, slabPlanes, squareMap, noteLongestConversion,
} from './frame';
import { clearPlaces, notePlaces } from './conversionPlanes';

export const ILLEGAL: i32 = -128;
/** The rule set forbids moving here, though the men can. */
export const BARRED: i32 = 127;
/** Drawn, for want of a move. */
export const STALEMATE: i32 = 126;
/** Lost in distance 0 by what the rule set calls mate. */
export const MATED: i32 = -127;
/** Lost in distance 0. */
const LOST_NOW: i32 = -1;
/** The greatest and the least code before the four. */
export const MOST_WON: i32 = 125;
export const MOST_LOST: i32 = -126;
export const STEP: i32 = 4;

/** A code without its step. */
@inline function unstepped(code: i32): i32 {
  return code > BARRED ? code - STEP : code < ILLEGAL ? code + STEP : code;
}

@inline function stepped(code: i32): i32 {
  return code > MOST_WON ? code + STEP : code < MOST_LOST ? code - STEP : code;
}

// A conversion, 192 bytes, as the host lays it out.
/** The man that moves. */
@inline function mover(conversion: usize): i32 { return load<i32>(conversion); }
/** The man that is taken, or -1. */
@inline function victim(conversion: usize): i32 { return load<i32>(conversion, 4); }
/** The square that the mover goes to, where it is the same for all placements; else -1 (it is the victim's). */
@inline function landing(conversion: usize): i32 { return load<i32>(conversion, 8); }
/** Codes of the target with the opponent to move. */
@inline function codes(conversion: usize): usize { return <usize>load<u32>(conversion, 12); }
/** Slots of the target. */
@inline function slots(conversion: usize): i32 { return load<i32>(conversion, 16); }
/** Squares that must be empty besides `landing` (a double step passes over one). */
@inline function mustBeEmpty(conversion: usize): u64 { return load<u64>(conversion, 24); }
/** i32 x 4096 by the squares of the first two slots (the kings): `place * 8 + symmetry`, negative for none. */
@inline function kingTable(conversion: usize): usize { return <usize>load<u32>(conversion, 32); }
/** 1 where the target has the colours exchanged: its squares are mirrored. */
@inline function mirrored(conversion: usize): i32 { return load<i32>(conversion, 36); }
/** En passant captures that this double step allows: their number, and their records, conversions of the other side. */
@inline function passantCount(conversion: usize): i32 { return load<i32>(conversion, 40); }
@inline function passants(conversion: usize): usize { return <usize>load<u32>(conversion, 44); }
/** The code of a position whose side to move can mate at once: what a mating en passant capture makes of the step. */
@inline function mateInOne(conversion: usize): i32 { return load<i32>(conversion, 48); }
/** Bytes of the target's codes: 1 or 2. */
@inline function targetBytes(conversion: usize): i32 { return load<i32>(conversion, 52); }
/** Codes of the target from one place of the kings to the next. */
@inline function kingStride(conversion: usize): i32 { return load<i32>(conversion, 56); }
/** Of each slot, 8 bytes from here: i32 the man who stands there, or -2 - square; i32 stride in the index. */
@inline function slotMan(conversion: usize, slot: i32): i32 { return load<i32>(conversion + 64 + ((<usize>slot) << 3)); }
@inline function slotStride(conversion: usize, slot: i32): i32 { return load<i32>(conversion + 68 + ((<usize>slot) << 3)); }

/** In the list of best conversions: none. */
const NO_CONVERSION: i16 = -32768;
const WIN_BASE: i32 = 16384;

export function findConversions(): void {
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      slabConversions(0, slab);
      slabConversions(1, slab);
    }
  }
  barrier();
}

function slabConversions(color: i32, slab: i32): void {
  const list = conversionList(color);
  const count = load<i32>(list);
  const rows = dimensions() > 1 ? 64 : 1;
  const planes = slabPlanes();
  clearPlaces(color, slab);
  let longest = 0;
  for (let outer = 0; outer < planes; outer++) {
    for (let row = 0; row < rows; row++) {
      const at = (<usize>(outer * rows + row)) << 3;
      const legal = load<u64>(setAt(LEGAL, color, slab) + at);
      const occupied = legal ? occupiedBy(slab, outer, row) : 0;
      longest = max(longest, wordConversions(color, slab, outer, row, occupied, legal, at, list + 16, count));
    }
  }
  noteLongestConversion(longest);
}

function wordConversions(
  color: i32, slab: i32, outer: i32, row: i32, occupied: u64, legal: u64, at: usize, conversions: usize, count: i32,
): i32 {
  for (let i: usize = 0; i < 128; i += 16) v128.store(bestConversions() + i, i16x8.splat(NO_CONVERSION));
  let found = false;
  let legalConversions: u64 = 0;
  let mates: u64 = 0;
  // Where nothing is forbidden every legal conversion holds out, wins or loses, and mates are of no interest.
  const marks = forbids();
  for (let i = 0; legal && i < count; i++) {
    const conversion = conversions + <usize>i * 192;
    const possible = legal & conversionWord(conversion, slab, outer, row, occupied);
    if (!possible) continue;
    lookUp(conversion, slab, outer, row, possible);
    if (passantCount(conversion)) allowEnPassant(conversion, slab, outer, row, possible);
    found = true;
    if (marks) {
      legalConversions |= possible & ~lanesWith(ILLEGAL);
      mates |= possible & lanesWith(MATED);
    }
    keepBest(possible);
  }
  if (marks) {
    store<u64>(setAt(CONVERSION_LEGAL, color, slab) + at, legalConversions);
    store<u64>(setAt(CONVERSION_MATES, color, slab) + at, mates);
  }
  if (found) return storeBest(color, slab, outer, row, at);
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, 0);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, 0);
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, 0);
  return 0;
}

/** The lane squares whose code just looked up is this one. */
function lanesWith(code: i32): u64 {
  const wanted = i16x8.splat(<i16>code);
  let lanes: u64 = 0;
  for (let part: usize = 0; part < 64; part += 8) {
    const equal = i16x8.eq(v128.load(lookedUp() + (part << 1)), wanted);
    lanes |= (<u64>i16x8.bitmask(equal)) << part;
  }
  return lanes;
}

/** The lane squares for which the conversion's move can be made, the own king's safety apart. */
function conversionWord(conversion: usize, slab: i32, outer: i32, row: i32, occupied: u64): u64 {
  const taken = victim(conversion);
  const who = mover(conversion);
  const to = landing(conversion);
  if (taken >= 0) {
    // A pawn's conversions name their landing: the victim must stand there, and the pawn attacks it as it is.
    if (to < 0) return attackWord(who, taken, slab, outer, row, occupied);
    if (roleOf(taken) == LANE) return (<u64>1) << (<u64>to);
    return squareOf(taken, slab, outer, row) == to ? ~(<u64>0) : 0;
  }
  const empty = mustBeEmpty(conversion) | ((<u64>1) << (<u64>to));
  return occupied & empty ? 0 : ~empty;
}

/** Writes the target's codes to `looked` for the lane squares in `possible`. */
function lookUp(conversion: usize, slab: i32, outer: i32, row: i32, possible: u64): void {
  const men = menCount();
  let lane = 0;
  for (let man = 0; man < men; man++) {
    if (roleOf(man) == LANE) lane = man;
    else store<u8>(menSquares() + <usize>man, <u8>squareOf(man, slab, outer, row));
  }
  const who = mover(conversion);
  const taken = victim(conversion);
  if (who == lane) {
    store<u8>(menSquares() + <usize>who, <u8>(landing(conversion) >= 0 ? landing(conversion) : <i32>load<u8>(menSquares() + <usize>taken)));
    fillLookedUp(codeAt(conversion));
    return;
  }
  if (taken != lane) {
    const to = landing(conversion) >= 0 ? landing(conversion) : <i32>load<u8>(menSquares() + <usize>taken);
    if (taken >= 0 || landing(conversion) >= 0) store<u8>(menSquares() + <usize>who, <u8>to);
  }
  // The man whose square varies with the lane: the lane man himself, or who takes him.
  const varying = taken == lane ? who : lane;
  if (varying < 0) return;
  if (lookUpRun(conversion, varying, possible)) return;
  let rest = possible;
  while (rest) {
    const square = <usize>ctz(rest);
    rest &= rest - 1;
    store<u8>(menSquares() + <usize>varying, <u8>square);
    store<i16>(lookedUp() + (square << 1), <i16>codeAt(conversion));
  }
}

function fillLookedUp(code: i32): void {
  for (let i: usize = 0; i < 128; i += 16) v128.store(lookedUp() + i, i16x8.splat(<i16>code));
}

/** Mends the codes just looked up where the opponent may answer the double step by capturing en passant. */
function allowEnPassant(conversion: usize, slab: i32, outer: i32, row: i32, possible: u64): void {
  const without = plainCodes();
  for (let i = 0; i < passantCount(conversion); i++) {
    memory.copy(without, lookedUp(), 128);
    lookUp(passants(conversion) + <usize>i * 192, slab, outer, row, possible);
    for (let square: usize = 0; square < 64; square++) {
      if (!((possible >> square) & 1)) continue;
      const at = square << 1;
      const plain = <i32>load<i16>(without + at);
      const taken = <i32>load<i16>(lookedUp() + at);
      store<i16>(lookedUp() + at, <i16>withCapture(plain, taken, mateInOne(conversion)));
    }
  }
}

/** The code of a position that has, besides its own moves, a capture leading to a position with this code. */
function withCapture(plain: i32, taken: i32, mateInOne: i32): i32 {
  if (plain == ILLEGAL || taken == ILLEGAL || plain == BARRED) return plain;
  if (taken == MATED) return mateInOne;
  // A capture that the rule set forbids is a way out of mate all the same, if not one that can be taken.
  if (taken == BARRED) return plain == MATED ? LOST_NOW : plain;
  const distance = unstepped(taken);
  const reply = taken == STALEMATE ? 0 : stepped(distance > 0 ? -1 - distance : -distance);
  if (plain == MATED || plain == LOST_NOW || plain == STALEMATE) return reply;
  return preference(reply) > preference(plain) ? reply : plain;
}

/** Greater for what the side to move would rather have. */
@inline function preference(code: i32): i32 {
  const plain = unstepped(code);
  return plain > 0 ? WIN_BASE - plain : plain < 0 ? -WIN_BASE - plain : 0;
}

/** Looks up all lane squares in a run, where only the last digits of the index vary. False where they do not. */
function lookUpRun(conversion: usize, varying: i32, possible: u64): bool {
  const last = slots(conversion) - 1;
  if (slotMan(conversion, 0) == varying || slotMan(conversion, 1) == varying) return false;
  let slot = 2;
  while (slot <= last && slotMan(conversion, slot) != varying) slot++;
  if (slot > last) return false;
  store<u8>(menSquares() + <usize>varying, 0);
  const entry = kingEntry(conversion);
  if (entry < 0) {
    fillLookedUp(ILLEGAL);
    return true;
  }
  const symmetry = entry & 7;
  let index = (entry >> 3) * kingStride(conversion);
  const map = squareMap(symmetry);
  const mirror = mirrored(conversion) ? 56 : 0;
  for (let i = 2; i <= last; i++) {
    if (i == slot) continue;
    index += <i32>load<u8>(map + <usize>(squareAt(conversion, i) ^ mirror)) * slotStride(conversion, i);
  }
  const stride = slotStride(conversion, slot);
  if (stride == 1 && symmetry == 0 && mirror == 0) {
    readRun(codes(conversion), index, targetBytes(conversion));
    return true;
  }
  while (possible) {
    const square = <usize>ctz(possible);
    possible &= possible - 1;
    const image = <i32>load<u8>(map + (square ^ <usize>mirror));
    store<i16>(lookedUp() + (square << 1), <i16>codeOf(conversion, index + image * stride));
  }
  return true;
}

/** 64 codes in a row. */
function readRun(from: usize, index: i32, bytes: i32): void {
  if (bytes == 2) {
    memory.copy(lookedUp(), from + ((<usize>index) << 1), 128);
    return;
  }
  for (let i: usize = 0; i < 64; i += 8) {
    v128.store(lookedUp() + (i << 1), v128.load_ext<i8>(from + <usize>index + i));
  }
}

@inline function codeOf(conversion: usize, index: i32): i32 {
  return targetBytes(conversion) == 1
    ? <i32>load<i8>(codes(conversion) + <usize>index)
    : <i32>load<i16>(codes(conversion) + ((<usize>index) << 1));
}

@inline function squareAt(conversion: usize, slot: i32): i32 {
  const man = slotMan(conversion, slot);
  return man >= 0 ? <i32>load<u8>(menSquares() + <usize>man) : -2 - man;
}

@inline function kingEntry(conversion: usize): i32 {
  const mirror = mirrored(conversion) ? 56 : 0;
  const first = squareAt(conversion, 0) ^ mirror;
  const second = squareAt(conversion, 1) ^ mirror;
  return load<i32>(kingTable(conversion) + ((<usize>(first * 64 + second)) << 2));
}

/** The code of the target with its men on `squares`. */
function codeAt(conversion: usize): i32 {
  const entry = kingEntry(conversion);
  if (entry < 0) return ILLEGAL;
  const map = squareMap(entry & 7);
  const mirror = mirrored(conversion) ? 56 : 0;
  let index = (entry >> 3) * kingStride(conversion);
  const count = slots(conversion);
  for (let i = 2; i < count; i++) {
    index += <i32>load<u8>(map + <usize>(squareAt(conversion, i) ^ mirror)) * slotStride(conversion, i);
  }
  return codeOf(conversion, index);
}

/** Bits to bytes: eight of a word as 0 or -1 in i16. */
@inline export function spread(bits: u64, part: usize): v128 {
  const byte = i16x8.splat(<i16>((bits >> (<u64>part)) & 0xff));
  const select = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  return i16x8.eq(v128.and(byte, select), select);
}

/** Enters the codes just looked up, seen by the mover: quick wins above slow ones, draws, slow losses above quick. */
function keepBest(possible: u64): void {
  for (let part: usize = 0; part < 64; part += 8) {
    if (!((possible >> <u64>part) & 0xff)) continue;
    let code = v128.load(lookedUp() + (part << 1));
    const entered = v128.andnot(
      v128.andnot(spread(possible, part), i16x8.eq(code, i16x8.splat(<i16>ILLEGAL))),
      i16x8.eq(code, i16x8.splat(<i16>BARRED)),
    );
    code = v128.bitselect(i16x8.splat(-1), code, i16x8.eq(code, i16x8.splat(<i16>MATED)));
    code = v128.andnot(code, i16x8.eq(code, i16x8.splat(<i16>STALEMATE)));
    const step = i16x8.splat(<i16>STEP);
    code = i16x8.sub(code, v128.and(i16x8.gt_s(code, i16x8.splat(<i16>BARRED)), step));
    code = i16x8.add(code, v128.and(i16x8.lt_s(code, i16x8.splat(<i16>ILLEGAL)), step));
    const wins = v128.and(i16x8.lt_s(code, i16x8.splat(0)), i16x8.splat(<i16>WIN_BASE));
    const loses = v128.and(i16x8.gt_s(code, i16x8.splat(0)), i16x8.splat(<i16>WIN_BASE));
    const worth = i16x8.sub(i16x8.add(code, wins), loses);
    const offered = v128.bitselect(worth, i16x8.splat(NO_CONVERSION), entered);
    const place = bestConversions() + (part << 1);
    v128.store(place, i16x8.max_s(v128.load(place), offered));
  }
}

/** Turns the best conversions of a word into sets. The longest distance of them. */
function storeBest(color: i32, slab: i32, outer: i32, row: i32, at: usize): i32 {
  let wins: u64 = 0;
  let loses: u64 = 0;
  let any: u64 = 0;
  const depths = lookedUp();
  let longest = i8x16.splat(0);
  for (let part: usize = 0; part < 64; part += 16) {
    const low = v128.load(bestConversions() + (part << 1));
    const high = v128.load(bestConversions() + (part << 1), 16);
    const none = i16x8.splat(NO_CONVERSION);
    const zero = i16x8.splat(0);
    const has = i8x16.narrow_i16x8_s(i16x8.ne(low, none), i16x8.ne(high, none));
    const won = i8x16.narrow_i16x8_s(i16x8.gt_s(low, zero), i16x8.gt_s(high, zero));
    const lost = v128.and(has, i8x16.narrow_i16x8_s(i16x8.lt_s(low, zero), i16x8.lt_s(high, zero)));
    any |= (<u64>i8x16.bitmask(has)) << part;
    wins |= (<u64>i8x16.bitmask(won)) << part;
    loses |= (<u64>i8x16.bitmask(lost)) << part;
    // Won: WIN_BASE - distance. Lost: distance - WIN_BASE. Else no matter.
    const base = i16x8.splat(<i16>WIN_BASE);
    const distance = i8x16.narrow_i16x8_u(
      i16x8.sub(base, i16x8.abs(low)), i16x8.sub(base, i16x8.abs(high)),
    );
    v128.store(depths + part, distance);
    longest = i8x16.max_u(longest, v128.and(distance, v128.or(won, lost)));
  }
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, wins);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, loses);
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, any);
  if (!(wins | loses)) return 0;
  notePlaces(CONVERSION_WINS, color, slab, outer, row, wins, depths);
  notePlaces(CONVERSION_LOSES, color, slab, outer, row, loses, depths);
  const toNext = slabBytes();
  let to = distanceAt(color, slab) + at;
  const bits = distanceBits();
  for (let bit = 0; bit < bits; bit++, to += toNext) {
    let word: u64 = 0;
    for (let part: usize = 0; part < 64; part += 16) {
      const lifted = i8x16.shl(v128.load(depths + part), 7 - bit);
      word |= (<u64>i8x16.bitmask(lifted)) << part;
    }
    store<u64>(to, word);
  }
  return greatest(longest);
}

/** The greatest of sixteen bytes. */
function greatest(bytes: v128): i32 {
  let halves = i8x16.max_u(bytes, i64x2.splat(i64x2.extract_lane(bytes, 1)));
  halves = i8x16.max_u(halves, i64x2.shr_u(halves, 32));
  halves = i8x16.max_u(halves, i64x2.shr_u(halves, 16));
  halves = i8x16.max_u(halves, i64x2.shr_u(halves, 8));
  return <i32>i8x16.extract_lane_u(halves, 0);
}
