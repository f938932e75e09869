// What is guessed of a value before it is known, for coding: all cells of a row at once, sixteen at a time. decode.ts works the
// same out for one cell after another. FORMAT.md says what each feature means.
import {
  areListed, BEST, cellRanksOf, codedColor, columnOf, drawOf, guesses, isGuarded, LANE_LAST, MOST_THREATS, ranksOf, ROW_LAST, symbolsOf,
  threats,
} from './memory';
import { nonzero, spread } from './lanes';
import { attackedOf, checked, hangingOf, twins } from './threats';

// Numbers of features. The first CELL_FEATURES are columns by cell.
export const C0: i32 = 0, C1: i32 = 1, C2: i32 = 2, RISE_1: i32 = 3, RISE_2: i32 = 4, AGREEING: i32 = 5, SUPPORT_0: i32 = 6,
  SUPPORT_1: i32 = 7, THREAT: i32 = 8, KIND: i32 = 9, ROW_SLOPE: i32 = 15, LANE_SLOPE: i32 = 16, LIKE_LEFT: i32 = 17,
  LIKE_BELOW: i32 = 18, IN_CHECK: i32 = 19, FITS: i32 = 20, APART_ROW: i32 = 21, LANE_APART: i32 = 22, ROW_FILE: i32 = 26,
  ROW_RANK: i32 = 27, ROW_APART: i32 = 28, STANDING: i32 = 32;
/** Standing pieces that features speak of. */
export const SEEN: i32 = 4;
/** With listed ranks, distances of the lane piece from the first two of them; then comes its own file and rank. */
@inline export function seenByLane(): i32 { return areListed() ? 2 : SEEN; }
export const LANE_FILE: i32 = LANE_APART + 2, LANE_RANK: i32 = LANE_APART + 3;

// Symbols.
export const DRAW: i32 = 3, BETTER: i32 = 4, NO_POSITION: i32 = 4, WORSE: i32 = 13, REACH: i32 = 9, ESCAPED: i32 = 23;
/** Of a capture, in place of the third candidate: it decides nothing. */
export const NO_VALUE: i32 = 2;

// Seven candidates: the rank of the cell a rank below in the row piece's board, a file to its left there, a file to the left and a rank
// below in the lane piece's; the last with the same threats in the lane and in the row; the best quiet move.
/** What a candidate adds to the support of its rank; and what a neighbour with the same threats adds besides. */
export const NEIGHBOUR: i32 = 8, LIKE: i32 = 16, LAST_IN_LANE: i32 = 24, LAST_IN_ROW: i32 = 18, QUIET: i32 = 60;
/** The number of each candidate's feature, -1 for none. */
const kinds = StaticArray.fromArray<i32>([KIND, KIND + 1, -1, KIND + 2, KIND + 3, KIND + 4, KIND + 5]);

/** Which set of columns is filled. */
let set: i32 = 0;
@inline function column(feature: i32, at: i32): usize { return columnOf(set, feature) + at; }

/** v128 by candidate: ranks, weights, supports. */
const RANK = memory.data(7 * 16, 16);
const WEIGHT = memory.data(7 * 16, 16);
const SUPPORT = memory.data(7 * 16, 16);
/** u8 by lane square: candidates that are found cell by cell. */
const IN_LANE = memory.data(64, 16);
const IN_ROW = memory.data(64, 16);

/** Which cells of a row are coded: those that are positions, and no twins. */
@inline export function codedCells(side: i32, a: i32): u64 { return nonzero(ranksOf(side) + (a << 6)) & ~twins(a); }

export function beginSide(side: i32): void {
  set = side;
  memory.fill(LANE_LAST, 0, MOST_THREATS * 64);
}

/** Rows without a position: guesses only. */
export function skipRow(a: i32): void {
  const out = guesses() + (a << 6), zero = i8x16.splat(0), down = a >> 3 != 0, left = (a & 7) != 0;
  for (let i: usize = 0; i < 64; i += 16) {
    const below = down ? v128.load(out + i - 512) : zero, beside = left ? v128.load(out + i - 64) : zero;
    v128.store(out + i, v128.bitselect(beside, below, i8x16.eq(below, zero)));
    v128.store(threats() + (a << 6) + i, i8x16.splat(-1));
  }
}

@inline function saturated(from: v128, to: v128): v128 {
  const most = i8x16.splat(127), middle = i8x16.splat(-128);
  const up = i8x16.min_u(i8x16.sub_sat_u(to, from), most), down = i8x16.min_u(i8x16.sub_sat_u(from, to), most);
  return i8x16.sub(i8x16.add(middle, up), down);
}

/** Fills the columns and symbols of a row's cells. `at`: where they begin. `quiet`: is BEST a candidate? */
export function featureRow(side: i32, a: i32, mask: u64, at: i32, quiet: bool): void {
  const zero = i8x16.splat(0), one = i8x16.splat(1), middle = i8x16.splat(-128);
  const ranks = ranksOf(side) + (a << 6), guess = guesses() + (a << 6), threat = threats() + (a << 6), best = BEST + (a << 6);
  const own = side ? 1 - codedColor() : codedColor(), down = a >> 3 != 0, left = (a & 7) != 0;
  const inCheck = checked(a, own), attacked = attackedOf(a, own), hanging = hangingOf(a, own);
  const attacks = attackedOf(a, 1 - own), hangs = hangingOf(a, 1 - own), exposed = isGuarded() ? 0 : checked(a, 1 - own);
  for (let i = 0; i < 64; i += 16) {
    const check = v128.and(spread(inCheck >> i), one);
    v128.store(column(IN_CHECK, at + i), check);
    const found = v128.or(
      v128.or(v128.or(check, v128.and(spread(exposed >> i), i8x16.splat(32))), v128.and(spread(attacked >> i), i8x16.splat(2))),
      v128.or(v128.and(spread(hanging >> i), i8x16.splat(4)), v128.or(v128.and(spread(attacks >> i), i8x16.splat(8)), v128.and(spread(hangs >> i), i8x16.splat(16)))),
    );
    const rank = v128.load(ranks + i), none = i8x16.eq(rank, zero);
    v128.store(column(THREAT, at + i), found);
    v128.store(threat + i, v128.or(found, none));
    const below = down ? v128.load(guess + i - 512) : zero, beside = left ? v128.load(guess + i - 64) : zero;
    const filled = v128.bitselect(beside, below, i8x16.eq(below, zero));
    v128.store(guess + i, v128.or(rank, v128.and(none, filled)));
  }
  memory.fill(ROW_LAST, 0, MOST_THREATS);
  for (let rest = mask; rest; rest &= rest - 1) {
    const l = <usize>ctz(rest), kind = <usize>load<u8>(threat + l), rank = load<u8>(ranks + l);
    const last = LANE_LAST + (kind << 6) + l;
    store<u8>(IN_LANE + l, load<u8>(last));
    store<u8>(last, rank);
    store<u8>(IN_ROW + l, load<u8>(ROW_LAST + kind));
    store<u8>(ROW_LAST + kind, rank);
  }
  const notFirst = i8x16(0, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1);
  for (let i = 0; i < 64; i += 16) {
    const own = v128.load(threat + i), here = v128.load(guess + i);
    const laneLeft = v128.and(v128.load(guess + i - 1), notFirst);
    const laneBelow = i ? v128.load(guess + i - 8) : shift8(here);
    const likeLaneLeft = v128.and(i8x16.eq(v128.load(threat + i - 1), own), notFirst);
    const likeLaneBelow = i ? i8x16.eq(v128.load(threat + i - 8), own) : v128.and(i8x16.eq(shift8(own), own), secondHalf());
    const likeLeft = left ? i8x16.eq(v128.load(threat + i - 64), own) : zero;
    const likeBelow = down ? i8x16.eq(v128.load(threat + i - 512), own) : zero;
    const below = down ? v128.load(guess + i - 512) : zero, beside = left ? v128.load(guess + i - 64) : zero;
    const move = quiet ? v128.load(best + i) : zero;
    put(0, below, weight(likeBelow));
    put(1, beside, weight(likeLeft));
    put(2, laneLeft, weight(likeLaneLeft));
    put(3, laneBelow, weight(likeLaneBelow));
    put(4, v128.load(IN_LANE + i), i8x16.splat(<i8>LAST_IN_LANE));
    put(5, v128.load(IN_ROW + i), i8x16.splat(<i8>LAST_IN_ROW));
    put(6, move, i8x16.splat(<i8>QUIET));
    addUp(quiet ? 7 : 6);
    // The best supported, then the next two. Of equal ones the earlier candidate.
    let c0 = v128.load(RANK), s0 = v128.load(SUPPORT);
    for (let j: usize = 1; j < 7; j++) {
      const support = v128.load(SUPPORT + (j << 4)), keeps = i8x16.eq(i8x16.max_u(s0, support), s0);
      c0 = v128.bitselect(c0, v128.load(RANK + (j << 4)), keeps);
      s0 = i8x16.max_u(s0, support);
    }
    let c1 = zero, s1 = zero;
    for (let j: usize = 0; j < 7; j++) {
      const rank = v128.load(RANK + (j << 4)), support = v128.andnot(v128.load(SUPPORT + (j << 4)), i8x16.eq(rank, c0));
      v128.store(SUPPORT + (j << 4), support);
      c1 = v128.bitselect(c1, rank, i8x16.eq(i8x16.max_u(s1, support), s1));
      s1 = i8x16.max_u(s1, support);
    }
    let c2 = zero, s2 = zero, agreeing = zero;
    for (let j: usize = 0; j < 7; j++) {
      const rank = v128.load(RANK + (j << 4)), second = i8x16.eq(rank, c1), first = i8x16.eq(rank, c0);
      const support = v128.andnot(v128.load(SUPPORT + (j << 4)), second);
      c2 = v128.bitselect(c2, rank, i8x16.eq(i8x16.max_u(s2, support), s2));
      s2 = i8x16.max_u(s2, support);
      agreeing = i8x16.sub(agreeing, first);
      const kind = unchecked(kinds[<i32>j]);
      if (kind < 0) continue;
      let is = v128.bitselect(one, i8x16.splat(2), second);
      is = v128.bitselect(i8x16.splat(3), is, i8x16.eq(rank, zero));
      v128.store(column(kind, at + i), v128.andnot(is, first));
    }
    const only = i8x16.eq(s1, zero), only2 = i8x16.eq(s2, zero);
    c0 = v128.bitselect(i8x16.splat(<i8>drawOf(side)), c0, i8x16.eq(s0, zero));
    c1 = v128.andnot(c1, only);
    c2 = v128.andnot(c2, only2);
    v128.store(column(C0, at + i), c0);
    v128.store(column(C1, at + i), c1);
    v128.store(column(C2, at + i), c2);
    v128.store(column(AGREEING, at + i), agreeing);
    v128.store(column(SUPPORT_0, at + i), s0);
    v128.store(column(SUPPORT_1, at + i), s1);
    v128.store(column(RISE_1, at + i), v128.bitselect(middle, saturated(c0, c1), only));
    v128.store(column(RISE_2, at + i), v128.bitselect(middle, saturated(c0, c2), only2));
    // If values go on as they do from the diagonal neighbour.
    const corner = down && left ? v128.load(guess + i - 576) : zero;
    const rowSlope = i8x16.sub(i8x16.add(below, beside), i8x16.add(corner, c0));
    v128.store(column(ROW_SLOPE, at + i), down && left ? i8x16.add(rowSlope, middle) : middle);
    const laneCorner = v128.and(i ? v128.load(guess + i - 9) : shift9(here), notFirst);
    v128.store(column(LANE_SLOPE, at + i), i8x16.add(i8x16.sub(i8x16.add(laneLeft, laneBelow), i8x16.add(laneCorner, c0)), middle));
    v128.store(column(LIKE_LEFT, at + i), v128.and(likeLeft, one));
    v128.store(column(LIKE_BELOW, at + i), v128.and(likeBelow, one));
    if (quiet) v128.store(column(FITS, at + i), fitting(guess + i, best + i, left, down, i != 0));
    // The symbol of the value.
    const rank = v128.load(ranks + i), above = i8x16.sub_sat_u(rank, c0), under = i8x16.sub_sat_u(c0, rank), reach = i8x16.splat(<i8>REACH);
    const near = v128.and(i8x16.eq(i8x16.min_u(above, reach), above), i8x16.eq(i8x16.min_u(under, reach), under));
    const near2 = v128.bitselect(i8x16.add(above, i8x16.splat(<i8>BETTER)), i8x16.add(under, i8x16.splat(<i8>WORSE)), i8x16.eq(under, zero));
    let symbol = v128.bitselect(near2, i8x16.splat(<i8>ESCAPED), near);
    symbol = v128.bitselect(i8x16.splat(<i8>DRAW), symbol, i8x16.eq(rank, i8x16.splat(<i8>drawOf(side))));
    if (areListed()) symbol = v128.bitselect(i8x16.splat(<i8>NO_POSITION), symbol, i8x16.eq(rank, one));
    symbol = v128.bitselect(i8x16.splat(2), symbol, i8x16.eq(rank, c2));
    symbol = v128.bitselect(one, symbol, i8x16.eq(rank, c1));
    v128.store(symbolsOf(set) + at + i, v128.andnot(symbol, i8x16.eq(rank, c0)));
    v128.store(cellRanksOf(set) + at + i, rank);
  }
}

@inline function shift8(v: v128): v128 { return i8x16.shuffle(i8x16.splat(0), v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23); }
@inline function shift9(v: v128): v128 { return i8x16.shuffle(i8x16.splat(0), v, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22); }
@inline function secondHalf(): v128 { return i8x16(0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1); }
@inline function weight(like: v128): v128 { return i8x16.add(i8x16.splat(<i8>NEIGHBOUR), v128.and(like, i8x16.splat(<i8>LIKE))); }

@inline function put(j: usize, rank: v128, weight: v128): void {
  v128.store(RANK + (j << 4), rank);
  v128.store(WEIGHT + (j << 4), weight);
}

/** The support of each candidate: the weights of all that have its rank; 0 for none. */
@inline function addUp(count: usize): void {
  for (let j: usize = 0; j < 7; j++) v128.store(SUPPORT + (j << 4), v128.load(WEIGHT + (j << 4)));
  for (let j: usize = 0; j < count; j++) {
    const rank = v128.load(RANK + (j << 4)), weight = v128.load(WEIGHT + (j << 4));
    let support = v128.load(SUPPORT + (j << 4));
    for (let h = j + 1; h < count; h++) {
      const same = i8x16.eq(rank, v128.load(RANK + (h << 4)));
      support = i8x16.add(support, v128.and(same, v128.load(WEIGHT + (h << 4))));
      v128.store(SUPPORT + (h << 4), i8x16.add(v128.load(SUPPORT + (h << 4)), v128.and(same, weight)));
    }
    v128.store(SUPPORT + (j << 4), v128.andnot(support, i8x16.eq(rank, i8x16.splat(0))));
  }
  if (count < 7) v128.store(SUPPORT + 96, i8x16.splat(0));
}

/** How many of the four neighbours have the value of their best quiet move. */
@inline function fitting(guess: usize, best: usize, left: bool, down: bool, inner: bool): v128 {
  let fits = i8x16.splat(0);
  if (left) fits = i8x16.sub(fits, i8x16.eq(v128.load(guess - 64), v128.load(best - 64)));
  if (down) fits = i8x16.sub(fits, i8x16.eq(v128.load(guess - 512), v128.load(best - 512)));
  const notFirst = i8x16(0, -1, -1, -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1);
  fits = i8x16.sub(fits, v128.and(i8x16.eq(v128.load(guess - 1), v128.load(best - 1)), notFirst));
  const below = inner ? i8x16.eq(v128.load(guess - 8), v128.load(best - 8)) : v128.and(i8x16.eq(shift8(v128.load(guess)), shift8(v128.load(best))), secondHalf());
  return i8x16.sub(fits, below);
}
