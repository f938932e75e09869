// The codes of the positions that a conversion leads to, by lane square, in `lookedUp`. T is i8 or i16: what holds them.
import {
  codes, kingStride, kingTable, landing, mateInOne, mirrored, mover, passantAt, passantCount, slotPiece, slots, slotStride,
  targetBytes, victim,
} from './conversionRecord';
import { LANE, lookedUp, pieceCount, pieceSquares, plainCodes, roleOf, squareMap } from './frame';
import { squareOf } from './placement';
import { BARRED, ILLEGAL, LOST_NOW, MATED, STALEMATE, stepped, unstepped, winBase } from './tableCodes';

export function lanePiece(): i32 {
  let piece = pieceCount() - 1;
  while (piece >= 0 && roleOf(piece) != LANE) piece--;
  return piece;
}

/** Notes the squares of all pieces but the lane piece, which {@link lookUp} needs. */
export function placePieces(lane: i32, slab: i32, outer: i32, row: i32): void {
  const pieces = pieceCount();
  for (let piece = 0; piece < pieces; piece++) {
    if (piece != lane) store<u8>(pieceSquares() + <usize>piece, <u8>squareOf(piece, slab, outer, row));
  }
}

/** Writes the target's codes to `lookedUp` for the lane squares in `possible`. */
export function lookUp<T>(conversion: usize, lane: i32, possible: u64): void {
  const taken = victim(conversion);
  const moving = mover(conversion);
  const to = landing(conversion) >= 0 ? <u8>landing(conversion) : load<u8>(pieceSquares() + <usize>taken);
  const place = pieceSquares() + <usize>moving;
  if (moving == lane) {
    store<u8>(place, to);
    fillLookedUp<T>(codeAt<T>(conversion));
    return;
  }
  const from = load<u8>(place);
  if (taken != lane) store<u8>(place, to);
  // The piece whose square varies with the lane: the lane piece itself, or the piece that captures it.
  lookUpAlong<T>(conversion, taken == lane ? moving : lane, possible);
  store<u8>(place, from);
}

/** Looks up the codes with the piece `varying` on each of the squares. */
function lookUpAlong<T>(conversion: usize, varying: i32, possible: u64): void {
  if (varying < 0 || lookUpRun<T>(conversion, varying, possible)) return;
  while (possible) {
    const square = <usize>ctz(possible);
    possible &= possible - 1;
    store<u8>(pieceSquares() + <usize>varying, <u8>square);
    put<T>(square, codeAt<T>(conversion));
  }
}

@inline function put<T>(square: usize, code: i32): void {
  if (sizeof<T>() == 1) store<i8>(lookedUp() + square, <i8>code);
  else store<i16>(lookedUp() + (square << 1), <i16>code);
}

function fillLookedUp<T>(code: i32): void {
  const all = v128.splat<T>(<T>code);
  for (let i: usize = 0; i < 64 * sizeof<T>(); i += 16) v128.store(lookedUp() + i, all);
}

/** Corrects the looked-up codes where the double step can be captured en passant. */
export function allowEnPassant(conversion: usize, lane: i32, possible: u64): void {
  const without = plainCodes();
  for (let i = 0; i < passantCount(conversion); i++) {
    memory.copy(without, lookedUp(), 128);
    lookUp<i16>(passantAt(conversion, i), lane, possible);
    for (let square: usize = 0; square < 64; square++) {
      if (!((possible >> square) & 1)) continue;
      const at = square << 1;
      const plain = <i32>load<i16>(without + at);
      const taken = <i32>load<i16>(lookedUp() + at);
      store<i16>(lookedUp() + at, <i16>withCapture(plain, taken, mateInOne(conversion)));
    }
  }
}

/** The code of a position of code `plain` if it also has a capture that leads to a position of code `taken`. */
function withCapture(plain: i32, taken: i32, mateInOne: i32): i32 {
  if (plain == ILLEGAL || taken == ILLEGAL || plain == BARRED) return plain;
  if (taken == MATED) return mateInOne;
  // A capture that the rule set forbids cannot be played, but still counts as a way out of mate.
  if (taken == BARRED) return plain == MATED ? LOST_NOW : plain;
  const distance = unstepped(taken);
  const reply = taken == STALEMATE ? 0 : stepped(distance > 0 ? -1 - distance : -distance);
  if (plain == MATED || plain == LOST_NOW || plain == STALEMATE) return reply;
  return preference(reply) > preference(plain) ? reply : plain;
}

/** Greater for what the side to move prefers. */
@inline function preference(code: i32): i32 {
  const plain = unstepped(code);
  return plain > 0 ? winBase<i16>() - plain : plain < 0 ? -winBase<i16>() - plain : 0;
}

/** Looks up all lane squares if they are one digit of the index, other than the kings'. False, and nothing done, if not. */
function lookUpRun<T>(conversion: usize, varying: i32, possible: u64): bool {
  const last = slots(conversion) - 1;
  if (slotPiece(conversion, 0) == varying || slotPiece(conversion, 1) == varying) return false;
  let slot = 2;
  while (slot <= last && slotPiece(conversion, slot) != varying) slot++;
  if (slot > last) return false;
  store<u8>(pieceSquares() + <usize>varying, 0);
  const entry = kingEntry(conversion);
  if (entry < 0) {
    fillLookedUp<T>(ILLEGAL);
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
  if (stride == 1 && symmetry < 4) {
    const byRanks = ((symmetry & 2) != 0) != (mirror != 0);
    readRun<T>(codes(conversion), index, targetBytes(conversion), (symmetry & 1) != 0, byRanks);
    return true;
  }
  while (possible) {
    const square = <usize>ctz(possible);
    possible &= possible - 1;
    const image = <i32>load<u8>(map + (square ^ <usize>mirror));
    put<T>(square, codeOf<T>(conversion, index + image * stride));
  }
  return true;
}

/** 64 codes in a row, with files or ranks mirrored. */
function readRun<T>(from: usize, index: i32, bytes: i32, byFiles: bool, byRanks: bool): void {
  for (let rank: usize = 0; rank < 8; rank++) {
    const to = lookedUp() + (rank << 3) * sizeof<T>();
    const at = <usize>index + ((byRanks ? 7 - rank : rank) << 3);
    if (sizeof<T>() == 1) {
      let files = v128.load64_zero(from + at);
      if (byFiles) files = i8x16.swizzle(files, i8x16(7, 6, 5, 4, 3, 2, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15));
      v128.store64_lane(to, files, 0);
    } else {
      let files = bytes == 1 ? v128.load_ext<i8>(from + at) : v128.load(from + (at << 1));
      if (byFiles) files = i8x16.swizzle(files, i8x16(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
      v128.store(to, files);
    }
  }
}

@inline function codeOf<T>(conversion: usize, index: i32): i32 {
  return sizeof<T>() == 1 || targetBytes(conversion) == 1
    ? <i32>load<i8>(codes(conversion) + <usize>index)
    : <i32>load<i16>(codes(conversion) + ((<usize>index) << 1));
}

@inline function squareAt(conversion: usize, slot: i32): i32 {
  const piece = slotPiece(conversion, slot);
  return piece >= 0 ? <i32>load<u8>(pieceSquares() + <usize>piece) : -2 - piece;
}

@inline function kingEntry(conversion: usize): i32 {
  const mirror = mirrored(conversion) ? 56 : 0;
  const first = squareAt(conversion, 0) ^ mirror;
  const second = squareAt(conversion, 1) ^ mirror;
  return load<i32>(kingTable(conversion) + ((<usize>(first * 64 + second)) << 2));
}

/** The target's code for the pieces on `pieceSquares`. */
function codeAt<T>(conversion: usize): i32 {
  const entry = kingEntry(conversion);
  if (entry < 0) return ILLEGAL;
  const map = squareMap(entry & 7);
  const mirror = mirrored(conversion) ? 56 : 0;
  let index = (entry >> 3) * kingStride(conversion);
  const count = slots(conversion);
  for (let i = 2; i < count; i++) {
    index += <i32>load<u8>(map + <usize>(squareAt(conversion, i) ^ mirror)) * slotStride(conversion, i);
  }
  return codeOf<T>(conversion, index);
}

/** The lane squares of these numbers that are `wanted`. */
export function lanesWith<T>(numbers: usize, wanted: T): u64 {
  const all = v128.splat<T>(wanted);
  let lanes: u64 = 0;
  for (let i: usize = 0; i < 64 * sizeof<T>(); i += 16) {
    lanes |= (<u64>v128.bitmask<T>(v128.eq<T>(v128.load(numbers + i), all))) << (<u64>(i / sizeof<T>()));
  }
  return lanes;
}
