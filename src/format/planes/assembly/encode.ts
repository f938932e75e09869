// Coding of planes, four side by side: prepare each, then code all.
import {
  APART, apartFromOf, BATCH, bit, codedColor, columnOf, CORRECTIONS, cellRanksOf, colorOf, FEATURES, isDerived, LANE_COLUMNS, masksOf, menCount, ranksOf,
  rowColumnOf, squareOf, standsStill, symbolsOf, BEST,
} from './memory';
import {
  applyCaptures, captureAt, captureClass, captureCount, captured, captureMask, captureNeeds, captureValues, findCaptures, quietBounds,
  settleStuck, wrongCells,
} from './captures';
import { codeQueues, queueCells, queueCorrections } from './coding';
import {
  beginSide, BETTER, C0, C1, C2, codedCells, DRAW, ESCAPED, featureRow, KIND, LANE_APART, REACH, RISE_1, RISE_2, ROW_APART, ROW_FILE,
  ROW_RANK, ROW_SLOPE, SEEN, skipRow, STANDING, THREAT, WORSE,
} from './features';
import { findBest } from './quiet';
import { drawOf, takeCodes } from './ranks';
import { legal, surveyPlane } from './threats';
import { nonzero } from './lanes';
import { walkTree } from './tree';

/** Fills what all tables share. */
export function prepareDistances(): void {
  for (let a = 0; a < 64; a++) {
    for (let l = 0; l < 64; l++) store<u8>(APART + (a << 6 | l), <u8>max(abs((a & 7) - (l & 7)), abs((a >> 3) - (l >> 3))));
  }
}

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
    for (let a = 0; a < 64; a++) if (nonzero(ranksOf(side) + (a << 6)) != legal(a, color)) return false;
  }
  return true;
}

function laneColumns(plane: i32): void {
  let seen = 0;
  for (let slot = 0, men = menCount(); slot < men && seen < SEEN; slot++) {
    if (!standsStill(slot)) continue;
    memory.copy(LANE_COLUMNS + (LANE_APART + seen++) * (BATCH * 64) + (plane << 6), APART + (squareOf(slot) << 6), 64);
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

@inline function put(feature: i32, at: i32, value: i32): void { store<u8>(columnOf(1, feature) + at, <u8>value); }
@inline export function differenceOf(from: i32, to: i32): i32 { return max(0, min(255, 128 + to - from)); }
/** What a capture's neighbour says of the first candidate: it has no value, another one, or this. */
@inline export function agreement(value: i32, c0: i32): i32 { return value == 0 ? 2 : <i32>(value == c0); }

/** What is known of the captures before. */
const FILLED = memory.data(64);

/** Features and symbols of a row of captures, in the order of squares; chooses values that are free. */
function captureRow(at: usize, first: i32): void {
  const mask = captureMask(at), values = captureValues(at), draw = drawOf(1);
  memory.fill(columnOf(1, THREAT) + first, <u8>captureClass(at), 64);
  let last = 0;
  for (let o = 0; o < 64; o++) {
    const left = o & 7 ? <i32>load<u8>(FILLED + o - 1) : 0, below = o >> 3 ? <i32>load<u8>(FILLED + o - 8) : 0;
    const c0 = below ? below : left ? left : last;
    const c1 = left && left != c0 ? left : last && last != c0 ? last : 0;
    store<u8>(FILLED + o, <u8>c0);
    if (!(mask & bit(o))) continue;
    const bound = <i32>load<u8>(quietBounds(at) + o), cell = first + o;
    put(C0, cell, c0);
    put(C1, cell, c1);
    put(C2, cell, bound);
    put(RISE_1, cell, differenceOf(bound, c0));
    put(RISE_2, cell, c1 ? differenceOf(c0, c1) : 128);
    put(KIND, cell, agreement(left, c0));
    put(KIND + 1, cell, agreement(below, c0));
    put(KIND + 2, cell, agreement(last, c0));
    put(ROW_SLOPE, cell, c1 ? differenceOf(bound, c1) : 0);
    let value = <i32>load<u8>(values + o);
    // A free value: what is guessed, if it explains no more than there is, or none.
    if (!load<u8>(captureNeeds(at) + o)) value = c0 && c0 <= value ? c0 : 0;
    const rise = value - c0;
    let symbol = ESCAPED;
    if (!value) symbol = 2;
    else if (!rise) symbol = 0;
    else if (value == c1) symbol = 1;
    else if (value == draw) symbol = DRAW;
    else if (abs(rise) <= REACH) symbol = rise > 0 ? BETTER + rise : WORSE - rise;
    store<u8>(symbolsOf(1) + cell, <u8>symbol);
    store<u8>(cellRanksOf(1) + cell, <u8>value);
    store<u8>(values + o, <u8>value);
    if (!value) continue;
    last = value;
    store<u8>(FILLED + o, <u8>value);
  }
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
