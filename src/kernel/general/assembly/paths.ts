// Paths: single moves of a piece from a square to another, and what must be empty or occupied on the way.
import { PATH_FLAGS, PATH_WORDS } from '../layout';
import { boardWord, fixedWord, planeCount, rowCount } from './frame';
import { WORDS } from './lane';
import { common, copy, has, LANE_BYTES, meet, put, removeFrom } from './words';

/** From 2: u8, 1 if exactly one of the hurdles must be occupied. */
const PATH_BYTES: usize = <usize>PATH_WORDS + 2 * LANE_BYTES;

@inline export function pathsFrom(paths: usize, from: i32): usize {
  return paths + <usize>load<i32>(paths + ((<usize>from) << 2));
}
@inline export function pathsEnd(paths: usize, from: i32): usize {
  return paths + <usize>load<i32>(paths + ((<usize>(from + 1)) << 2));
}
@inline export function nextPath(path: usize): usize { return path + PATH_BYTES; }
@inline export function targetOf(path: usize): i32 { return <i32>load<u8>(path); }
@inline export function isHop(path: usize): bool { return load<u8>(path + <usize>PATH_FLAGS) != 0; }
/** A word: squares that must be empty; then one of those of which exactly one must be occupied. */
@inline export function emptiesOf(path: usize): usize { return path + <usize>PATH_WORDS; }
@inline function hurdlesOf(path: usize): usize { return path + <usize>PATH_WORDS + LANE_BYTES; }

/** Writes the squares of a word's pieces but the lane piece; false if two of them coincide. */
export function occupiedBy(slab: i32, plane: i32, row: i32, occupied: usize): bool {
  copy(occupied, fixedWord(slab));
  if (planeCount() > 1) {
    if (has(occupied, plane)) return false;
    put(occupied, plane);
  }
  if (rowCount() > 1) {
    if (has(occupied, row)) return false;
    put(occupied, row);
  }
  return true;
}

/**
 * Writes the lane squares for which a path of another piece is open. `occupied`: the squares of all pieces but the lane piece.
 * Returns false if there are none.
 */
export function openLanes(path: usize, occupied: usize, lanes: usize): bool {
  if (meet(emptiesOf(path), occupied)) return false;
  if (isHop(path)) {
    const met = common(hurdlesOf(path), occupied);
    if (met > 1) return false;
    if (met == 0) {
      copy(lanes, hurdlesOf(path));
      removeFrom(lanes, emptiesOf(path));
      return true;
    }
    copy(lanes, boardWord());
    removeFrom(lanes, hurdlesOf(path));
    removeFrom(lanes, emptiesOf(path));
    return true;
  }
  copy(lanes, boardWord());
  removeFrom(lanes, emptiesOf(path));
  return true;
}

/** Is a path of the lane piece open? */
@inline export function isOpen(path: usize, occupied: usize): bool {
  if (meet(emptiesOf(path), occupied)) return false;
  return !isHop(path) || common(hurdlesOf(path), occupied) == 1;
}

/** Adds to `out` the targets of paths that are open, from a square of them. */
export function addOpenTargets(paths: usize, from: i32, occupied: usize, out: usize): void {
  const end = pathsEnd(paths, from);
  if (WORDS == 1) {
    // Without a branch: whether a path is open is hard to foretell.
    const taken = load<u64>(occupied);
    let open: u64 = 0;
    for (let path = pathsFrom(paths, from); path < end; path = nextPath(path)) {
      const isFree = isHop(path) ? isOpen(path, occupied) : (load<u64>(emptiesOf(path)) & taken) == 0;
      open |= <u64>isFree << <u64>targetOf(path);
    }
    store<u64>(out, load<u64>(out) | open);
    return;
  }
  for (let path = pathsFrom(paths, from); path < end; path = nextPath(path)) {
    if (isOpen(path, occupied)) put(out, targetOf(path));
  }
}
