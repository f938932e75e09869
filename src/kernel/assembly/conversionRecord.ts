// A conversion, as the host lays it out (../layout.ts).
import {
  CONVERSION_BYTES, CONVERSIONS_BEGIN, KING_STRIDE, KING_TABLE, LANDING, MATE_IN_ONE, MIRRORED, MOVER, MUST_BE_EMPTY, PASSANT_COUNT, PASSANTS,
  SLOT_BYTES, SLOT_PIECES, SLOT_STRIDES, TARGET_BYTES, TARGET_CODES, TARGET_SLOTS, VICTIM,
} from '../layout';

@inline export function conversionAt(list: usize, i: i32): usize {
  return list + CONVERSIONS_BEGIN + <usize>i * CONVERSION_BYTES;
}
@inline export function mover(conversion: usize): i32 { return load<i32>(conversion, MOVER); }
@inline export function victim(conversion: usize): i32 { return load<i32>(conversion, VICTIM); }
@inline export function landing(conversion: usize): i32 { return load<i32>(conversion, LANDING); }
@inline export function codes(conversion: usize): usize { return <usize>load<u32>(conversion, TARGET_CODES); }
@inline export function slots(conversion: usize): i32 { return load<i32>(conversion, TARGET_SLOTS); }
@inline export function mustBeEmpty(conversion: usize): u64 { return load<u64>(conversion, MUST_BE_EMPTY); }
@inline export function kingTable(conversion: usize): usize { return <usize>load<u32>(conversion, KING_TABLE); }
@inline export function mirrored(conversion: usize): i32 { return load<i32>(conversion, MIRRORED); }
@inline export function passantCount(conversion: usize): i32 { return load<i32>(conversion, PASSANT_COUNT); }
@inline export function passantAt(conversion: usize, i: i32): usize {
  return <usize>load<u32>(conversion, PASSANTS) + <usize>i * CONVERSION_BYTES;
}
@inline export function mateInOne(conversion: usize): i32 { return load<i32>(conversion, MATE_IN_ONE); }
@inline export function targetBytes(conversion: usize): i32 { return load<i32>(conversion, TARGET_BYTES); }
@inline export function kingStride(conversion: usize): i32 { return load<i32>(conversion, KING_STRIDE); }
@inline export function slotPiece(conversion: usize, slot: i32): i32 {
  return load<i32>(conversion + SLOT_PIECES + <usize>slot * SLOT_BYTES);
}
@inline export function slotStride(conversion: usize, slot: i32): i32 {
  return load<i32>(conversion + SLOT_STRIDES + <usize>slot * SLOT_BYTES);
}
