// A movement as the host (../movementWriter.ts) lays it out: the steps, then tables by square.
//   0 i32 leaps, 4 i32 slides, 8 u32 address of tables, 16.. steps, leaps first
// A step is 192 bytes:
//   0 i32 shift (squares forward), 4 i32 files, 8 i32 ranks, 16 u64 squares from which it stays on the board,
//   64 i8 x 64 next square or -1, 128 i8 x 64 previous square or -1

@inline export function leapCount(movement: usize): i32 { return load<i32>(movement); }
@inline export function slideCount(movement: usize): i32 { return load<i32>(movement, 4); }
@inline export function stepAt(movement: usize, i: i32): usize { return movement + 16 + (<usize>i) * 192; }
@inline export function shiftOf(step: usize): i32 { return load<i32>(step); }
@inline export function filesOf(step: usize): i32 { return load<i32>(step, 4); }
@inline export function ranksOf(step: usize): i32 { return load<i32>(step, 8); }
@inline export function departures(step: usize): u64 { return load<u64>(step, 16); }
@inline export function next(step: usize, square: i32): i32 { return <i32>load<i8>(step + 64 + <usize>square); }
@inline export function previous(step: usize, square: i32): i32 { return <i32>load<i8>(step + 128 + <usize>square); }

// Slides to the squares beside a piece are most of all; they have ways of their own. A bit for each of these directions:
export const SOUTH_WEST = 1 << 0;
export const SOUTH = 1 << 1;
export const SOUTH_EAST = 1 << 2;
export const WEST = 1 << 3;
export const EAST = 1 << 5;
export const NORTH_WEST = 1 << 6;
export const NORTH = 1 << 7;
export const NORTH_EAST = 1 << 8;

/** The directions in which slides go to squares beside. */
export function directionsOf(movement: usize): i32 {
  const leaps = leapCount(movement);
  const steps = leaps + slideCount(movement);
  let directions = 0;
  for (let i = leaps; i < steps; i++) {
    const step = stepAt(movement, i);
    if (!isLong(step)) directions |= 1 << (3 * (ranksOf(step) + 1) + filesOf(step) + 1);
  }
  return directions;
}

/** Does a step go farther than to a square beside? */
export function isLong(step: usize): bool { return max(abs(filesOf(step)), abs(ranksOf(step))) > 1; }

// Tables: u64 x 64 leaps, u64 x 64 slides on the empty board, u64 x 64 x 64 squares behind another square as
// seen from the first, u64 x 64 x 64 squares between them.
@inline function tables(movement: usize): usize { return <usize>load<u32>(movement, 8); }
@inline export function leapsFrom(movement: usize, square: i32): u64 {
  return load<u64>(tables(movement) + ((<usize>square) << 3));
}
@inline export function slidesFrom(movement: usize, square: i32): u64 {
  return load<u64>(tables(movement) + 512 + ((<usize>square) << 3));
}
@inline export function behind(movement: usize, from: i32, blocker: i32): u64 {
  return load<u64>(tables(movement) + 1024 + ((<usize>(from * 64 + blocker)) << 3));
}
@inline export function between(movement: usize, from: i32, to: i32): u64 {
  return load<u64>(tables(movement) + 1024 + 32768 + ((<usize>(from * 64 + to)) << 3));
}

/** The squares attacked from `from` if the `occupied` squares block slides. */
export function attacks(movement: usize, from: i32, occupied: u64): u64 {
  let reach = slidesFrom(movement, from);
  let blockers = reach & occupied;
  while (blockers) {
    reach &= ~behind(movement, from, <i32>ctz(blockers));
    blockers &= blockers - 1;
  }
  return reach | leapsFrom(movement, from);
}

/** The squares of the lane piece for which `from` attacks `to`: all, none, or all that do not block the slide. */
export function attackPast(movement: usize, from: i32, to: i32, occupied: u64): u64 {
  const target: u64 = (<u64>1) << (<u64>to);
  if (leapsFrom(movement, from) & target) return ~(<u64>0);
  if (!(slidesFrom(movement, from) & target)) return 0;
  const line = between(movement, from, to);
  return line & occupied ? 0 : ~line;
}
