// Which placements are positions: pieces apart and where they may stand, royal pieces attacked, goals reached.
import { LANE, TAKES, TAKES_INTO } from '../layout';
import {
  blasts, boardWord, colorOf, firstWord, goalWord, isRoyal, men, nearWord, occupiedWord, pathsOf, planeBytes, planeCount,
  roleOf, rowCount, secondWord, setAt, squareOf, standsWord, thirdWord,
} from './frame';
import { addOpenTargets, nextPath, occupiedBy, openLanes, pathsEnd, pathsFrom, targetOf } from './paths';
import { andInto, clear, copy, has, isEmpty, LANE_BYTES, orInto, removeFrom } from './words';

/** out = placements of pieces on squares of their own, each where it may stand. */
export function findPlaced(out: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) placeSlab(out, slab);
}

function placeSlab(out: i32, slab: i32): void {
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
export function findChecks(color: i32, placed: i32, out: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) checkSlab(color, placed, out, slab);
}

function checkSlab(color: i32, placed: i32, out: i32, slab: i32): void {
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
    addOpenTargets(pathsOf(x, TAKES_INTO), target, occupied, to);
    return;
  }
  const takes = pathsOf(x, TAKES);
  const from = squareOf(x, slab, plane, row);
  if (roleOf(y) == LANE) {
    addOpenTargets(takes, from, occupied, to);
    return;
  }
  const end = pathsEnd(takes, from);
  const target = squareOf(y, slab, plane, row);
  const lanes = firstWord();
  for (let path = pathsFrom(takes, from); path < end; path = nextPath(path)) {
    if (targetOf(path) == target && openLanes(path, occupied, lanes)) orInto(to, lanes);
  }
}

/**
 * out = placements in which at least `least` pieces of `color` stand on their goal; `safe`: and none of them is attacked, if there are no
 * more of them.
 */
export function findGoals(color: i32, placed: i32, least: i32, safe: bool, out: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) goalSlab(color, placed, least, safe, out, slab);
}

function goalSlab(color: i32, placed: i32, least: i32, safe: bool, out: i32, slab: i32): void {
  const planes = planeCount();
  const rows = rowCount();
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const to = setAt(out, slab) + at;
      const among = setAt(placed, slab) + at;
      clear(to);
      if (isEmpty(among)) continue;
      goalWords(color, least, safe, slab, plane, row, to);
      andInto(to, among);
    }
  }
}

function goalWords(color: i32, least: i32, safe: bool, slab: i32, plane: i32, row: i32, to: usize): void {
  const lane = men() - 1;
  const isLaneWanted = colorOf(lane) == color && goalWord(lane) != 0;
  let there = 0;
  for (let i = 0; i < lane; i++) if (isThere(i, color, slab, plane, row)) there++;
  // Enough without the lane piece, or with it.
  if (there >= least) copy(to, boardWord());
  else if (there == least - 1 && isLaneWanted) copy(to, goalWord(lane));
  if (!safe || there > least || isEmpty(to)) return;
  // Where there are no more than enough of them, all must be safe.
  const attacked = secondWord();
  const exact = thirdWord();
  clear(attacked);
  occupiedBy(slab, plane, row, occupiedWord());
  for (let i = 0; i < lane; i++) {
    if (!isThere(i, color, slab, plane, row)) continue;
    for (let x = 0; x <= lane; x++) if (colorOf(x) != color) addAttacks(x, i, slab, plane, row, attacked);
  }
  if (there == least) {
    // With the lane piece there are more.
    copy(exact, boardWord());
    if (isLaneWanted) removeFrom(exact, goalWord(lane));
  } else {
    copy(exact, goalWord(lane));
    for (let x = 0; x < lane; x++) if (colorOf(x) != color) addAttacks(x, lane, slab, plane, row, attacked);
  }
  andInto(attacked, exact);
  removeFrom(to, attacked);
}

/** Does a piece, which is not the lane piece, stand on its side's goal? */
function isThere(i: i32, color: i32, slab: i32, plane: i32, row: i32): bool {
  return colorOf(i) == color && goalWord(i) != 0 && has(goalWord(i), squareOf(i, slab, plane, row));
}
