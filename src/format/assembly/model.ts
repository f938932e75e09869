// What is guessed of a value before it is known: the cells of a plane in order, each with its features, which lead down a
// tree to a leaf, a distribution of symbols. Coding, decoding and sampling are the same walk.
import { decodeEscape, decodeSymbol, isSound, record, recordEscape } from './rans';
import {
  BEST, CELLS, drawRank, FEATURE, FEATURES, firstSide, GUESS, LANE_LAST, laneSlot, menCount, NODES, RANKS, ROOTS,
  ROW_LAST, rowSlot, SAMPLES, squareOf, STATES, THREATS, TWINS,
} from './memory';
import { findBest, NOWHERE, survey, TWIN } from './plane';

export const DECODE: i32 = 0;
export const ENCODE: i32 = 1;
export const SAMPLE: i32 = 2;

// Symbols: one of the first candidates, a draw, or so many ranks better or worse than the first.
const DRAW: i32 = 3;
const FOURTH: i32 = 4;
const BETTER: i32 = 4;
const WORSE: i32 = 13;
const REACH: i32 = 9;
/** None of these: the rank follows. */
export const ESCAPE: i32 = 23;

// Features.
const EQUAL: i32 = 0, NEIGHBOURS: i32 = 1, RANK_0: i32 = 7, RANK_1: i32 = 8, RISE_1: i32 = 9, RISE_2: i32 = 10;
const CANDIDATES: i32 = 11, THREAT: i32 = 12, THREAT_BITS: i32 = 13, LANE_FILE: i32 = 18, LANE_RANK: i32 = 19;
const ROW_FILE: i32 = 20, ROW_RANK: i32 = 21, APART: i32 = 22, FITS: i32 = 23, BEST_MOVE: i32 = 27, STANDING: i32 = 28;
const SYMBOL: i32 = 62, SECOND: i32 = 63;
/** In place of a node's feature. */
const LEAF: i32 = 0xffff;

/** u16 x 8: the candidates of a cell, in order of trust. The last stays 0. */
const ORDER = memory.data(16, 16);
let samples: i32 = 0;

/** Both sides of a plane. False where there are values elsewhere than the rules have positions, or symbols are none. */
export function walkPlane(mode: i32): bool {
  samples = 0;
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

@inline function guess(cell: i32): i32 {
  return load<u16>(GUESS + (cell << 1));
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
  let standing = 0;
  for (let slot = 0; slot < men; slot++) {
    if (slot == row || slot == lane) continue;
    feature(STANDING + 4 * standing, squareOf(slot) & 7);
    feature(STANDING + 4 * standing++ + 1, squareOf(slot) >> 3);
  }
  for (let a = 0; a < 64; a++) {
    memory.fill(ROW_LAST, 0, 64);
    feature(ROW_FILE, a & 7);
    feature(ROW_RANK, a >> 3);
    standing = 0;
    for (let slot = 0; slot < men; slot++) {
      if (slot != row && slot != lane) feature(STANDING + 4 * standing++ + 2, apart(a, squareOf(slot)));
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
        store<u16>(ORDER, second ? load<u16>(BEST + (cell << 1)) : 0);
        store<u16>(ORDER, load<u16>(laneLast), 2);
        store<u16>(ORDER, <u16>rowBelow, 4);
        store<u16>(ORDER, load<u16>(rowLast), 6);
        store<u16>(ORDER, <u16>below, 8);
        store<u16>(ORDER, <u16>rowLeft, 10);
        store<u16>(ORDER, <u16>left, 12);
        const order = v128.load(ORDER);
        let rest = ~i16x8.bitmask(i16x8.eq(order, i16x8.splat(0))) & 0x7f;
        const missing = ~rest;
        let c0 = draw, c1 = 0, c2 = 0, c3 = 0, same0 = 0, same1 = 0, count = 0;
        if (rest) {
          c0 = load<u16>(ORDER + (ctz(rest) << 1));
          same0 = i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c0)));
          rest &= ~same0;
          count = 1;
          if (rest) {
            c1 = load<u16>(ORDER + (ctz(rest) << 1));
            same1 = i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c1)));
            rest &= ~same1;
            count = 2;
            if (rest) {
              c2 = load<u16>(ORDER + (ctz(rest) << 1));
              rest &= ~i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c2)));
              count = 3;
              if (rest) {
                c3 = load<u16>(ORDER + (ctz(rest) << 1));
                rest &= ~i16x8.bitmask(i16x8.eq(order, i16x8.splat(<i16>c3)));
                count = 4 + popcnt(rest);
              }
            }
          }
        }
        feature(EQUAL, popcnt(same0 & 0x7e));
        for (let i = 1; i < 7; i++) {
          const kind = same0 >> i & 1 ? 0 : same1 >> i & 1 ? 1 : missing >> i & 1 ? 3 : 2;
          feature(NEIGHBOURS - 1 + i, kind);
        }
        feature(RANK_0, c0);
        feature(RANK_1, c1);
        feature(RISE_1, c1 ? c1 - c0 : 0);
        feature(RISE_2, c2 ? c2 - c0 : 0);
        feature(CANDIDATES, count);
        feature(THREAT, threat);
        for (let i = 0; i < 5; i++) feature(THREAT_BITS + i, threat >> i & 1);
        feature(LANE_FILE, l & 7);
        feature(LANE_RANK, l >> 3);
        feature(APART, apart(a, l));
        standing = 0;
        for (let slot = 0; slot < men; slot++) {
          if (slot != row && slot != lane) feature(STANDING + 4 * standing++ + 3, apart(l, squareOf(slot)));
        }
        if (second) {
          feature(FITS, l & 7 ? fits(cell - 1) : 2);
          feature(FITS + 1, l >> 3 ? fits(cell - 8) : 2);
          feature(FITS + 2, a & 7 ? fits(cell - 64) : 2);
          feature(FITS + 3, a >> 3 ? fits(cell - 512) : 2);
          feature(BEST_MOVE, load<u16>(BEST + (cell << 1)));
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
  const at = SAMPLES + samples++ * FEATURES * 2;
  memory.copy(at, FEATURE, FEATURES * 2);
  store<i16>(at, <i16>symbol, SYMBOL * 2);
  store<i16>(at, <i16>rank, (SYMBOL - 1) * 2);
}
