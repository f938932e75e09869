// A code of a table is a number from the point of view of the side to move: d > 0 won in distance d, 0 drawn, -1 - d lost in
// distance d, and the four below. A distance is (plies + 1) / 2, rounded down. Codes are i8, or i16 if the distances of a
// table need that; then those that would fall on the four or beyond are STEP further out.

export const ILLEGAL: i32 = -128;
/** The rule set forbids moving here, though the pieces can. */
export const BARRED: i32 = 127;
/** Drawn because there is no move. */
export const STALEMATE: i32 = 126;
/** Lost in distance 0 by what the rule set calls mate. */
export const MATED: i32 = -127;
/** Lost in distance 0. */
export const LOST_NOW: i32 = -1;
/** The greatest and the least code short of the four. */
export const MOST_WON: i32 = 125;
export const MOST_LOST: i32 = -126;
export const STEP: i32 = 4;

/** A win is worth this less its distance, a loss the negative of that: in as many bits as the codes that are compared. */
@inline export function winBase<T>(): i32 { return sizeof<T>() == 1 ? 127 : 16384; }

/** A code as if it had no STEP. */
@inline export function unstepped(code: i32): i32 {
  return code > BARRED ? code - STEP : code < ILLEGAL ? code + STEP : code;
}

@inline export function stepped(code: i32): i32 {
  return code > MOST_WON ? code + STEP : code < MOST_LOST ? code - STEP : code;
}

/** As many bits of a word as T has lanes, from `part` on, as 0 or -1. */
@inline export function spread<T>(bits: u64, part: usize): v128 {
  if (sizeof<T>() == 2) {
    const byte = i16x8.splat(<i16>((bits >> (<u64>part)) & 0xff));
    const select = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
    return i16x8.eq(v128.and(byte, select), select);
  }
  const select = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const pair = i8x16.swizzle(
    i64x2.splat(<i64>((bits >> (<u64>part)) & 0xffff)),
    i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
  );
  return i8x16.eq(v128.and(pair, select), select);
}
