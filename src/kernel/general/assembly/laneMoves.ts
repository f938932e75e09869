// Moves of the lane piece, taken back: a word of X holds squares that it may have reached, and is shifted.
import { boardWord, doublings, fifthWord, firstWord, fourthWord, freeWord, occupiedWord, secondWord, thirdWord } from './frame';
import { WORDS } from './lane';
import { departures, shiftOf, slideAt, slideCount } from './slides';
import { andInto, clear, copy, isEmpty, LANE_BYTES, orInto, removeFrom, shift } from './words';

/** Adds to a word what slides and chains have into another. `occupiedWord` has the squares of the other pieces. */
export function addLaneMoves(slides: usize, chains: usize, set: usize, out: usize): void {
  copy(freeWord(), boardWord());
  removeFrom(freeWord(), occupiedWord());
  if (WORDS == 1) addNarrowSlides(slides, load<u64>(set), load<u64>(freeWord()), out);
  else if (WORDS == 2) addDoubleSlides(slides, set, out);
  else addWideSlides(slides, set, out);
  addChains(chains, set, out);
}

@inline function shifted(word: u64, by: i32): u64 { return by >= 0 ? word << (<u64>by) : word >> (<u64>-by); }

/** Slides of lanes of one word: an occluded fill in doubling steps (Kogge-Stone). */
function addNarrowSlides(slides: usize, set: u64, free: u64, out: usize): void {
  const count = slideCount(slides);
  const steps = doublings();
  let found: u64 = 0;
  for (let i = 0; i < count; i++) {
    const slide = slideAt(slides, i);
    let by = -shiftOf(slide);
    let pass = free & load<u64>(departures(slide));
    let reached = pass & shifted(set, by);
    for (let step = 0; step < steps; step++) {
      reached |= pass & shifted(reached, by);
      pass &= shifted(pass, by);
      by <<= 1;
    }
    found |= reached;
  }
  store<u64>(out, load<u64>(out) | found);
}

/** Slides of lanes of two words: one step at a time, as steps are shorter than a word. */
function addDoubleSlides(slides: usize, set: usize, out: usize): void {
  const count = slideCount(slides);
  let found0 = load<u64>(out);
  let found1 = load<u64>(out, 8);
  for (let i = 0; i < count; i++) {
    const slide = slideAt(slides, i);
    const by = -shiftOf(slide);
    const here = departures(slide);
    const pass0 = load<u64>(here) & load<u64>(freeWord());
    const pass1 = load<u64>(here, 8) & load<u64>(freeWord(), 8);
    let a = load<u64>(set);
    let b = load<u64>(set, 8);
    const up = <u64>abs(by);
    const down = 64 - up;
    for (;;) {
      if (by > 0) {
        b = (b << up) | (a >> down);
        a <<= up;
      } else {
        a = (a >> up) | (b << down);
        b >>= up;
      }
      a &= pass0;
      b &= pass1;
      if (!(a | b)) break;
      found0 |= a;
      found1 |= b;
    }
  }
  store<u64>(out, found0);
  store<u64>(out, found1, 8);
}

/** The same for lanes of four words. */
function addWideSlides(slides: usize, set: usize, out: usize): void {
  const count = slideCount(slides);
  let found0 = load<u64>(out);
  let found1 = load<u64>(out, 8);
  let found2 = load<u64>(out, 16);
  let found3 = load<u64>(out, 24);
  for (let i = 0; i < count; i++) {
    const slide = slideAt(slides, i);
    const by = -shiftOf(slide);
    const here = departures(slide);
    const pass0 = load<u64>(here) & load<u64>(freeWord());
    const pass1 = load<u64>(here, 8) & load<u64>(freeWord(), 8);
    const pass2 = load<u64>(here, 16) & load<u64>(freeWord(), 16);
    const pass3 = load<u64>(here, 24) & load<u64>(freeWord(), 24);
    let a = load<u64>(set);
    let b = load<u64>(set, 8);
    let c = load<u64>(set, 16);
    let d = load<u64>(set, 24);
    const up = <u64>abs(by);
    const down = 64 - up;
    for (;;) {
      if (by > 0) {
        d = (d << up) | (c >> down);
        c = (c << up) | (b >> down);
        b = (b << up) | (a >> down);
        a <<= up;
      } else {
        a = (a >> up) | (b << down);
        b = (b >> up) | (c << down);
        c = (c >> up) | (d << down);
        d >>= up;
      }
      a &= pass0;
      b &= pass1;
      c &= pass2;
      d &= pass3;
      if (!(a | b | c | d)) break;
      found0 |= a;
      found1 |= b;
      found2 |= c;
      found3 |= d;
    }
  }
  store<u64>(out, found0);
  store<u64>(out, found1, 8);
  store<u64>(out, found2, 16);
  store<u64>(out, found3, 24);
}

/** Chains: i32 their number; each i32 links, i32 laws (1: over one piece, 2: directly behind it), i32 squares that must be empty; the
 * latter as i32 shifts and words of where they are on the board; then the links, each i32 shift, and two words: the squares from which it
 * is on the board, and from which the piece may stop there. */
function addChains(chains: usize, set: usize, out: usize): void {
  let at = chains;
  let count = load<i32>(at);
  at += 8;
  const none = firstWord();
  const one = secondWord();
  const moved = thirdWord();
  const met = fourthWord();
  const last = fifthWord();
  for (; count > 0; count--) {
    const links = load<i32>(at);
    const hop = load<i32>(at, 4);
    const lame = load<i32>(at, 8);
    at += 16;
    copy(none, freeWord());
    for (let i = 0; i < lame; i++, at += 8 + LANE_BYTES) {
      shift(met, occupiedWord(), -load<i32>(at));
      andInto(met, at + 8);
      removeFrom(none, met);
    }
    clear(one);
    clear(last);
    let open = true;
    for (let i = 0; i < links; i++, at += 8 + 2 * LANE_BYTES) {
      if (!open) continue;
      const by = -load<i32>(at);
      shift(moved, set, by);
      andInto(moved, at + 8 + LANE_BYTES);
      andInto(moved, hop == 0 ? none : hop == 1 ? one : last);
      orInto(out, moved);
      // What stands on this square stops the piece, or is what it passes over.
      shift(met, occupiedWord(), by);
      andInto(met, at + 8);
      if (hop == 0) removeFrom(none, met);
      else {
        copy(last, met);
        andInto(last, none);
        removeFrom(one, met);
        orInto(one, last);
        removeFrom(none, met);
      }
      open = !isEmpty(none) || !isEmpty(one);
    }
  }
}
