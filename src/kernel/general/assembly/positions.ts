// Which placements are positions: pieces apart and where they may stand, royal pieces attacked, goals reached.
import { LANE, TAKES, TAKES_INTO } from '../layout';
import {
  blasts, boardWord, colorOf, firstWord, goalWord, isRoyal, men, nearWord, occupiedWord, pathsOf, planeBytes, planeCount,
  roleOf, rowCount, secondWord, setAt, squareOf, standsWord,
} from './frame';
import { isOpen, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { andInto, clear, copy, has, isEmpty, LANE_BYTES, orInto, put, removeFrom } from './words';

/** out = placements of pieces on squares of their own, each where it may stand. */
export function findPlaced(out: i32, slab: i32): void {
  const planes = planeCount();
  const rows = rowCount();
  const pieces = men();
  const lane = pieces - 1;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const to = setAt(out, slab) + <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      let stands = occupiedBy(slab, plane, row, occupiedWord());
      for (let i = 0; stands && i < lane; i++) stands = has(standsWord(i), squareOf(i, slab, plane, row));
      if (!stands) {
        clear(to);
        continue;
      }
      copy(to, standsWord(lane));
      removeFrom(to, occupiedWord());
    }
  }
}

/** out = placements in which a royal piece of `color` is attacked. `placed`: where to look. */
export function findChecks(color: i32, placed: i32, out: i32, slab: i32): void {
  const planes = planeCount();
  const rows = rowCount();
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const to = setAt(out, slab) + at;
      const among = setAt(placed, slab) + at;
      clear(to);
      if (isEmpty(among)) continue;
      occupiedBy(slab, plane, row, occupiedWord());
      checkWord(color, slab, plane, row, to);
      andInto(to, among);
    }
  }
}

function checkWord(color: i32, slab: i32, plane: i32, row: i32, to: usize): void {
  const pieces = men();
  const attacked = secondWord();
  for (let royal = 0; royal < pieces; royal++) {
    if (colorOf(royal) != color || !isRoyal(royal)) continue;
    clear(attacked);
    for (let x = 0; x < pieces; x++) {
      if (colorOf(x) != color) addAttacks(x, royal, slab, plane, row, attacked);
    }
    // To take a royal piece beside one's own would blow up both.
    for (let other = 0; blasts() && other < pieces; other++) {
      if (colorOf(other) == color || !isRoyal(other)) continue;
      if (roleOf(royal) == LANE) removeFrom(attacked, nearWord(squareOf(other, slab, plane, row)));
      else if (roleOf(other) == LANE) removeFrom(attacked, nearWord(squareOf(royal, slab, plane, row)));
      else if (has(nearWord(squareOf(royal, slab, plane, row)), squareOf(other, slab, plane, row))) clear(attacked);
    }
    orInto(to, attacked);
  }
}

/** Adds the lane squares for which piece `x` attacks piece `y`. */
function addAttacks(x: i32, y: i32, slab: i32, plane: i32, row: i32, to: usize): void {
  const occupied = occupiedWord();
  if (roleOf(x) == LANE) {
    const target = squareOf(y, slab, plane, row);
    const into = pathsOf(x, TAKES_INTO);
    const last = pathsEnd(into, target);
    for (let path = pathsFrom(into, target); path < last; path = nextPath(path)) {
      if (isOpen(path, occupied)) put(to, targetOf(path));
    }
    return;
  }
  const takes = pathsOf(x, TAKES);
  const from = squareOf(x, slab, plane, row);
  const end = pathsEnd(takes, from);
  if (roleOf(y) == LANE) {
    for (let path = pathsFrom(takes, from); path < end; path = nextPath(path)) {
      if (isOpen(path, occupied)) put(to, targetOf(path));
    }
    return;
  }
  const target = squareOf(y, slab, plane, row);
  const lanes = firstWord();
  for (let path = pathsFrom(takes, from); path < end; path = nextPath(path)) {
    if (targetOf(path) == target && openLanes(path, occupied, lanes)) orInto(to, lanes);
  }
}

/** out = placements in which a piece of `color` stands on its goal. */
export function findGoals(color: i32, placed: i32, out: i32, slab: i32): void {
  const planes = planeCount();
  const rows = rowCount();
  const pieces = men();
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const to = setAt(out, slab) + at;
      clear(to);
      for (let i = 0; i < pieces; i++) {
        if (colorOf(i) != color || goalWord(i) == 0) continue;
        if (roleOf(i) == LANE) orInto(to, goalWord(i));
        else if (has(goalWord(i), squareOf(i, slab, plane, row))) orInto(to, boardWord());
      }
      andInto(to, setAt(placed, slab) + at);
    }
  }
}
