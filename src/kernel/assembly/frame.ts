// The frame describes one group of slabs to the kernel: which pieces are fixed, which are dimensions, how they move and
// where the sets lie. The host (../kernelFrame.ts) writes it, as ../layout.ts lays it out.
import {
  CODE_BYTES, CODES, CONVERSION_ENTRIES, CONVERSION_LISTS, CONVERSION_PLACES, CONVERSIONS, DIMENSIONS, DISTANCE,
  DISTANCE_BITS, FIRST_SLAB, FIXED_SQUARES, FLAGGED_SETS, FORBIDDEN, FRONTIER_RECORDS, IDENTICAL_PIECES, LOGGED,
  LONGEST_CONVERSION, MEN, NEIGHBOURS, PIECE_BYTES, PIECES, PLANE_FLAGS, SETS, SETS_A_SIDE, SLAB_FLAGS, SLAB_PLANES,
  SLAB_WORDS, SLABS, SLABS_AT_ONCE, SQUARE_MAPS, SYMMETRIES, SYNC, TALLY, THIRD, THIRD_MOVES, WEIGHTS, WORKERS,
} from '../layout';

// Threads share the memory; each has its own instance of this module, and so its own globals.
let frame: usize = 0;
let local: usize = 0;

/** Sets the frame to work on, and a block of memory for this thread alone. */
export function useFrame(address: usize, block: usize): void {
  frame = address;
  local = block;
}

// The thread's block. For each square, a word with all other squares:
@inline export function others(): usize { return local; }
/** For each shift of -8 to 8 files, masks of four pairs: all ones for a file whose source is on the board. */
@inline export function edges(files: i32): usize { return local + 512 + ((<usize>(files + 8)) << 6); }
/** The same as `others`, but 0 for squares that the row piece cannot be on. */
@inline export function passable(): usize { return local + 1600; }
/** What slides through each word of a plane, padded by 128 bytes at both ends. */
@inline export function stream(): usize { return local + 2112 + 128; }
/** 16 bytes x 8, a line of planes that the outer piece slides over: see planeLine.ts. */
@inline export function line(): usize { return local + 2880; }
/** For conversions, by lane square: the best, the codes looked up, a copy of these (i16); then the pieces' squares (u8). */
@inline export function bestConversions(): usize { return local + 3392; }
@inline export function lookedUp(): usize { return local + 3520; }
@inline export function plainCodes(): usize { return local + 3648; }
@inline export function pieceSquares(): usize { return local + 3776; }
/** For slab moves: 8 bytes x 8, the planes to be added in one pass. */
@inline export function origins(): usize { return local + 3840; }
/** 16 bytes x 8, the slabs that they come from. */
@inline export function sources(): usize { return local + 3968; }
/** 16 bytes x 64, the slabs that the third piece comes from. */
@inline export function thirdSources(): usize { return local + 4096; }
/** 16 bytes x 64, planes by the square of a piece that moves over them: see planeLine.ts. */
@inline export function planeTable(): usize { return local + 5120; }
/** 8 bytes x 256 each, by mask of a word's bytes: where they come from (packedWords.ts). */
@inline export function opening(mask: i32): usize { return local + 6144 + ((<usize>mask) << 3); }
@inline export function closing(mask: i32): usize { return local + 8192 + ((<usize>mask) << 3); }
/** Room for the distances of a slab, and 512 bytes. */
@inline export function scratch(): usize { return local + 10240; }

@inline function field(offset: usize): i32 { return load<i32>(frame + offset); }
@inline function place(offset: usize): usize { return <usize>load<u32>(frame + offset); }

// A word has a bit for each square of the lane piece; a plane has a word for each square of the row piece.
@inline export function dimensions(): i32 { return field(DIMENSIONS); }
@inline export function slabWords(): i32 { return field(SLAB_WORDS); }
@inline export function slabPlanes(): i32 { return field(SLAB_PLANES); }
@inline export function firstSlab(): i32 { return field(FIRST_SLAB); }
@inline export function slabCount(): i32 { return field(SLABS); }
export function setRange(first: i32, end: i32): void {
  store<i32>(frame + FIRST_SLAB, first);
  store<i32>(frame + SLABS, end);
}
@inline export function isLogged(): bool { return field(LOGGED) != 0; }
@inline export function pieceCount(): i32 { return field(MEN); }
@inline export function slabsAtOnce(): i32 { return field(SLABS_AT_ONCE); }
@inline export function fixedSquares(slab: i32): u64 { return load<u64>(place(FIXED_SQUARES) + ((<usize>slab) << 3)); }
@inline export function neighbours(color: i32, slab: i32): usize {
  return place(NEIGHBOURS) + ((<usize>(slab * 2 + color)) << 5);
}
@inline export function squareMap(symmetry: i32): usize { return place(SQUARE_MAPS) + ((<usize>symmetry) << 6); }
@inline export function slabWeight(slab: i32): i32 { return load<u8>(place(WEIGHTS) + <usize>slab); }
@inline export function slabSymmetry(slab: i32): i32 { return <i32>load<u8>(place(SYMMETRIES) + <usize>slab); }
@inline export function identicalPieces(): i32 { return field(IDENTICAL_PIECES); }
@inline export function codeBytes(): i32 { return field(CODE_BYTES); }
@inline export function distanceBits(): i32 { return field(DISTANCE_BITS); }
@inline export function syncBlock(): usize { return place(SYNC); }
@inline export function workerCount(): i32 { return field(WORKERS); }

@inline function piece(i: i32): usize { return frame + PIECES + (<usize>i) * PIECE_BYTES; }
@inline export function colorOf(i: i32): i32 { return load<i32>(piece(i)); }
/** How the piece moves: see movement.ts. */
@inline export function movementOf(i: i32): usize { return <usize>load<u32>(piece(i), 4); }
/** The same, backwards. */
@inline export function backwardOf(i: i32): usize { return <usize>load<u32>(piece(i), 8); }
export const LANE = 0;
export const ROW = 1;
export const OUTER = 2;
export const FIXED = 3;
export { THIRD };
/** LANE, ROW or OUTER for a dimension, FIXED or THIRD for a piece that the slab fixes. */
@inline export function roleOf(i: i32): i32 { return load<i32>(piece(i), 12); }
/** Pieces that the slab fixes only: the square in the slab. */
@inline export function squareIn(i: i32, slab: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(piece(i), 16) + <usize>slab);
}
@inline export function isRoyal(i: i32): bool { return load<i32>(piece(i), 20) != 0; }

@inline export function slabBytes(): usize { return (<usize>slabWords()) << 3; }
@inline function pages(name: i32, color: i32): usize {
  return place(SETS + ((<usize>(color * SETS_A_SIDE + name)) << 2));
}
/** Does the rule set forbid entering some positions? Otherwise FORBIDDEN has no address. */
@inline export function forbids(): bool { return pages(FORBIDDEN, 0) != 0; }
@inline export function setAt(name: i32, color: i32, slab: i32): usize {
  return <usize>load<u32>(pages(name, color) + ((<usize>slab) << 2));
}
/** The bits of distances in a slab, one set per bit. */
@inline export function distanceAt(color: i32, slab: i32): usize {
  return setAt(DISTANCE, color, slab);
}

// Flags of the first sets, if they have any: u8 per plane, a bit for each rank of words that may have bits; then u8 per slab, 1
// if any are set.
export const ALL_RANKS = 0xff;
@inline export function planeFlags(name: i32, color: i32, slab: i32): usize {
  return place(PLANE_FLAGS + ((<usize>(color * FLAGGED_SETS + name)) << 2)) + <usize>(slab * slabPlanes());
}
@inline export function slabFlag(name: i32, color: i32, slab: i32): usize {
  return place(SLAB_FLAGS + ((<usize>(color * FLAGGED_SETS + name)) << 2)) + <usize>slab;
}
/** Are frontiers kept as records (records.ts)? Then this is where that of a slab is. */
@inline export function hasRecords(): bool { return place(FRONTIER_RECORDS) != 0; }
@inline function frontierPlace(color: i32, slab: i32): usize {
  return place(FRONTIER_RECORDS) + ((<usize>(slab * 2 + color)) << 2);
}
@inline export function frontierRecord(color: i32, slab: i32): usize { return <usize>load<u32>(frontierPlace(color, slab)); }
@inline export function noteFrontier(color: i32, slab: i32, record: usize): void {
  store<u32>(frontierPlace(color, slab), <u32>record);
}
/** What findThirdMoves has found, if it has. */
@inline export function thirdFound(): usize { return place(THIRD_MOVES); }
@inline export function conversionPlaces(color: i32, slab: i32): usize {
  return place(CONVERSION_PLACES) + (<usize>((slab * 2 + color) * slabPlanes()) << <usize>(distanceBits() + 1));
}
@inline export function conversionLists(color: i32, slab: i32): usize {
  return place(CONVERSION_LISTS) + (<usize>(slab * 2 + color) << <usize>(distanceBits() + 4));
}
@inline export function conversionEntries(): usize { return place(CONVERSION_ENTRIES); }
@inline export function tally(): usize { return place(TALLY); }
/** The records of a list are in conversionRecord.ts. */
@inline export function conversionList(color: i32): usize { return place(CONVERSIONS + ((<usize>color) << 2)); }
@inline export function codesAt(color: i32, slab: i32): usize {
  const placements = <usize>slab << <usize>(6 * dimensions());
  return place(CODES + ((<usize>color) << 2)) + placements * <usize>codeBytes();
}
@inline export function longestConversion(): i32 { return field(LONGEST_CONVERSION); }
/** Raises the longest distance of any conversion, which the host reads, to `distance`. */
export function noteLongestConversion(distance: i32): void {
  const longest = frame + LONGEST_CONVERSION;
  let known = atomic.load<i32>(longest);
  while (known < distance) {
    const found = atomic.cmpxchg<i32>(longest, known, distance);
    if (found == known) return;
    known = found;
  }
}
