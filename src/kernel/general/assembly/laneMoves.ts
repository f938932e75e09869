// Moves of the lane piece, taken back: a word of X holds squares that it may have reached, and is shifted.
import { boardWord, doublings, fifthWord, firstWord, fourthWord, freeWord, occupiedWord, secondWord, thirdWord } from './frame';
import { WORDS } from './lane';
import { departures, shiftOf, slideAt, slideCount } from './slides';
import { andInto, clear, copy, isEmpty, LANE_BYTES, orInto, removeFrom, shift } from './words';

/** Adds to a word of a lane of several what slides and chains have into another. `occupiedWord` has the squares of the other pieces. */
export function addLaneMoves(slides: usize, chains: usize, set: usize, out: usize): void {
  copy(freeWord(), boardWord());
  removeFrom(freeWord(), occupiedWord());
  if (WORDS == 2) addDoubleSlides(slides, set, out);
  else addWideSlides(slides, set, out);
  addChains(chains + 8, load<i32>(chains), set, out);
}

@inline function shiftedPair(words: v128, by: i32): v128 {
  return by >= 0 ? i64x2.shl(words, by) : i64x2.shr_u(words, -by);
}

/**
 * Adds to two rows of lanes of one word what slides and leaps have into two others: an occluded fill in doubling steps (Kogge-Stone).
 * `free`: the squares where nothing else stands.
 */
export function addNarrowPair(slides: usize, chains: usize, set: usize, free: v128, out: usize): void {
  const x = v128.load(set);
  const count = slideCount(slides);
  const steps = doublings();
  let found = v128.load(out);
  for (let i = 0; i < count; i++) {
    const slide = slideAt(slides, i);
    let by = -shiftOf(slide);
    let pass = v128.and(free, v128.load_splat<u64>(departures(slide)));
    let reached = v128.and(pass, shiftedPair(x, by));
    for (let step = 1; step < steps; step++) {
      reached = v128.or(reached, v128.and(pass, shiftedPair(reached, by)));
      pass = v128.and(pass, shiftedPair(pass, by));
      by <<= 1;
    }
    reached = v128.or(reached, v128.and(pass, shiftedPair(reached, by)));
    found = v128.or(found, reached);
  }
  let leap = chains + 8;
  for (let rest = load<i32>(chains, 4); rest > 0; rest--, leap += LEAP_BYTES) {
    const pass = v128.and(free, v128.load_splat<u64>(leap + 16 + 8 + LANE_BYTES));
    found = v128.or(found, v128.and(pass, shiftedPair(x, -load<i32>(leap, 16))));
  }
  v128.store(out, found);
}

const LEAP_BYTES: usize = 16 + 8 + 2 * LANE_BYTES;

/** Adds what chains have into a word that are no leaps. `occupiedWord` has the squares of the other pieces. */
export function addLongChains(chains: usize, set: usize, out: usize): void {
  copy(freeWord(), boardWord());
  removeFrom(freeWord(), occupiedWord());
  const leaps = load<i32>(chains, 4);
  addChains(chains + 8 + <usize>leaps * LEAP_BYTES, load<i32>(chains) - leaps, set, out);
}

@inline export function hasLongChains(chains: usize): bool { return load<i32>(chains) > load<i32>(chains, 4); }

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

/**
 * Adds what chains have into a word. Chains: i32 their number, and that of leaps, which come first: of one link, no law and nothing that must be
 * empty. Each has i32 links, i32 laws (1: over one piece, 2: directly behind it), i32 squares that must be empty; the latter as i32 shifts and
 * words of where they are on the board; then the links, each i32 shift, and two words: the squares from which it is on the board, and from
 * which the piece may stop there.
 */
function addChains(at: usize, count: i32, set: usize, out: usize): void {
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
