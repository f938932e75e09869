// Coding of planes, four side by side: prepare each, then code all.
import {
  APART, apartFromOf, areListed, BATCH, bit, cellRanksOf, codedColor, COLUMN_APART, columnOf, CORRECTIONS, drawOf, isDerived, LANE_COLUMNS, masksOf, menCount, ranksOf,
  rowColumnOf, squareOf, standsStill, symbolsOf,
} from './memory';
import {
  applyCaptures, captureAt, captureClass, captureCount, captured, captureMask, captureNeeds, captureValues, findCaptures, quietBounds,
  settleStuck, wrongCells,
} from './captures';
import { codeQueues, queueCells, queueCorrections } from './coding';
import { beginGuesses, c0, c1, describeCapture, guessCapture, noteCapture } from './captureGuesses';
import {
  beginSide, BETTER, codedCells, DRAW, ESCAPED, featureRow, LANE_APART, LANE_FILE, LANE_RANK, NO_VALUE, REACH, ROW_APART, ROW_FILE, ROW_RANK, SEEN, seenByLane, skipRow,
  STANDING, THREAT, WORSE,
} from './features';
import { findBest } from './quiet';
import { takeCodes } from './ranks';
import { legal, surveyPlane } from './threats';
import { nonzero, spread } from './lanes';
import { walkTree } from './tree';

/**
 * Works out the features of a plane of the batch from the host's rows of codes. False if there is a value where the rules have no
 * position, or none where they have one, or one that has no rank.
 */
export function preparePlane(plane: i32): bool {
  surveyPlane();
  if (!takeCodes() || !areAllThere()) return false;
  laneColumns(plane);
  prepareSide(0, plane, false);
  findBest();
  if (isDerived()) prepareCaptures(plane);
  else prepareSide(1, plane, true);
  queueCorrections(plane);
  return true;
}

/** How many positions the plane that was prepared last has, of both sides. */
export function positions(): i32 {
  let count = 0;
  for (let a = 0; a < 64; a++) count += <i32>popcnt(legal(a, 0)) + <i32>popcnt(legal(a, 1));
  return count;
}

function areAllThere(): bool {
  for (let side = 0; side < 2; side++) {
    const color = side ? 1 - codedColor() : codedColor();
    for (let a = 0; a < 64; a++) {
      const cells = legal(a, color);
      if (areListed() && !clearOutside(ranksOf(side) + (a << 6), cells)) return false;
      if (nonzero(ranksOf(side) + (a << 6)) != cells) return false;
    }
  }
  return true;
}

/** Where a row has no cells, takes out what is no position. False if there is anything else. */
function clearOutside(row: usize, cells: u64): bool {
  let beyond = i8x16.splat(0);
  for (let i: usize = 0; i < 64; i += 16) {
    const inside = spread(cells >> i), rank = v128.load(row + i);
    beyond = v128.or(beyond, v128.andnot(i8x16.gt_u(rank, i8x16.splat(1)), inside));
    v128.store(row + i, v128.and(rank, inside));
  }
  return !v128.any_true(beyond);
}

@inline function laneColumn(feature: i32, plane: i32): usize { return LANE_COLUMNS + feature * (BATCH * 64) + (plane << 6); }

function laneColumns(plane: i32): void {
  let seen = 0;
  for (let slot = 0, men = menCount(), most = seenByLane(); slot < men && seen < most; slot++) {
    if (!standsStill(slot)) continue;
    memory.copy(laneColumn(LANE_APART + seen++, plane), APART + (squareOf(slot) << 6), 64);
  }
  if (!areListed()) return;
  for (let l = 0; l < 64; l++) {
    store<u8>(laneColumn(LANE_FILE, plane) + l, <u8>(l & 7));
    store<u8>(laneColumn(LANE_RANK, plane) + l, <u8>(l >> 3));
  }
}

/** The features of a row that are the same for all of its cells. `from`: the square that the row is about. */
function rowColumns(set: i32, row: i32, from: i32): void {
  store<u8>(apartFromOf(set) + row, <u8>from);
  store<u8>(rowColumnOf(set, ROW_FILE) + row, <u8>(from & 7));
  store<u8>(rowColumnOf(set, ROW_RANK) + row, <u8>(from >> 3));
  let seen = 0;
  for (let slot = 0, men = menCount(); slot < men && seen < SEEN; slot++) {
    if (!standsStill(slot)) continue;
    const square = squareOf(slot);
    store<u8>(rowColumnOf(set, ROW_APART + seen) + row, load<u8>(APART + (from << 6 | square)));
    store<u8>(rowColumnOf(set, STANDING + 2 * seen) + row, <u8>(square & 7));
    store<u8>(rowColumnOf(set, STANDING + 2 * seen + 1) + row, <u8>(square >> 3));
    seen++;
  }
}

function prepareSide(side: i32, plane: i32, quiet: bool): void {
  beginSide(side);
  for (let a = 0; a < 64; a++) {
    const mask = codedCells(side, a), row = plane << 6 | a;
    store<u64>(masksOf(side) + (row << 3), mask);
    if (!nonzero(ranksOf(side) + (a << 6))) {
      skipRow(a);
      continue;
    }
    rowColumns(side, row, a);
    featureRow(side, a, mask, row << 6, quiet);
  }
}

function prepareCaptures(plane: i32): void {
  findCaptures();
  memory.fill(masksOf(1) + (plane << 9), 0, 512);
  for (let i = 0, count = captureCount(); i < count; i++) {
    const at = captureAt(i), row = plane << 6 | i;
    store<u64>(masksOf(1) + (row << 3), captureMask(at));
    rowColumns(1, row, squareOf(captured(at)));
    captureRow(at, row << 6);
  }
  applyCaptures();
  settleStuck();
  const given = load<i32>(CORRECTIONS);
  for (let a = 0; a < 64; a++) {
    for (let rest = wrongCells(a); rest; rest &= rest - 1) correct(a << 6 | <i32>ctz(rest), given);
  }
}

/** Adds a correction of the other side's cell, unless it is among those that the host has given. */
function correct(cell: i32, given: i32): void {
  const where = 4096 | cell, count = load<i32>(CORRECTIONS);
  for (let i = 0; i < given; i++) if (load<i32>(CORRECTIONS + 4 + (i << 3)) == where) return;
  store<i32>(CORRECTIONS + 4 + (count << 3), where);
  store<i32>(CORRECTIONS + 8 + (count << 3), load<u8>(ranksOf(1) + cell));
  store<i32>(CORRECTIONS, count + 1);
}

/** Features and symbols of a row of captures, in the order of squares; chooses values that are free. */
function captureRow(at: usize, first: i32): void {
  const mask = captureMask(at), values = captureValues(at);
  memory.fill(columnOf(1, THREAT) + first, <u8>captureClass(at), 64);
  beginGuesses();
  for (let o = 0; o < 64; o++) {
    guessCapture(o);
    if (!(mask & bit(o))) continue;
    const cell = first + o;
    describeCapture(load<u8>(quietBounds(at) + o), columnOf(1, 0) + cell, COLUMN_APART);
    let value = <i32>load<u8>(values + o);
    // A free value: what is guessed, if it explains no more than there is, or none.
    if (!load<u8>(captureNeeds(at) + o)) value = c0 && c0 <= value ? c0 : 0;
    store<u8>(symbolsOf(1) + cell, <u8>captureSymbol(value));
    store<u8>(cellRanksOf(1) + cell, <u8>value);
    store<u8>(values + o, <u8>value);
    noteCapture(o, value);
  }
}

function captureSymbol(value: i32): i32 {
  const rise = value - c0;
  if (!value) return NO_VALUE;
  if (!rise) return 0;
  if (value == c1) return 1;
  if (value == drawOf(1)) return DRAW;
  if (abs(rise) > REACH) return ESCAPED;
  return rise > 0 ? BETTER + rise : WORSE - rise;
}

/** Walks the trees for the first `planes` planes of the batch, and codes them. */
export function codeBatch(planes: i32): void {
  walkTree(0, planes);
  walkTree(1, planes);
  for (let plane = 0; plane < planes; plane++) {
    queueCells(0, plane);
    queueCells(1, plane);
  }
  codeQueues(planes);
}
