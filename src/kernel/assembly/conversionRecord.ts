// A conversion, 192 bytes, as the host lays it out (src/solve/sets/conversionWriter.ts).
/** The piece that moves. */
@inline export function mover(conversion: usize): i32 { return load<i32>(conversion); }
/** The piece that is captured, or -1. */
@inline export function victim(conversion: usize): i32 { return load<i32>(conversion, 4); }
/** The square that the mover goes to if it is the same for all placements, else -1: the victim's. */
@inline export function landing(conversion: usize): i32 { return load<i32>(conversion, 8); }
/** Codes of the target with the opponent to move. */
@inline export function codes(conversion: usize): usize { return <usize>load<u32>(conversion, 12); }
/** Slots of the target. */
@inline export function slots(conversion: usize): i32 { return load<i32>(conversion, 16); }
/** Squares that must be empty besides `landing` (a double step passes over one). */
@inline export function mustBeEmpty(conversion: usize): u64 { return load<u64>(conversion, 24); }
/** i32 x 4096 by the squares of the first two slots (the kings): `place * 8 + symmetry`, negative for none. */
@inline export function kingTable(conversion: usize): usize { return <usize>load<u32>(conversion, 32); }
/** 1 if the target has the colours exchanged: its squares are mirrored. */
@inline export function mirrored(conversion: usize): i32 { return load<i32>(conversion, 36); }
/** En passant captures that this double step allows: their number, and their records, conversions of the other side. */
@inline export function passantCount(conversion: usize): i32 { return load<i32>(conversion, 40); }
@inline export function passants(conversion: usize): usize { return <usize>load<u32>(conversion, 44); }
/** The code of a position whose side to move can mate at once: the double step's if it can be captured with mate. */
@inline export function mateInOne(conversion: usize): i32 { return load<i32>(conversion, 48); }
/** Bytes of the target's codes: 1 or 2. */
@inline export function targetBytes(conversion: usize): i32 { return load<i32>(conversion, 52); }
/** How many codes of the target one place of the kings has. */
@inline export function kingStride(conversion: usize): i32 { return load<i32>(conversion, 56); }
/** Of each slot, 8 bytes from 64: i32 the piece in it, or -2 - square; i32 stride in the index. */
@inline export function slotPiece(conversion: usize, slot: i32): i32 {
  return load<i32>(conversion + 64 + ((<usize>slot) << 3));
}
@inline export function slotStride(conversion: usize, slot: i32): i32 {
  return load<i32>(conversion + 68 + ((<usize>slot) << 3));
}
