// Where everything lies in the coder's memory. src/format/planes/planeCoder.ts asks for these addresses by the functions below.

/** Placements of a plane: the row piece's square times 64, plus the lane piece's. */
export const CELLS: i32 = 4096;
export const MOST_MEN: i32 = 8;
/** Steps that a movement can have. */
export const MOST_STEPS: i32 = 64;
/** Values that a table can have, and one more. */
export const MOST_RANKS: i32 = 1024;
/** Symbols of a leaf: see model.ts. */
export const SYMBOLS: i32 = 24;
export const FEATURES: i32 = 64;
/** Nodes and leaves of both trees together. */
export const MOST_NODES: i32 = 4096;
export const LEAF_BYTES: i32 = 128;
export const IO_BYTES: i32 = 65536;
export const MOST_SAMPLES: i32 = 2 * CELLS;

// Set by the host for each table.
/**
 * i32 x 16: pieces, row slot, lane slot, side coded first, rank of a draw, symmetries that leave the fixed pieces, whether
 * row and lane piece are identical, of how many values a sample is taken, and how many are passed before the first.
 */
export const SETUP = memory.data(64);
/** u8 by slot: colour, and whether royal. */
export const COLORS = memory.data(MOST_MEN);
export const ROYALS = memory.data(MOST_MEN);
/** u64[4096] by slot: what must be empty for a piece on a square (times 64) to attack another; all ones for never. */
export const BETWEEN = memory.data(MOST_MEN * CELLS * 8, 16);
/** For the row piece and the lane piece: the number of steps (i32), and of each whether it slides (1 to higher squares, 2 to lower). */
export const STEP_COUNT = memory.data(8);
export const SLIDES = memory.data(2 * MOST_STEPS);
/** u8[64] by piece and step: the square that the step leads to, 255 off the board. */
export const NEXT = memory.data(2 * MOST_STEPS * 64);
/** u16 by rank: what moving to a position of that rank is worth to the mover, as a rank; 0 where that is forbidden. */
export const AFTER = memory.data(MOST_RANKS * 2);
/** u8[64] by symmetry. */
export const IMAGES = memory.data(8 * 64);
/** Nodes, 8 bytes: feature (u16; 65535 for a leaf), threshold (i16), next where not above it and where above (u16). */
export const NODES = memory.data(MOST_NODES * 8, 16);
/** Leaves, 128 bytes: frequencies (u16 x 24), sums of those before (u16 x 24), symbols (u8 x 24), most frequent first. */
export const LEAVES = memory.data(MOST_NODES * LEAF_BYTES / 2, 16);
/** i32 x 2: the root of the tree of the side coded first, and of the other. */
export const ROOTS = memory.data(8);
/** By side in order of coding: number of escapes (i32 x 2), and u16 by place: rank, frequency, sum of those before. */
export const ESCAPE_COUNT = memory.data(8);
export const ESCAPES = memory.data(2 * MOST_RANKS * 6);

// For each plane.
/** u8 by slot: squares of the fixed pieces. */
export const SQUARES = memory.data(MOST_MEN);
/** u16 by side to move and cell: the rank of the value, 0 where there is no position. */
export const RANKS = memory.data(2 * CELLS * 2, 16);
/** The bytes of a coded plane. */
export const BYTES = memory.data(IO_BYTES, 16);
/** Records of coding, u32: what rANS is to write, last first. */
export const RECORDS = memory.data(2 * CELLS * 2 * 4, 16);
/** i16 x 64 by value: its features, the last two being its symbol and which side it is of. */
export const SAMPLES = memory.data(MOST_SAMPLES * FEATURES * 2, 16);

// Worked out here.
/** u8 by side to move and cell: see plane.ts. */
export const STATES = memory.data(2 * CELLS, 16);
/** u8 by side to move and cell: which pieces hang. */
export const THREATS = memory.data(2 * CELLS, 16);
/** u16 by cell: the twin of a cell that symmetry or exchange of identical pieces makes equal to one before. */
export const TWINS = memory.data(CELLS * 2, 16);
/** u16 by cell: the rank of the best move by the row or the lane piece within the plane, 0 for none. */
export const BEST = memory.data(CELLS * 2, 16);
/** u16 x 64 by square of a piece: what arriving there is worth, and what sliding over it, by the other piece's square. */
export const WORTH = memory.data(CELLS * 2, 16);
export const RUNS = memory.data(CELLS * 2, 16);
/** u16 by cell: ranks so far, and guesses where there is no position. */
export const GUESS = memory.data(CELLS * 2, 16);
/** u16[32] of a row, and u16[64][32] of the lane: the last rank among the same threats. */
export const ROW_LAST = memory.data(64);
export const LANE_LAST = memory.data(64 * 64);
/** i16 x 8 by threat: the threat, and its five bits. */
export const THREAT_FEATURES = memory.data(32 * 16, 16);
/** i16 x 8 by the lane piece's square: its file and rank, and its distance from each fixed piece. */
export const LANE_FEATURES = memory.data(64 * 16, 16);
/** i16 by feature. */
export const FEATURE = memory.data(FEATURES * 2, 16);

export function setupAt(): usize { return SETUP; }
export function colorsAt(): usize { return COLORS; }
export function royalsAt(): usize { return ROYALS; }
export function betweenAt(): usize { return BETWEEN; }
export function stepCountAt(): usize { return STEP_COUNT; }
export function slidesAt(): usize { return SLIDES; }
export function nextAt(): usize { return NEXT; }
export function afterAt(): usize { return AFTER; }
export function imagesAt(): usize { return IMAGES; }
export function nodesAt(): usize { return NODES; }
export function leavesAt(): usize { return LEAVES; }
export function rootsAt(): usize { return ROOTS; }
export function escapeCountAt(): usize { return ESCAPE_COUNT; }
export function escapesAt(): usize { return ESCAPES; }
export function squaresAt(): usize { return SQUARES; }
export function ranksAt(): usize { return RANKS; }
export function bytesAt(): usize { return BYTES; }
export function samplesAt(): usize { return SAMPLES; }
export function statesAt(): usize { return STATES; }

@inline export function menCount(): i32 { return load<i32>(SETUP); }
@inline export function rowSlot(): i32 { return load<i32>(SETUP, 4); }
@inline export function laneSlot(): i32 { return load<i32>(SETUP, 8); }
@inline export function firstSide(): i32 { return load<i32>(SETUP, 12); }
@inline export function drawRank(): i32 { return load<i32>(SETUP, 16); }
@inline export function imageCount(): i32 { return load<i32>(SETUP, 20); }
@inline export function sampleStep(): i32 { return load<i32>(SETUP, 28); }
@inline export function samplePhase(): i32 { return load<i32>(SETUP, 32); }
/** 1 if the row piece and the lane piece are identical. */
@inline export function alike(): i32 { return load<i32>(SETUP, 24); }
@inline export function colorOf(slot: i32): i32 { return load<u8>(COLORS + slot); }
@inline export function isRoyal(slot: i32): bool { return load<u8>(ROYALS + slot) != 0; }
@inline export function squareOf(slot: i32): i32 { return load<u8>(SQUARES + slot); }
