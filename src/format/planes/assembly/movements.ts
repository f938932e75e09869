// Sets of attacked squares, worked out once from a movement's steps: afterwards a set costs a look at each piece in the way.
import {
  BETWEEN, bit, between, CELLS, laneSlot, movementOf, MOST_MOVEMENTS, MOST_STEPS, NEXT, SLIDES, STEP_COUNT, STEPS,
} from './memory';

/** By movement, forwards and backwards: from a square, what it attacks on an empty board; to a square, from where it attacks. u64 by square. */
const REACH = memory.data(2 * MOST_MOVEMENTS * 64 * 8, 16);
/** The same by square and blocker: what a piece on the blocker hides. */
const SHADOWS = memory.data(2 * MOST_MOVEMENTS * CELLS * 8, 16);
const NEVER: u64 = ~(<u64>0);

/** Makes a movement from the host's STEPS, Black's already mirrored. */
export function setMovement(number: i32, steps: i32): void {
  const pairs = BETWEEN + (number << 15);
  memory.fill(pairs, 255, CELLS * 8);
  store<i32>(STEP_COUNT + (number << 2), steps);
  for (let step = 0; step < steps; step++) setStep(pairs, number * MOST_STEPS + step, STEPS + step * 3);
  for (let direction = number << 1; direction <= (number << 1 | 1); direction++) {
    memory.fill(REACH + (direction << 9), 0, 512);
    memory.fill(SHADOWS + (direction << 15), 0, CELLS * 8);
  }
  for (let from = 0; from < 64; from++) {
    for (let target = 0; target < 64; target++) {
      const needed = load<u64>(pairs + ((from << 6 | target) << 3));
      if (needed == NEVER) continue;
      note(number << 1, from, target, needed);
      note(number << 1 | 1, target, from, needed);
    }
  }
}

function setStep(pairs: usize, number: i32, at: usize): void {
  const files = <i32>load<i8>(at), ranks = <i32>load<i8>(at, 1), slides = load<u8>(at, 2) != 0, next = NEXT + (number << 6);
  store<u8>(SLIDES + number, slides ? (ranks * 8 + files > 0 ? 1 : 2) : 0);
  for (let square = 0; square < 64; square++) {
    const file = (square & 7) + files, rank = (square >> 3) + ranks;
    store<u8>(next + square, <u8>(file >> 3 || rank >> 3 ? 255 : rank << 3 | file));
  }
  for (let from = 0; from < 64; from++) {
    let needed: u64 = 0;
    for (let target = load<u8>(next + from); target < 64; target = load<u8>(next + target)) {
      const pair = pairs + ((from << 6 | target) << 3);
      store<u64>(pair, load<u64>(pair) & needed);
      needed |= bit(target);
      if (!slides) break;
    }
  }
}

function note(direction: i32, here: i32, there: i32, needed: u64): void {
  const reach = REACH + ((direction << 6 | here) << 3);
  store<u64>(reach, load<u64>(reach) | bit(there));
  for (let rest = needed; rest; rest &= rest - 1) {
    const shadow = SHADOWS + ((direction << 12 | here << 6 | <i32>ctz(rest)) << 3);
    store<u64>(shadow, load<u64>(shadow) | bit(there));
  }
}

@inline function shadowOf(direction: i32, from: i32, blocker: i32): u64 {
  return load<u64>(SHADOWS + ((direction << 12 | from << 6 | blocker) << 3));
}

function attackedBy(direction: i32, from: i32, occupied: u64): u64 {
  const set = load<u64>(REACH + ((direction << 6 | from) << 3));
  let hidden: u64 = 0;
  for (let rest = occupied; rest; rest &= rest - 1) hidden |= shadowOf(direction, from, <i32>ctz(rest));
  return set & ~hidden;
}

/** The squares that the piece of a slot attacks. */
@inline export function attacks(slot: i32, from: i32, occupied: u64): u64 { return attackedBy(movementOf(slot) << 1, from, occupied); }
@inline export function shadow(slot: i32, from: i32, blocker: i32): u64 { return shadowOf(movementOf(slot) << 1, from, blocker); }

/** The squares from which the lane piece attacks one. */
@inline export function laneAttackers(target: i32, occupied: u64): u64 { return attackedBy(movementOf(laneSlot()) << 1 | 1, target, occupied); }
@inline export function laneShadow(target: i32, blocker: i32): u64 { return shadowOf(movementOf(laneSlot()) << 1 | 1, target, blocker); }

/** The lane piece's squares on which the piece of a slot attacks a square, with others on `occupied`. */
@inline export function attackedUnless(slot: i32, from: i32, target: i32, occupied: u64): u64 {
  const needed = between(slot, from, target);
  return needed & occupied ? 0 : ~needed;
}
