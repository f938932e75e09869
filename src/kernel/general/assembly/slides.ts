// Slides: steps that a piece repeats, from wherever it stands, until something blocks it.
import { squareCount } from './frame';
import { LANE_BYTES } from './words';

/** A slide as the host writes it: i32 shift; then a word of the squares from which one step stays on the board. */
@inline function slideBytes(): usize { return 8 + LANE_BYTES + (((<usize>squareCount() << 2) + 7) & ~7); }
@inline export function slideCount(slides: usize): i32 { return slides == 0 ? 0 : load<i32>(slides); }
@inline export function slideAt(slides: usize, i: i32): usize { return slides + 8 + <usize>i * slideBytes(); }
@inline export function shiftOf(slide: usize): i32 { return load<i32>(slide); }
@inline export function departures(slide: usize): usize { return slide + 8; }
/** Where a step leads from a square, or -1. */
@inline export function after(slide: usize, square: i32): i32 {
  return <i32>load<i16>(slide + 8 + LANE_BYTES + ((<usize>square) << 1));
}

/** Where a step to a square comes from, or -1. */
@inline export function before(slide: usize, square: i32): i32 {
  return <i32>load<i16>(slide + 8 + LANE_BYTES + ((<usize>(square + squareCount())) << 1));
}
