// The codes of the positions that a conversion leads to, by lane square, in `lookedUp`.
import {
  codes, kingStride, kingTable, landing, mateInOne, mirrored, mover, passantCount, passants, slotPiece, slots, slotStride,
  targetBytes, victim,
} from './conversionRecord';
import { LANE, lookedUp, pieceCount, pieceSquares, plainCodes, roleOf, squareMap } from './frame';
import { squareOf } from './placement';
import { BARRED, ILLEGAL, LOST_NOW, MATED, STALEMATE, stepped, unstepped, WIN_BASE } from './tableCodes';

/** Writes the target's codes to `lookedUp` for the lane squares in `possible`. */
export function lookUp(conversion: usize, slab: i32, outer: i32, row: i32, possible: u64): void {
  const pieces = pieceCount();
  let lane = 0;
  for (let piece = 0; piece < pieces; piece++) {
    if (roleOf(piece) == LANE) lane = piece;
    else store<u8>(pieceSquares() + <usize>piece, <u8>squareOf(piece, slab, outer, row));
  }
  const moving = mover(conversion);
  const taken = victim(conversion);
  const victimSquare = pieceSquares() + <usize>taken;
  if (moving == lane) {
    store<u8>(pieceSquares() + <usize>moving, landing(conversion) >= 0 ? <u8>landing(conversion) : load<u8>(victimSquare));
    fillLookedUp(codeAt(conversion));
    return;
  }
  if (taken != lane) {
    const to = landing(conversion) >= 0 ? <u8>landing(conversion) : load<u8>(victimSquare);
    if (taken >= 0 || landing(conversion) >= 0) store<u8>(pieceSquares() + <usize>moving, to);
  }
  // The piece whose square varies with the lane: the lane piece itself, or the piece that captures it.
  const varying = taken == lane ? moving : lane;
  if (varying < 0) return;
  if (lookUpRun(conversion, varying, possible)) return;
  let rest = possible;
  while (rest) {
    const square = <usize>ctz(rest);
    rest &= rest - 1;
    store<u8>(pieceSquares() + <usize>varying, <u8>square);
    store<i16>(lookedUp() + (square << 1), <i16>codeAt(conversion));
  }
}

function fillLookedUp(code: i32): void {
  for (let i: usize = 0; i < 128; i += 16) v128.store(lookedUp() + i, i16x8.splat(<i16>code));
}

/** Corrects the looked-up codes where the double step can be captured en passant. */
export function allowEnPassant(conversion: usize, slab: i32, outer: i32, row: i32, possible: u64): void {
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
  return plain > 0 ? WIN_BASE - plain : plain < 0 ? -WIN_BASE - plain : 0;
}

/** Looks up all lane squares if they are one digit of the index, other than the kings'. False, and nothing done, if not. */
function lookUpRun(conversion: usize, varying: i32, possible: u64): bool {
  const last = slots(conversion) - 1;
  if (slotPiece(conversion, 0) == varying || slotPiece(conversion, 1) == varying) return false;
  let slot = 2;
  while (slot <= last && slotPiece(conversion, slot) != varying) slot++;
  if (slot > last) return false;
  store<u8>(pieceSquares() + <usize>varying, 0);
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

/** The lane squares whose looked-up code is `code`. */
export function lanesWith(code: i32): u64 {
  const wanted = i16x8.splat(<i16>code);
  let lanes: u64 = 0;
  for (let part: usize = 0; part < 64; part += 8) {
    const equal = i16x8.eq(v128.load(lookedUp() + (part << 1)), wanted);
    lanes |= (<u64>i16x8.bitmask(equal)) << part;
  }
  return lanes;
}
