// Decoding of a plane: the cells of one side, then those of the other or what its captures are worth, then corrections.
import {
  APART, BEST, bit, CELLS, codedColor, CORRECTIONS, drawOf, FEATURES, highest, isDerived, LEAF, MOST_NODES, NODES, ranksOf, squareOf,
} from './memory';
import {
  applyCaptures, captureAt, captureClass, captureCount, captured, captureMask, captureValues, findCaptures, quietBounds, settleStuck,
} from './captures';
import { beginGuesses, c0, c1, describeCapture, guessCapture, noteCapture } from './captureGuesses';
import { decodeSide, FEATURE, feature, LANE_FEATURES, laneFeatures, rowFeatures } from './decodeCells';
import { APART_ROW, BETTER, DRAW, ESCAPED, LANE_APART, NO_VALUE, THREAT, WORSE } from './features';
import { spread } from './lanes';
import { findBest } from './quiet';
import { advance, beginStream, decodeBits, decodeEscape, decodeSymbol, endedWell, isRare, isSound, nothing } from './stream';
import { firstTwin, legal, surveyPlane, twins } from './threats';

/** Decodes `length` bytes into the ranks of both sides, and CORRECTIONS. False if the bytes are no plane. */
export function decodePlane(length: i32): bool {
  surveyPlane();
  for (let side = 0; side < 2; side++) memory.fill(ranksOf(side), 0, CELLS);
  store<i32>(CORRECTIONS, 0);
  beginStream(length);
  laneFeatures();
  if (!isSound() || !decodeSide(0, false)) return false;
  findBest();
  if (isDerived()) decodeDerived();
  else if (!decodeSide(1, true)) return false;
  return decodeCorrections() && endedWell();
}

/** The other side's ranks, from its quiet moves and the captures that are coded. */
function decodeDerived(): void {
  // Only where there are positions matters to the masks of captures, which are then decoded.
  const color = 1 - codedColor();
  for (let a = 0; a < 64; a++) {
    const cells = legal(a, color);
    for (let i: usize = 0; i < 64; i += 16) v128.store(ranksOf(1) + (a << 6) + i, v128.and(spread(cells >> i), i8x16.splat(1)));
  }
  findCaptures();
  memory.fill(FEATURE, 0, FEATURES);
  for (let i = 0, count = captureCount(); i < count; i++) decodeCaptures(captureAt(i));
  applyCaptures();
  settleStuck();
  memory.copy(ranksOf(1), BEST, CELLS);
  for (let a = 0; a < 64; a++) {
    for (let rest = twins(a) & legal(a, color); rest; rest &= rest - 1) {
      const cell = a << 6 | <i32>ctz(rest);
      store<u8>(ranksOf(1) + cell, load<u8>(ranksOf(1) + firstTwin(cell)));
    }
  }
}

function decodeCaptures(at: usize): void {
  const q = squareOf(captured(at)), mask = captureMask(at), values = captureValues(at);
  rowFeatures(q);
  feature(THREAT, captureClass(at));
  beginGuesses();
  for (let o = 0; o < 64; o++) {
    guessCapture(o);
    if (!(mask & bit(o))) continue;
    describeCapture(load<u8>(quietBounds(at) + o), FEATURE, 1);
    feature(APART_ROW, load<u8>(APART + (q << 6 | o)));
    store<u32>(FEATURE + LANE_APART, load<u32>(LANE_FEATURES + (o << 2)));
    const symbol = decodeSymbol(1, captureLeaf()), value = symbol == NO_VALUE ? 0 : captureValue(symbol);
    if (!isSound()) return;
    store<u8>(values + o, <u8>value);
    noteCapture(o, value);
  }
}

function captureValue(symbol: i32): i32 {
  let value: i32;
  if (symbol == 0) value = c0;
  else if (symbol == 1) value = c1;
  else if (symbol == DRAW) value = drawOf(1);
  else if (symbol == ESCAPED) value = decodeEscape(1);
  else value = symbol > WORSE ? c0 - (symbol - WORSE) : c0 + (symbol - BETTER);
  return value > 0 && value <= highest(1) ? value : nothing();
}

function captureLeaf(): i32 {
  const nodes = NODES + (MOST_NODES << 3);
  let node = nodes, which: i32;
  while ((which = load<u8>(node)) != LEAF) {
    node = <i32>load<u8>(FEATURE + which) > <i32>load<u8>(node, 1) ? nodes + (<usize>load<u16>(node, 2) << 3) : node + 8;
  }
  return load<u16>(node, 4);
}

/** i32 by side and cell: what a correction says, 0 if there is none. */
const CORRECTED = memory.data(2 * CELLS * 4, 16);
@inline function correctedAt(where: i32): usize { return CORRECTED + (where << 2); }

/** Applies ranks, and leaves codes to the host. */
function decodeCorrections(): bool {
  if (!isRare()) {
    advance(4095, 0);
    return true;
  }
  advance(1, 4095);
  memory.fill(CORRECTED, 0, 2 * CELLS * 4);
  let count = 0;
  do {
    const side = decodeBits(1), cell = decodeBits(12), rank = decodeBits(8), where = side << 12 | cell;
    const color = side ? 1 - codedColor() : codedColor();
    if (!(legal(cell >> 6, color) >> (cell & 63) & 1) || rank > highest(side) || load<i32>(correctedAt(where))) return false;
    store<i32>(correctedAt(where), rank);
    if (rank) {
      store<u8>(ranksOf(side) + cell, <u8>rank);
      continue;
    }
    const high = decodeBits(8), low = decodeBits(8), code = 0x10000 | high << 8 | low;
    store<i32>(correctedAt(where), code);
    store<i32>(CORRECTIONS + 4 + (count << 3), where);
    store<i32>(CORRECTIONS + 8 + (count << 3), code);
    store<i32>(CORRECTIONS, ++count);
  } while (decodeBits(1) && isSound());
  return isSound() && areTwinsAlike();
}

/** Have all twins the same corrections? */
function areTwinsAlike(): bool {
  for (let cell = 0; cell < CELLS; cell++) {
    if (!(twins(cell >> 6) >> (cell & 63) & 1)) continue;
    const first = firstTwin(cell);
    for (let side = 0; side < 2 * CELLS; side += CELLS) {
      if (load<i32>(correctedAt(side | cell)) != load<i32>(correctedAt(side | first))) return false;
    }
  }
  return true;
}
