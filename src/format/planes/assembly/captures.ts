// What the other side's captures are worth, where its pieces all go through the plane. When one of them takes a standing piece, it
// stands there itself: the value depends on the square of the other piece only. So each pair of capturer and captured piece is a
// row of 64 values, which decide thousands of cells. A capture's value is only known from below: it is the least of the values
// of all cells in which it is possible, and free where all of these are explained by quiet moves.
import { attackedUnless, attacks, laneAttackers } from './movements';
import {
  BEST, between, bit, CAPTURES, codedColor, colorOf, isRoyal, laneSlot, menCount, MOST_CAPTURES, ranksOf, rowSlot, squareOf,
  standsStill,
} from './memory';
import { nonzero, spread } from './lanes';
import { barred, LOST, MATED, stuckOf } from './ranks';
import { checked, legal, standing } from './threats';

export const BY_ROW: i32 = 0, BY_LANE: i32 = 1;

let count: i32 = 0;
export function captureCount(): i32 { return count; }

// A row of captures: which piece takes, the slot of the one that is taken, squares of the other piece where there is a value;
// values, whether they are needed, and the least quiet value of their cells, 64 bytes each.
@inline export function captureAt(i: i32): usize { return CAPTURES + (i << 8); }
@inline export function capturer(at: usize): i32 { return load<u8>(at); }
@inline export function captured(at: usize): i32 { return load<u8>(at, 1); }
@inline export function captureMask(at: usize): u64 { return load<u64>(at, 8); }
@inline export function captureValues(at: usize): usize { return at + 64; }
@inline export function captureNeeds(at: usize): usize { return at + 128; }
@inline export function quietBounds(at: usize): usize { return at + 192; }
/** Captures by the row piece, then by the lane piece, of each standing piece. */
@inline export function captureClass(at: usize): i32 { return capturer(at) << 3 | captured(at); }

/** Finds the rows of captures from the other side's ranks (any that are not 0 will do for the masks) and from BEST. */
export function findCaptures(): void {
  count = 0;
  const lane = laneSlot(), laneHelps = colorOf(lane) != codedColor();
  for (let slot = 0, men = menCount(); slot < men; slot++) {
    if (!standsStill(slot) || colorOf(slot) != codedColor() || isRoyal(slot)) continue;
    takeByRow(slot);
    if (laneHelps) takeByLane(slot);
  }
}

function begin(by: i32, slot: i32): usize {
  const at = captureAt(count);
  store<u8>(at, <u8>by);
  store<u8>(at, <u8>slot, 1);
  memory.fill(captureValues(at), 255, 64);
  memory.fill(captureNeeds(at), 0, 64);
  memory.fill(quietBounds(at), 255, 64);
  return at;
}

function end(at: usize, mask: u64): void {
  store<u64>(at, mask, 8);
  if (mask && count < MOST_CAPTURES - 1) count++;
}

/** Lane squares where the row piece may take from `a` on `q`. */
@inline function openLanes(a: i32, q: i32): u64 { return attackedUnless(rowSlot(), a, q, standing) & ~bit(a); }

function takeByRow(slot: i32): void {
  const q = squareOf(slot), row = rowSlot(), left = standing & ~bit(q);
  // With the row piece, a king, on the captured one's square, it must not be attacked.
  let bad = standing;
  for (let other = 0, men = menCount(); other < men; other++) {
    if (other == slot || colorOf(other) != codedColor()) continue;
    if (other == laneSlot()) bad |= laneAttackers(q, left);
    else bad |= attackedUnless(other, squareOf(other), q, left);
  }
  const at = begin(BY_ROW, slot), values = captureValues(at), needs = captureNeeds(at), bounds = quietBounds(at);
  const zero = i8x16.splat(0);
  let mask: u64 = 0;
  for (let a = 0; a < 64; a++) {
    if (standing & bit(a) || between(row, a, q) & standing) continue;
    const open = openLanes(a, q), ranks = ranksOf(1) + (a << 6), best = BEST + (a << 6);
    for (let i = 0; i < 64; i += 16) {
      const rank = v128.load(ranks + i), quiet = v128.load(best + i);
      const no = v128.or(i8x16.eq(rank, zero), v128.not(spread(open >> i)));
      mask |= <u64>i8x16.bitmask(v128.not(no)) << i;
      v128.store(values + i, i8x16.min_u(v128.load(values + i), v128.or(rank, no)));
      v128.store(bounds + i, i8x16.min_u(v128.load(bounds + i), v128.or(quiet, no)));
      const more = v128.andnot(v128.not(i8x16.eq(i8x16.max_u(quiet, rank), quiet)), no);
      v128.store(needs + i, v128.or(v128.load(needs + i), more));
    }
  }
  end(at, mask & ~bad);
}

/** Lane squares from which the lane piece may take on `q`, with the row piece on `a`. */
@inline function takersOf(a: i32, q: i32): u64 { return laneAttackers(q, (standing & ~bit(q)) | bit(a)) & ~(standing | bit(a)); }

function takeByLane(slot: i32): void {
  const q = squareOf(slot);
  let bad = standing;
  for (let other = 0, men = menCount(); other < men; other++) {
    if (other == slot || !standsStill(other) || colorOf(other) != codedColor()) continue;
    // The lane piece on the captured one's square is in the way just as that was.
    bad |= attacks(other, squareOf(other), standing);
  }
  const at = begin(BY_LANE, slot), values = captureValues(at), needs = captureNeeds(at), bounds = quietBounds(at);
  let mask: u64 = 0;
  for (let rest = ~bad; rest; rest &= rest - 1) {
    const a = <i32>ctz(rest), ranks = ranksOf(1) + (a << 6), best = BEST + (a << 6);
    let least = 256, bound = 255, need: u8 = 0;
    for (let from = takersOf(a, q); from; from &= from - 1) {
      const l = <usize>ctz(from), rank = <i32>load<u8>(ranks + l), quiet = <i32>load<u8>(best + l);
      if (!rank) continue;
      least = min(least, rank);
      bound = min(bound, quiet);
      if (rank > quiet) need = 255;
    }
    if (least == 256) continue;
    mask |= bit(a);
    store<u8>(values + a, <u8>least);
    store<u8>(bounds + a, <u8>bound);
    store<u8>(needs + a, need);
  }
  end(at, mask);
}

/** Raises BEST to what captures are worth: then it has the other side's values, and 0 where it has no move. */
export function applyCaptures(): void {
  for (let i = 0; i < count; i++) {
    const at = captureAt(i), q = squareOf(captured(at)), mask = captureMask(at), values = captureValues(at);
    if (capturer(at) == BY_ROW) {
      for (let l: usize = 0; l < 64; l += 16) v128.store(values + l, v128.and(v128.load(values + l), spread(mask >> l)));
      for (let a = 0; a < 64; a++) {
        if (standing & bit(a) || between(rowSlot(), a, q) & standing) continue;
        const open = openLanes(a, q), best = BEST + (a << 6);
        for (let l: usize = 0; l < 64; l += 16) {
          const value = v128.and(v128.load(values + l), spread(open >> l));
          v128.store(best + l, i8x16.max_u(v128.load(best + l), value));
        }
      }
      continue;
    }
    for (let rest = mask; rest; rest &= rest - 1) {
      const a = <i32>ctz(rest), value = load<u8>(values + a), best = BEST + (a << 6);
      if (!value) continue;
      for (let from = takersOf(a, q); from; from &= from - 1) {
        const cell = best + <usize>ctz(from);
        if (value > load<u8>(cell)) store<u8>(cell, value);
      }
    }
  }
}

/**
 * What a side without an allowed move has: attacked and without a move at all it is mated; it has lost if its moves are forbidden,
 * or the other side could mate if it were to move; else it is stuck.
 */
export function settleStuck(): void {
  const color = 1 - codedColor(), mates = i8x16.splat(<i8>barred(0)), lost = i8x16.splat(<i8>LOST), none = i8x16.splat(0);
  for (let a = 0; a < 64; a++) {
    const cells = legal(a, color), inCheck = checked(a, color), best = BEST + (a << 6), coded = ranksOf(0) + (a << 6);
    for (let i: usize = 0; i < 64; i += 16) {
      const found = v128.load(best + i), over = i8x16.eq(i8x16.max_u(found, lost), lost);
      const attacked = v128.bitselect(i8x16.splat(<i8>MATED), lost, i8x16.eq(found, none));
      const free = v128.bitselect(lost, i8x16.splat(<i8>stuckOf(1)), i8x16.eq(v128.load(coded + i), mates));
      const ended = v128.bitselect(attacked, free, spread(inCheck >> i));
      v128.store(best + i, v128.and(v128.bitselect(ended, found, over), spread(cells >> i)));
    }
  }
}

/** The cells of a row whose value is not what {@link settleStuck} left in BEST. */
export function wrongCells(a: i32): u64 {
  const best = BEST + (a << 6), ranks = ranksOf(1) + (a << 6);
  for (let i: usize = 0; i < 64; i += 16) v128.store(DIFFERENCE + i, v128.xor(v128.load(best + i), v128.load(ranks + i)));
  return nonzero(DIFFERENCE);
}

const DIFFERENCE = memory.data(64, 16);
