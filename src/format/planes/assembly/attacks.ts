// Sets of attacked squares, from what the host says of each pair of squares, whatever the movement: what must be empty between.
import { between, laneSlot, menCount, MOST_MEN } from './memory';

/** u64 by slot and square: what a piece attacks on an empty board. The last slot is the lane piece backwards: from where it attacks. */
const REACH = memory.data((MOST_MEN + 1) * 64 * 8, 16);
/** u64 by slot, square and blocker: what a piece on the blocker hides. */
const SHADOWS = memory.data((MOST_MEN + 1) * 4096 * 8, 16);
const BACKWARDS: i32 = MOST_MEN;
const NEVER: u64 = ~(<u64>0);

/** Prepares the sets of a table's pieces. */
export function prepareAttacks(): void {
  memory.fill(REACH, 0, (MOST_MEN + 1) * 64 * 8);
  memory.fill(SHADOWS, 0, (MOST_MEN + 1) * 4096 * 8);
  const lane = laneSlot();
  for (let slot = 0, men = menCount(); slot < men; slot++) {
    for (let from = 0; from < 64; from++) {
      for (let target = 0; target < 64; target++) {
        const needed = between(slot, from, target);
        if (needed == NEVER) continue;
        note(slot, from, target, needed);
        if (slot == lane) note(BACKWARDS, target, from, needed);
      }
    }
  }
}

function note(slot: i32, here: i32, there: i32, needed: u64): void {
  const reach = REACH + ((slot << 6 | here) << 3);
  store<u64>(reach, load<u64>(reach) | (<u64>1) << there);
  for (let rest = needed; rest; rest &= rest - 1) {
    const shadow = SHADOWS + ((slot << 12 | here << 6 | <i32>ctz(rest)) << 3);
    store<u64>(shadow, load<u64>(shadow) | (<u64>1) << there);
  }
}

@inline export function shadow(slot: i32, from: i32, blocker: i32): u64 {
  return load<u64>(SHADOWS + ((slot << 12 | from << 6 | blocker) << 3));
}

/** The squares that the piece of a slot attacks. */
export function attacks(slot: i32, from: i32, occupied: u64): u64 {
  let set = load<u64>(REACH + ((slot << 6 | from) << 3));
  for (let rest = occupied; rest; rest &= rest - 1) set &= ~shadow(slot, from, <i32>ctz(rest));
  return set;
}

/** The squares from which the lane piece attacks one. */
export function laneAttackers(target: i32, occupied: u64): u64 { return attacks(BACKWARDS, target, occupied); }
@inline export function laneShadow(target: i32, blocker: i32): u64 { return shadow(BACKWARDS, target, blocker); }

/** The lane piece's squares on which the piece of a slot attacks a square, with others on `occupied`. */
@inline export function attackedUnless(slot: i32, from: i32, target: i32, occupied: u64): u64 {
  const needed = between(slot, from, target);
  return needed & occupied ? 0 : ~needed;
}
