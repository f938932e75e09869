// What is guessed of a value before it is decoded: the cells of a plane in order, each with its features, which lead down a
// tree to a leaf, a distribution of symbols. Coding, decoding and sampling are the same walk.
import { decodeEscape, decodeSymbol, isSound, record, recordEscape } from './rans';
import {
  BEST, CELLS, drawRank, FEATURE, FEATURES, firstSide, GUESS, LANE_FEATURES, LANE_LAST, laneSlot, menCount, NODES, RANKS, ROOTS,
  ROW_LAST, rowSlot, samplePhase, SAMPLES, sampleStep, squareOf, STATES, THREAT_FEATURES, THREATS, TWINS,
} from './memory';
import { findBest, NOWHERE, survey, TWIN } from './plane';

export const DECODE: i32 = 0;
export const ENCODE: i32 = 1;
export const SAMPLE: i32 = 2;

// Symbols: one of the first candidates, a draw, or a number of ranks better or worse than the first.
const DRAW: i32 = 3;
const FOURTH: i32 = 4;
const BETTER: i32 = 4;
const WORSE: i32 = 13;
const REACH: i32 = 9;
/** None of these: the rank follows. */
export const ESCAPE: i32 = 23;

// Features, in groups of eight that are written together where they can be.
const NEIGHBOURS: i32 = 0, THREAT: i32 = 8, LANE: i32 = 16, EQUAL: i32 = 24, RANK_0: i32 = 25, RANK_1: i32 = 26;
const RISE_1: i32 = 27, RISE_2: i32 = 28, CANDIDATES: i32 = 29, BEST_MOVE: i32 = 30, APART: i32 = 31, FITS: i32 = 32;
const ROW: i32 = 36, STANDING: i32 = 42;
const SYMBOL: i32 = 62, SECOND: i32 = 63;
/** In place of a node's feature. */
const LEAF: i32 = 0xffff;

/** u16 x 8: the candidates of a cell, in order of trust. The last stays 0. */
const ORDER = memory.data(16, 16);
let samples: i32 = 0;
/** Values to pass before the next sample. */
let passing: i32 = 0;

/** Both sides of a plane. False if there are values where the rules have no position, or invalid symbols. */
export function walkPlane(mode: i32): bool {
  samples = 0;
  passing = samplePhase();
  survey();
  if (mode == DECODE) memory.fill(RANKS, 0, 2 * CELLS * 2);
  const first = firstSide();
  if (!walkSide(first, 0, mode)) return false;
  findBest(1 - first);
  return walkSide(1 - first, 1, mode);
}

export function samplesTaken(): i32 { return samples; }

@inline function feature(at: i32, value: i32): void {
  store<i16>(FEATURE + (at << 1), <i16>value);
}

@inline function apart(a: i32, b: i32): i32 {
  return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)));
}

/** The first of the candidates that are left; 0 where there is none. */
@inline function candidate(rest: i32): i32 {
  return load<u16>(ORDER + (ctz(rest | 0x80) << 1));
}

@inline function guess(cell: i32): i32 {
  return load<u16>(GUESS + (cell << 1));
}

/** Do the same pieces hang? */
@inline function alike(at: usize, threat: i32): i32 {
  return <i32>(<i32>load<u8>(at) == threat);
}

/** Votes of a set of candidates: neighbours with the same pieces hanging count three times as much as others. */
@inline function votes(set: i32, like: i32): i32 {
  return load<u8>(VOTES + (set & 127)) + (load<u8>(VOTES + (set & like)) << 1);
}

/** Was the best move within the plane all that there was to a cell? */
@inline function fits(cell: i32): i32 {
  return <i32>(load<u16>(BEST + (cell << 1)) == load<u16>(GUESS + (cell << 1)));
}

function walkSide(side: i32, second: i32, mode: i32): bool {
  const ranks = RANKS + side * CELLS * 2, states = STATES + side * CELLS, threats = THREATS + side * CELLS;
  const root = load<i32>(ROOTS + (second << 2));
  const row = rowSlot(), lane = laneSlot(), men = menCount(), draw = drawRank();
  memory.fill(LANE_LAST, 0, 64 * 64);
  memory.fill(FEATURE, 0, FEATURES * 2);
  feature(SECOND, second);
  prepareFeatures();
  for (let a = 0; a < 64; a++) {
    memory.fill(ROW_LAST, 0, 64);
    feature(ROW, a & 7);
    feature(ROW + 1, a >> 3);
    let standing = ROW + 2;
    for (let slot = 0; slot < men; slot++) {
      if (slot != row && slot != lane) feature(standing++, apart(a, squareOf(slot)));
    }
    for (let l = 0; l < 64; l++) {
      const cell = a << 6 | l;
      const state = load<u8>(states + cell);
      const left = l & 7 ? guess(cell - 1) : 0, below = l >> 3 ? guess(cell - 8) : 0;
      const rowLeft = a & 7 ? guess(cell - 64) : 0, rowBelow = a >> 3 ? guess(cell - 512) : 0;
      if (state == NOWHERE) {
        if (mode != DECODE && load<u16>(ranks + (cell << 1))) return false;
        const filled = rowBelow ? rowBelow : rowLeft ? rowLeft : below ? below : left;
        store<u16>(GUESS + (cell << 1), <u16>filled);
        continue;
      }
      const threat = <i32>load<u8>(threats + cell);
      const rowLast = ROW_LAST + (threat << 1), laneLast = LANE_LAST + ((l << 5 | threat) << 1);
      let rank: i32;
      if (state == TWIN) {
        const twin = <i32>load<u16>(TWINS + (cell << 1));
        rank = load<u16>(ranks + (twin << 1));
        if (mode == DECODE) store<u16>(ranks + (cell << 1), <u16>rank);
        else if (<i32>load<u16>(ranks + (cell << 1)) != rank) return false;
      } else {
        const best = second ? <i32>load<u16>(BEST + (cell << 1)) : 0;
        let order = i16x8.splat(0);
        order = i16x8.replace_lane(order, 0, <i16>best);
        order = i16x8.replace_lane(order, 1, <i16>load<u16>(laneLast));
        order = i16x8.replace_lane(order, 2, <i16>rowBelow);
        order = i16x8.replace_lane(order, 3, <i16>load<u16>(rowLast));
        order = i16x8.replace_lane(order, 4, <i16>below);
        order = i16x8.replace_lane(order, 5, <i16>rowLeft);
        order = i16x8.replace_lane(order, 6, <i16>left);
        v128.store(ORDER, order);
        // Without branches: the last of the eight is 0, and found where there are no more candidates.
        const nothing = i16x8.eq(order, i16x8.splat(0));
        let rest = ~i16x8.bitmask(nothing) & 0x7f;
        let c0 = candidate(rest);
        let same0 = i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c0)));
        rest &= ~same0;
        let c1 = candidate(rest);
        const same1 = i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c1)));
        rest &= ~same1;
        let c2 = candidate(rest);
        const same2 = i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c2)));
        rest &= ~same2;
        const c3 = candidate(rest);
        rest &= ~i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c3)));
        const count = <i32>(c0 != 0) + <i32>(c1 != 0) + <i32>(c2 != 0) + <i32>(c3 != 0) + popcnt(rest);
        // The best supported comes first.
        const like = (l & 7 ? alike(threats + cell - 1, threat) << 6 : 0) | (l >> 3 ? alike(threats + cell - 8, threat) << 4 : 0)
          | (a & 7 ? alike(threats + cell - 64, threat) << 5 : 0) | (a >> 3 ? alike(threats + cell - 512, threat) << 2 : 0);
        const votes0 = votes(same0, like), votes1 = c1 ? votes(same1, like) : -1, votes2 = c2 ? votes(same2, like) : -1;
        if (votes1 > votes0 && votes1 >= votes2) {
          const second = c1;
          c1 = c0;
          c0 = second;
          same0 = same1;
        } else if (votes2 > votes0) {
          const third = c2;
          c2 = c1;
          c1 = c0;
          c0 = third;
          same0 = same2;
        }
        const agreeing = c0 ? popcnt(same0 & 0x7e) : 0;
        c0 = c0 ? c0 : draw;
        // 0 as the first candidate, 1 as the second, 3 missing, 2 another.
        const equals0 = i16x8.eq(order, i16x8.splat(<i16>c0)), equals1 = i16x8.eq(order, i16x8.splat(<i16>c1));
        let kinds = v128.bitselect(i16x8.splat(3), i16x8.splat(2), nothing);
        kinds = v128.bitselect(i16x8.splat(1), kinds, v128.andnot(equals1, nothing));
        v128.store(FEATURE + NEIGHBOURS * 2, v128.andnot(kinds, equals0));
        v128.store(FEATURE + THREAT * 2, v128.load(THREAT_FEATURES + (threat << 4)));
        v128.store(FEATURE + LANE * 2, v128.load(LANE_FEATURES + (l << 4)));
        feature(EQUAL, agreeing);
        feature(RANK_0, c0);
        feature(RANK_1, c1);
        feature(RISE_1, c1 ? c1 - c0 : 0);
        feature(RISE_2, c2 ? c2 - c0 : 0);
        feature(CANDIDATES, count);
        feature(APART, apart(a, l));
        if (second) {
          feature(BEST_MOVE, best);
          feature(FITS, l & 7 ? fits(cell - 1) : 2);
          feature(FITS + 1, l >> 3 ? fits(cell - 8) : 2);
          feature(FITS + 2, a & 7 ? fits(cell - 64) : 2);
          feature(FITS + 3, a >> 3 ? fits(cell - 512) : 2);
        }
        if (mode == DECODE) {
          const symbol = decodeSymbol(leafOf(root));
          if (symbol == 0) rank = c0;
          else if (symbol == 1) rank = c1;
          else if (symbol == 2) rank = c2;
          else if (symbol == DRAW) rank = draw;
          else if (symbol == FOURTH) rank = c3;
          else if (symbol == ESCAPE) rank = decodeEscape(second);
          else rank = symbol > WORSE ? c0 - (symbol - WORSE) : c0 + (symbol - BETTER);
          if (!isSound(rank)) return false;
          store<u16>(ranks + (cell << 1), <u16>rank);
        } else {
          rank = load<u16>(ranks + (cell << 1));
          if (!rank) return false;
          const rise = rank - c0;
          let symbol = ESCAPE;
          if (rank == c0) symbol = 0;
          else if (rank == c1) symbol = 1;
          else if (rank == c2) symbol = 2;
          else if (rank == draw) symbol = DRAW;
          else if (rank == c3) symbol = FOURTH;
          else if (abs(rise) <= REACH) symbol = rise > 0 ? BETTER + rise : WORSE - rise;
          if (mode == SAMPLE) take(symbol, rank);
          else if (record(leafOf(root), symbol)) {
            if (!recordEscape(second, rank)) return false;
          }
        }
      }
      store<u16>(GUESS + (cell << 1), <u16>rank);
      store<u16>(rowLast, <u16>rank);
      store<u16>(laneLast, <u16>rank);
    }
  }
  return true;
}

/** By candidate. */
const VOTE = memory.data<u8>([40, 8, 8, 6, 8, 8, 8]);
/** u8 by set of candidates: the sum of their votes. */
const VOTES = memory.data(128);

/** Writes the features that are the same for all of a plane, and makes tables of others. */
function prepareFeatures(): void {
  for (let set = 0; set < 128; set++) {
    let sum: u8 = 0;
    for (let i = 0; i < 7; i++) if (set >> i & 1) sum += load<u8>(VOTE + i);
    store<u8>(VOTES + set, sum);
  }
  for (let threat = 0; threat < 32; threat++) {
    const at = THREAT_FEATURES + (threat << 4);
    store<i16>(at, <i16>threat);
    for (let i = 0; i < 5; i++) store<i16>(at + 2 + (i << 1), <i16>(threat >> i & 1));
  }
  let standing = 0;
  for (let slot = 0, men = menCount(); slot < men; slot++) {
    if (slot == rowSlot() || slot == laneSlot()) continue;
    const square = squareOf(slot);
    feature(STANDING + 2 * standing, square & 7);
    feature(STANDING + 2 * standing + 1, square >> 3);
    for (let l = 0; l < 64; l++) store<i16>(LANE_FEATURES + (l << 4) + 4 + (standing << 1), <i16>apart(l, square));
    standing++;
  }
  for (let l = 0; l < 64; l++) {
    store<i16>(LANE_FEATURES + (l << 4), <i16>(l & 7));
    store<i16>(LANE_FEATURES + (l << 4) + 2, <i16>(l >> 3));
  }
}

/** Down the tree. A node leads on to later ones only, so that every way ends (the host has seen to that). */
@inline function leafOf(root: i32): i32 {
  let node: usize = NODES + (root << 3), at: i32;
  while ((at = load<u16>(node)) != LEAF) {
    const value = <i32>load<i16>(FEATURE + (at << 1)), threshold = <i32>load<i16>(node, 2);
    const above: usize = value > threshold ? 1 : 0;
    node = NODES + (<usize>load<u16>(node + (above << 1), 4) << 3);
  }
  return load<u16>(node, 4);
}

function take(symbol: i32, rank: i32): void {
  if (passing-- > 0) return;
  passing = sampleStep() - 1;
  const at = SAMPLES + samples++ * FEATURES * 2;
  memory.copy(at, FEATURE, FEATURES * 2);
  store<i16>(at, <i16>symbol, SYMBOL * 2);
  store<i16>(at, <i16>rank, (SYMBOL - 1) * 2);
}
