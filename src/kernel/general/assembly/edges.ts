// Moves that are edges of their own, from one placement to another, since they cannot be moved with whole sets: passes, and moves after which
// the mover can be taken en passant. Those lead to a position that no table holds: it is worth what the position without that right is
// worth, or the best such capture.
import { EDGE_BYTES, EDGE_CODE, NO_CONVERSION, PASSANTS, PASSING_MOVES, UNCOVERED } from '../layout';
import {
  CAPTURES, COVERED, ENTERABLE, GIVES_PASSANT, MOVES_ANY, OPEN, EDGE_HOLDS, EDGE_NEAR, EDGE_WINS,
} from '../sets';
import { codeAfter, conversionMover, conversionsBegin, conversionVictim, endsOn, nextConversion } from './conversion';
import {
  afterSquares, codesOf, colorOf, conversionsOf, flagsAt, men, occupiedWord, ownPlaces, pathsOf, planeBytes, planeCount, rowCount,
  secondWord, setAt, squareCount, squareOf,
} from './frame';
import { preference } from './offers';
import { emptiesOf, nextPath, occupiedBy, pathsEnd, pathsFrom, targetOf } from './paths';
import { NOWHERE, placeOf } from './places';
import { copy, has, isEmpty, LANE_BYTES, meet, put } from './words';

// An edge: u32 place before the move, u32 place after it, i32 code of the best capture, i32 flags: see ONLY.
const EDGE_AFTER: usize = 4;
const EDGE_FLAGS: usize = 12;

let edges: usize = 0;
let count: i32 = 0;

/** Edges are written from here on; 0: they are only counted. */
export function startEdges(address: usize): void {
  edges = address;
  count = 0;
}

/**
 * Finds the edges of a side's placements `domain`, and marks from where its pieces have any, so that moves of whole sets leave them out.
 * `forced`: a side that can capture must. Returns how many were found since they were started.
 */
export function findPassants(side: i32, domain: i32, forced: bool, begin: i32, end: i32): i32 {
  let found: i32 = 0;
  for (let slab = begin; slab < end; slab++) found = passantSlab(side, domain, forced, slab);
  return found;
}

function passantSlab(side: i32, domain: i32, forced: bool, slab: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  const pieces = men();
  for (let i = 0; i < pieces; i++) {
    if (colorOf(i) != side || pathsOf(i, PASSING_MOVES) == 0) continue;
    for (let plane = 0; plane < planes; plane++) {
      for (let row = 0; row < rows; row++) wordPassants(i, side, domain, forced, slab, plane, row);
    }
  }
  return count;
}

function wordPassants(i: i32, side: i32, domain: i32, forced: bool, slab: i32, plane: i32, row: i32): void {
  const at = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
  const among = setAt(domain, slab) + at;
  if (isEmpty(among)) return;
  const lane = men() - 1;
  occupiedBy(slab, plane, row, occupiedWord());
  const first = ((slab * planeCount() + plane) * rowCount() + row) * squareCount();
  const marked = setAt(2 * (GIVES_PASSANT + i), slab) + at;
  for (let part: usize = 0; part < LANE_BYTES; part += 8) {
    for (let rest = load<u64>(among + part); rest; rest &= rest - 1) {
      const square = (<i32>part << 3) + <i32>ctz(rest);
      const from = i == lane ? square : squareOf(i, slab, plane, row);
      if (pathsFrom(pathsOf(i, PASSING_MOVES), from) == pathsEnd(pathsOf(i, PASSING_MOVES), from)) {
        if (i != lane) return;
        continue;
      }
      if (!lanePassants(i, side, forced, slab, plane, row, square, from, first + square, false)) continue;
      put(marked, square);
      lanePassants(i, side, forced, slab, plane, row, square, from, first + square, true);
    }
  }
}

/** Can the piece be taken en passant after any of its moves from here? `enters`: enters an edge for each of them. */
function lanePassants(
  i: i32, side: i32, forced: bool, slab: i32, plane: i32, row: i32, square: i32, from: i32, place: i32, enters: bool,
): bool {
  const other = 1 - side;
  const lane = men() - 1;
  const all = secondWord();
  copy(all, occupiedWord());
  if (i != lane) put(all, square);
  let any = false;
  const paths = pathsOf(i, PASSING_MOVES);
  const end = pathsEnd(paths, from);
  for (let path = pathsFrom(paths, from); path < end; path = nextPath(path)) {
    const target = targetOf(path);
    if (has(all, target) || meet(emptiesOf(path), all)) continue;
    placeMen(slab, plane, row, square);
    store<u8>(afterSquares() + <usize>i, <u8>target);
    const after = placeOf(ownPlaces(), afterSquares());
    if (after == NOWHERE || !isIn(2 * ENTERABLE + other, after)) continue;
    const isCovered = isIn(2 * COVERED + other, after);
    const best = isCovered ? bestPassant(i, other, path) : NO_CONVERSION;
    if (best != NO_CONVERSION) any = true;
    if (!enters) continue;
    const isOnly = best != NO_CONVERSION &&
      (!isIn(2 * MOVES_ANY + other, after) || (forced && !isIn(2 * CAPTURES + other, after)));
    addEdge(<u32>place, after, best, isOnly);
  }
  return any;
}

function addEdge(place: u32, after: u32, best: i32, isOnly: bool): void {
  if (edges) {
    const at = edges + <usize>count * EDGE_BYTES;
    store<u32>(at, place);
    store<u32>(at, after, EDGE_AFTER);
    store<i32>(at, best, EDGE_CODE);
    store<i32>(at, isOnly ? ONLY : 0, EDGE_FLAGS);
  }
  count++;
}

/** Adds an edge for each placement of a set: to the same one, with the other side to move. */
export function findPasses(set: i32, begin: i32, end: i32): i32 {
  let found: i32 = 0;
  for (let slab = begin; slab < end; slab++) found = passSlab(set, slab);
  return found;
}

function passSlab(set: i32, slab: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = setAt(set, slab) + <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const first = ((slab * planes + plane) * rows + row) * squareCount();
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        for (let rest = load<u64>(at + part); rest; rest &= rest - 1) {
          const place = <u32>(first + (<i32>part << 3) + <i32>ctz(rest));
          addEdge(place, place, NO_CONVERSION, false);
        }
      }
    }
  }
  return count;
}

function placeMen(slab: i32, plane: i32, row: i32, square: i32): void {
  const lane = men() - 1;
  for (let j = 0; j < lane; j++) store<u8>(afterSquares() + <usize>j, <u8>squareOf(j, slab, plane, row));
  store<u8>(afterSquares() + <usize>lane, <u8>square);
}

/** The best capture en passant of the piece that has made this move, for the side that takes; NO_CONVERSION if none is legal. */
function bestPassant(i: i32, taker: i32, path: usize): i32 {
  const pieces = men();
  let best: i32 = NO_CONVERSION;
  for (let x = 0; x < pieces; x++) {
    if (colorOf(x) != taker || pathsOf(x, PASSANTS) == 0) continue;
    const from = <i32>load<u8>(afterSquares() + <usize>x);
    const squares = pathsOf(x, PASSANTS) + <usize>from * LANE_BYTES;
    if (!meet(squares, emptiesOf(path))) continue;
    const size = squareCount();
    for (let to = 0; to < size; to++) {
      if (!has(squares, to) || !has(emptiesOf(path), to)) continue;
      store<u8>(afterSquares() + <usize>x, <u8>to);
      let conversion = conversionsBegin(taker);
      for (let rest = load<i32>(conversionsOf(taker)); rest > 0; rest--, conversion = nextConversion(conversion)) {
        if (conversionMover(conversion) != x || conversionVictim(conversion) != i || !endsOn(conversion, to)) continue;
        const code = codeAfter(conversion, to);
        if (code != UNCOVERED && preference(code) > preference(best)) best = code;
      }
      store<u8>(afterSquares() + <usize>x, <u8>from);
    }
  }
  return best;
}

/** Where a placement's bit lies. */
function wordAt(set: i32, place: u32): usize {
  const squares = <u32>squareCount();
  const rows = <u32>rowCount();
  const planes = <u32>planeCount();
  const lane = place % squares;
  const line = place / squares;
  const row = line % rows;
  const plane = (line / rows) % planes;
  const slab = line / rows / planes;
  return setAt(set, <i32>slab) + <usize>plane * planeBytes() + <usize>row * LANE_BYTES + ((<usize>lane >> 6) << 3);
}

function isIn(set: i32, place: u32): bool {
  return ((load<u64>(wordAt(set, place)) >> (<u64>(place % <u32>squareCount()) & 63)) & 1) != 0;
}

function addTo(set: i32, place: u32): void {
  const at = wordAt(set, place);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (<u64>(place % <u32>squareCount()) & 63)));
  flag(set, place, 1);
}

/** Sets the flag of a placement's plane, if the set has flags. */
function flag(set: i32, place: u32, value: u8): void {
  const line = place / <u32>squareCount() / <u32>rowCount();
  const planes = <u32>planeCount();
  const flags = flagsAt(set, <i32>(line / planes));
  if (flags) store<u8>(flags + <usize>(line % planes), value);
}

/** Of the fourth field of an edge: there is no other move; it was marked in this ply. */
const ONLY: i32 = 1;
const MARKED: i32 = 2;

/**
 * Marks what edges decide for `side` in `plies`: placements that win so, that may lose so, and that hold out. Drops the edges from
 * placements that are decided, and returns how many are left.
 */
export function markEdges(side: i32, plies: i32, list: usize, length: i32): i32 {
  const other = 1 - side;
  const before = plies - 1;
  const codes = codesOf(other);
  let left = 0;
  for (let i = 0; i < length; i++) {
    const edge = list + <usize>i * EDGE_BYTES;
    const place = load<u32>(edge);
    if (!isIn(2 * OPEN + side, place)) continue;
    const after = load<u32>(edge, EDGE_AFTER);
    const best = load<i32>(edge, EDGE_CODE);
    const isOnly = (load<i32>(edge, EDGE_FLAGS) & ONLY) != 0;
    const isDecided = !isOnly && isDecidedAt(other, after);
    const code = isDecided ? <i32>load<i16>(codes + ((<usize>after) << 1)) : 0;
    let won = i32.MAX_VALUE;
    if (best > 0) won = best - 1;
    if (code > 0) won = min(won, code - 1);
    let lost = i32.MAX_VALUE;
    if (isOnly) lost = best < 0 && best != NO_CONVERSION ? -best - 1 : lost;
    else if (code < 0 && best == NO_CONVERSION) lost = -code - 1;
    else if (code < 0 && best < 0) lost = max(-code, -best) - 1;
    if (lost == before) addTo(2 * EDGE_WINS + side, place);
    if (won == before) addTo(2 * EDGE_NEAR + side, place);
    if (won > before) addTo(2 * EDGE_HOLDS + side, place);
    const kept = list + <usize>left * EDGE_BYTES;
    memory.copy(kept, edge, EDGE_BYTES);
    store<i32>(kept, (isOnly ? ONLY : 0) | (lost == before || won >= before ? MARKED : 0), EDGE_FLAGS);
    left++;
  }
  return left;
}

/** Is the position won or lost so far, or lost or won without a move? An over one is too. */
function isDecidedAt(side: i32, place: u32): bool { return !isIn(2 * OPEN + side, place); }

/** Removes what {@link markEdges} has marked. */
export function clearEdges(side: i32, list: usize, length: i32): void {
  for (let i = 0; i < length; i++) {
    const edge = list + <usize>i * EDGE_BYTES;
    if (!(load<i32>(edge, EDGE_FLAGS) & MARKED)) continue;
    const place = load<u32>(edge);
    for (let name = EDGE_WINS; name <= EDGE_HOLDS; name++) {
      store<u64>(wordAt(2 * name + side, place), 0);
      flag(2 * name + side, place, 0);
    }
  }
}
