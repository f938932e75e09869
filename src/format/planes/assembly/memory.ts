// Where everything lies in the coder's memory. The host finds addresses by the functions at the end.

/** Cells of a plane: the row piece's square times 64, plus the lane piece's. */
export const CELLS: i32 = 4096;
export const MOST_MEN: i32 = 8;
/** Movements that are kept, of different pieces; and the steps that one can have. */
export const MOST_MOVEMENTS: i32 = 8;
export const MOST_STEPS: i32 = 64;
/** Planes that are coded side by side. */
export const BATCH: i32 = 4;
/** Rows of 64 captures that a plane can have. */
export const MOST_CAPTURES: i32 = 16;
/** Leaves of one tree, and its nodes. */
export const MOST_LEAVES: i32 = 512;
export const MOST_NODES: i32 = 1024;
export const SYMBOLS: i32 = 24;
/** In the place of a rank: the symbol of a value that has no other, which follows. */
export const ESCAPE: i32 = 23;
export const MOST_PLANE_BYTES: i32 = 65536;
/** Bytes of a sample's features, those that there are first. */
export const FEATURES: i32 = 48;
export const KNOWN_FEATURES: i32 = 40;
/** In place of a node's feature. */
export const LEAF: i32 = 255;

// Set by the host once, and the maps for each table.
/** u32 by level: see model.ts. */
export const MOST_LEVEL: i32 = 48;
export const WEIGHTS = memory.data((MOST_LEVEL + 1) * 4);
/** u8[64] by symmetry of the board. */
export const MAPS = memory.data(8 * 64, 16);

// Set by the host for each movement, see movements.ts.
/** By step: files and ranks (i8), and whether it slides (u8). */
export const STEPS = memory.data(MOST_STEPS * 3);

// Set by the host for each table.
/** i32 x 16, see the functions below. */
export const SETUP = memory.data(64);
/** u8 by rank of the coded side: what moving there is worth to the other side. Of listed ranks only. */
export const WORTHS = memory.data(256);
/** u64: squares of 8x8 that a smaller board has not. */
export const BEYOND = memory.data(8, 16);
/** u8 by slot: colour, whether royal, and the number of its movement. */
export const COLORS = memory.data(MOST_MEN);
export const ROYALS = memory.data(MOST_MEN);
export const MOVEMENTS = memory.data(MOST_MEN);
/** The model as bytes: of two trees features, thresholds and levels, and levels of ranks. */
export const MOST_MODEL_BYTES: i32 = 2 * (MOST_NODES + MOST_LEAVES * (SYMBOLS + 1) + 255);
export const MODEL = memory.data(MOST_MODEL_BYTES, 16);

// Of a movement, made from its steps: movements.ts.
/** u64[64][64] by movement, from and target: what must be empty for an attack; all ones for never. */
export const BETWEEN = memory.data(MOST_MOVEMENTS * CELLS * 8, 16);
/** By movement: the number of steps (i32), and of each whether it slides (1 to higher squares, 2 to lower). */
export const STEP_COUNT = memory.data(MOST_MOVEMENTS * 4);
export const SLIDES = memory.data(MOST_MOVEMENTS * MOST_STEPS);
/** u8[64] by movement and step: the square that the step leads to, 255 off the board. */
export const NEXT = memory.data(MOST_MOVEMENTS * MOST_STEPS * 64);

// Of the model, made from its bytes: model.ts.
/** By tree: nodes of 8 bytes (feature u8, threshold u8, node above u16, leaf u16), in preorder. */
export const NODES = memory.data(2 * MOST_NODES * 8, 16);
/** For coding, 16 bytes (see coders.ts) by tree, leaf and symbol, then by tree and rank for escapes, then for corrections. */
export const CODERS = memory.data((2 * MOST_LEAVES * SYMBOLS + 512) * 16, 16);

/** i32 by set and rank: how often it is the value of a sample that has no other symbol. */
export const ESCAPED_RANKS = memory.data(2 * 256 * 4);

// Set by the host for each plane.
/** u8 by slot: squares of the standing pieces. */
export const SQUARES = memory.data(MOST_MEN);
/** Codes (i8) of both sides, as 64 rows of 64; and by row the symmetry that takes the lane piece's square to a place in it. */
export const CODES = memory.data(2 * CELLS, 16);
export const TURNS = memory.data(64);
/** u8: symmetries that leave the standing pieces where they are. */
export const STABLE = memory.data(8);
/** The bytes of a plane to decode. */
export const BYTES = memory.data(MOST_PLANE_BYTES + 16, 16);
/** The bytes of a batch that was coded, each at the end of its part, and their lengths (i32). */
export const CODED = memory.data(BATCH * MOST_PLANE_BYTES, 16);
export const LENGTHS = memory.data(BATCH * 4);

// Of a plane, both sides.
/** u8 by side to move (coded, then other) and cell, between margins that are always 0: ranks, 0 for no position. */
const MARGIN: i32 = 64;
export const RANKS = memory.data(2 * (CELLS + 2 * MARGIN), 16);
/** i32 and (u32 side and cell, i32 code) of values that the model cannot express. */
export const CORRECTIONS = memory.data(4 + 2 * CELLS * 8, 16);
/** u8 by cell: the best move of the other side by row and lane piece within the plane. */
export const BEST = memory.data(CELLS, 16);
/** Work of quiet.ts: worth of arriving, transposed; runs. */
export const WORTH = memory.data(CELLS, 16);
export const TURNED = memory.data(CELLS, 16);
export const RUNS = memory.data(CELLS, 16);
/** u8 by cell, between margins: the ranks, and guesses where there is none. */
export const GUESS = memory.data(CELLS + 2 * MARGIN, 16);
/** u8 by cell, between margins of 255: threats.ts. */
export const THREATS = memory.data(CELLS + 2 * MARGIN, 16);
/** u8[64] by threat: the last rank in the lane; and u8 by threat the last one in the row. */
export const MOST_THREATS: i32 = 64;
export const LANE_LAST = memory.data(MOST_THREATS * 64, 16);
export const ROW_LAST = memory.data(MOST_THREATS);
/** u64 by row: cells that are the image of an earlier one. */
export const TWINS = memory.data(64 * 8);
/** u64 x 6 by row, see threats.ts. */
export const SURVEY = memory.data(64 * 48);
/** u8[64][64]: moves of a king from one square to the other. */
export const APART = memory.data(CELLS, 16);
for (let a = 0; a < 64; a++) {
  for (let l = 0; l < 64; l++) store<u8>(APART + (a << 6 | l), <u8>max(abs((a & 7) - (l & 7)), abs((a >> 3) - (l >> 3))));
}
/** Rows of captures, 256 bytes: captures.ts. */
export const CAPTURES = memory.data(MOST_CAPTURES * 256 + 16, 16);

// Of a batch: features in columns, one set for the coded side, one for the other side's cells or captures. A cell has the number
// plane * 4096 + cell; a capture plane * 4096 + row of captures * 64 + square.
export const CELL_FEATURES: i32 = 21;
export const COLUMN: i32 = BATCH * CELLS;
/** From a column to the next. Not a power of two, for which a cache would keep a cell's features in the same few lines. */
export const COLUMN_APART: i32 = COLUMN + 192;
const COLUMNS = memory.data(2 * CELL_FEATURES * COLUMN_APART, 16);
const SYMBOL_COLUMNS = memory.data(2 * COLUMN, 16);
const RANK_COLUMNS = memory.data(2 * COLUMN, 16);
const LEAF_COLUMNS = memory.data(2 * 2 * COLUMN, 16);
const ROW_COLUMNS = memory.data(2 * FEATURES * BATCH * 64, 16);
const APART_FROM = memory.data(2 * BATCH * 64);
const MASKS = memory.data(2 * BATCH * 64 * 8);
/** By feature: u8 by plane and lane square. */
export const LANE_COLUMNS = memory.data(FEATURES * BATCH * 64, 16);
/** Of features that a table does not have, such as those of a third standing piece, columns stay 0. */
export function clearColumns(): void {
  memory.fill(COLUMNS, 0, 2 * CELL_FEATURES * COLUMN_APART);
  memory.fill(ROW_COLUMNS, 0, 2 * FEATURES * BATCH * 64);
  memory.fill(LANE_COLUMNS, 0, FEATURES * BATCH * 64);
}
@inline export function columnOf(set: i32, feature: i32): usize { return COLUMNS + (set * CELL_FEATURES + feature) * COLUMN_APART; }
@inline export function symbolsOf(set: i32): usize { return SYMBOL_COLUMNS + set * COLUMN; }
@inline export function cellRanksOf(set: i32): usize { return RANK_COLUMNS + set * COLUMN; }
/** u16: the number of leaf and symbol that a cell came to. */
@inline export function endsOf(set: i32): usize { return LEAF_COLUMNS + set * 2 * COLUMN; }
/** u8 by plane and row. */
@inline export function rowColumnOf(set: i32, feature: i32): usize { return ROW_COLUMNS + (set * FEATURES + feature) * (BATCH * 64); }
/** u8 by plane and row: the square that the lane square's distance is measured from. */
@inline export function apartFromOf(set: i32): usize { return APART_FROM + set * (BATCH * 64); }
/** u64 by plane and row: which cells are coded. */
@inline export function masksOf(set: i32): usize { return MASKS + set * (BATCH * 64 * 8); }

/** Rows with masks for dense nodes (u64 mask, u32 row), lists of cells (u16) for others. */
export const MOST_ROWS: i32 = 40 * BATCH * 64;
export const ROWS = memory.data(MOST_ROWS * 16, 16);
export const LIST = memory.data(2 * COLUMN + 128, 16);
export const SPARE = memory.data(2 * COLUMN + 128, 16);
/** u16 by plane: numbers of coders, corrections before cells, each in the order of decoding; and how many of both (i32 x 2). */
export const MOST_QUEUED: i32 = 18 * CELLS;
export const QUEUES = memory.data(BATCH * MOST_QUEUED * 2, 16);
export const QUEUED = memory.data(BATCH * 8);

@inline export function rowSlot(): i32 { return load<i32>(SETUP); }
@inline export function laneSlot(): i32 { return load<i32>(SETUP, 4); }
@inline export function menCount(): i32 { return load<i32>(SETUP, 8); }
/** The colour whose values are coded first. */
@inline export function codedColor(): i32 { return load<i32>(SETUP, 12); }
/** Are the other side's values derived from them, or coded too? */
@inline export function isDerived(): bool { return load<i32>(SETUP, 16) != 0; }
/** The longest win and loss of the coded side, as distances. */
@inline export function longestWin(): i32 { return load<i32>(SETUP, 20); }
@inline export function longestLoss(): i32 { return load<i32>(SETUP, 24); }
/** Is it forbidden to allow a mate? */
@inline export function barsMates(): bool { return load<i32>(SETUP, 28) != 0; }
@inline export function stableCount(): i32 { return load<i32>(SETUP, 32); }
/** Are CODES ranks already? */
@inline export function areRanks(): bool { return load<i32>(SETUP, 36) != 0; }
/** Are the values of ranks listed in the file? Then rank 1 is no position. */
@inline export function areListed(): bool { return load<i32>(SETUP, 40) != 0; }
/** Is there no position where the side that is not to move has its royal piece attacked? */
@inline export function isGuarded(): bool { return load<i32>(SETUP, 44) != 0; }
/** The rank of a draw, and the highest, of the coded side (0) or of the other (1). */
@inline export function drawOf(side: i32): i32 { return load<i32>(SETUP + (side << 2), 48); }
@inline export function highest(side: i32): i32 { return load<i32>(SETUP + (side << 2), 56); }
@inline export function colorOf(slot: i32): i32 { return load<u8>(COLORS + slot); }
@inline export function isRoyal(slot: i32): bool { return load<u8>(ROYALS + slot) != 0; }
@inline export function squareOf(slot: i32): i32 { return load<u8>(SQUARES + slot); }
@inline export function standsStill(slot: i32): bool { return slot != rowSlot() && slot != laneSlot(); }
/** The ranks of the coded side (0) or of the other (1). */
@inline export function ranksOf(side: i32): usize { return RANKS + MARGIN + side * (CELLS + 2 * MARGIN); }
@inline export function guesses(): usize { return GUESS + MARGIN; }
@inline export function threats(): usize { return THREATS + MARGIN; }
@inline export function movementOf(slot: i32): i32 { return load<u8>(MOVEMENTS + slot); }
@inline export function between(slot: i32, from: i32, target: i32): u64 { return load<u64>(BETWEEN + ((movementOf(slot) << 12 | from << 6 | target) << 3)); }
@inline export function bit(square: i32): u64 { return (<u64>1) << square; }

// For the host, in the order of their names in src/format/planes/planeCoder.ts and planeEncoder.ts.
export function addressOf(which: i32): usize {
  switch (which) {
    case 0: return SETUP;
    case 1: return COLORS;
    case 2: return ROYALS;
    case 3: return MOVEMENTS;
    case 4: return STEPS;
    case 5: return WEIGHTS;
    case 6: return MAPS;
    case 7: return MODEL;
    case 8: return SQUARES;
    case 9: return STABLE;
    case 10: return BYTES;
    case 11: return ranksOf(0);
    case 12: return ranksOf(1);
    case 13: return CORRECTIONS;
    case 14: return WORTHS;
    default: return BEYOND;
  }
}

export function encoderAddressOf(which: i32): usize {
  switch (which) {
    case 0: return CODES;
    case 1: return TURNS;
    case 2: return CODED;
    case 3: return LENGTHS;
    case 4: return ESCAPED_RANKS;
    default: return CODERS;
  }
}
