// The conversions of a row: the best one of each lane square so far, and who has any.
import { NO_CONVERSION } from '../layout';
import { conversionMover, conversionVictim, countsAsAnswer } from './conversion';
import { bestWorths, fifthWord, fourthWord, goalWord, secondWord, seventhWord, sixthWord } from './frame';
import { clear, copy, has, LANE_BYTES, orInto, put } from './words';

@inline export function convertsWord(): usize { return fourthWord(); }
@inline export function capturesWord(): usize { return fifthWord(); }
@inline export function answersWord(): usize { return sixthWord(); }
@inline export function domainWord(): usize { return seventhWord(); }

export function offer(conversion: usize, target: i32, worth: i32, lanes: usize): void {
  for (let at: usize = 0; at < LANE_BYTES; at += 8) {
    for (let rest = load<u64>(lanes + at); rest; rest &= rest - 1) raise((<i32>at << 3) + <i32>ctz(rest), worth);
  }
  note(conversion, target, lanes);
}

export function offerOne(conversion: usize, square: i32, target: i32, worth: i32): void {
  raise(square, worth);
  const one = secondWord();
  clear(one);
  put(one, square);
  note(conversion, target, one);
}

@inline function raise(square: i32, worth: i32): void {
  const at = bestWorths() + (<usize>square << 1);
  if (worth > <i32>load<i16>(at)) store<i16>(at, <i16>worth);
}

export function note(conversion: usize, target: i32, lanes: usize): void {
  orInto(convertsWord(), lanes);
  if (conversionVictim(conversion) >= 0) orInto(capturesWord(), lanes);
  const goal = goalWord(conversionMover(conversion));
  if (goal && countsAsAnswer(conversion) && has(goal, target)) orInto(answersWord(), lanes);
}

// The worth of a code is greater for what the side to move prefers: wins above 0, the quickest uppermost; losses below, the slowest uppermost.
const WORTH_BASE: i32 = 32767;
export const WORTH_AFTER: i16 = 32766;
export const NO_WORTH: i16 = -32768;

/** Its own inverse, but for NO_WORTH. */
@inline export function worthOf(code: i32): i32 {
  return code > 0 ? WORTH_BASE - code : code < 0 ? -WORTH_BASE - code : 0;
}

/** The worth of a move to a position with this code. */
@inline export function worthAfter(code: i32): i32 {
  return code > 0 ? code - <i32>WORTH_AFTER : code < 0 ? code + <i32>WORTH_AFTER : 0;
}

/** Greater for what the side to move prefers, the code of no conversion least. */
@inline export function preference(code: i32): i32 {
  return code == NO_CONVERSION ? <i32>NO_WORTH : worthOf(code);
}

/** Writes the best codes of a word. */
export function writeBest(codes: usize, squares: i32): void {
  for (let square: i32 = 0; square < squares; square += 8) {
    const at = <usize>square << 1;
    const worth = v128.load(bestWorths() + at);
    const zero = i16x8.splat(0);
    const positive = i16x8.sub(i16x8.splat(<i16>WORTH_BASE), worth);
    const negative = i16x8.sub(i16x8.splat(<i16>-WORTH_BASE), worth);
    let code = v128.and(positive, i16x8.gt_s(worth, zero));
    code = v128.or(code, v128.and(negative, i16x8.lt_s(worth, zero)));
    code = v128.bitselect(i16x8.splat(<i16>NO_CONVERSION), code, i16x8.eq(worth, i16x8.splat(NO_WORTH)));
    if (square + 8 <= squares) v128.store(codes + at, code);
    else {
      v128.store(bestWorths() + at, code);
      memory.copy(codes + at, bestWorths() + at, (<usize>(squares - square)) << 1);
    }
  }
}
