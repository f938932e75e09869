// What is guessed of a capture's value from those before in its row, for coding and decoding alike.
import { C0, C1, C2, KIND, RISE_1, RISE_2, ROW_SLOPE } from './features';

/** u8 by square: values so far, and guesses where there is none. */
const FILLED = memory.data(64);
/** The candidates; 0 for none. */
export let c0: i32 = 0;
export let c1: i32 = 0;
let left: i32 = 0;
let below: i32 = 0;
/** The last value that decides something. */
let last: i32 = 0;

export function beginGuesses(): void { last = 0; }

/** Finds the candidates of a square. */
export function guessCapture(o: i32): void {
  left = o & 7 ? load<u8>(FILLED + o - 1) : 0;
  below = o >> 3 ? load<u8>(FILLED + o - 8) : 0;
  c0 = below ? below : left ? left : last;
  c1 = left && left != c0 ? left : last && last != c0 ? last : 0;
  store<u8>(FILLED + o, <u8>c0);
}

/** Notes the value of the square that was guessed last, 0 for none. */
export function noteCapture(o: i32, value: i32): void {
  if (!value) return;
  last = value;
  store<u8>(FILLED + o, <u8>value);
}

/** Writes features to `out`, `apart` bytes apart. `bound`: the least quiet value of the cells that the capture is of. */
export function describeCapture(bound: i32, out: usize, apart: usize): void {
  store<u8>(out + C0 * apart, <u8>c0);
  store<u8>(out + C1 * apart, <u8>c1);
  store<u8>(out + C2 * apart, <u8>bound);
  store<u8>(out + RISE_1 * apart, difference(bound, c0));
  store<u8>(out + RISE_2 * apart, c1 ? difference(c0, c1) : 128);
  store<u8>(out + KIND * apart, agreement(left));
  store<u8>(out + (KIND + 1) * apart, agreement(below));
  store<u8>(out + (KIND + 2) * apart, agreement(last));
  store<u8>(out + ROW_SLOPE * apart, c1 ? difference(bound, c1) : 0);
}

@inline function difference(from: i32, to: i32): u8 { return <u8>max(0, min(255, 128 + to - from)); }
/** Is a neighbour without a value, of another one, or the first candidate? */
@inline function agreement(value: i32): u8 { return value == 0 ? 2 : <u8>(value == c0); }
