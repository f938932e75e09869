// The frame describes one group of slabs to the kernel: which pieces are fixed, which are dimensions, how they move and
// where the sets lie. The host writes it (../kernelFrame.ts, whose offsets must agree with these).

// Threads share the memory; each has its own instance of this module, and so its own globals.
let frame: usize = 0;
let local: usize = 0;

/** Sets the frame to work on, and a block of memory for this thread alone: 4160 bytes, then eight slabs and 256 bytes. */
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
/** What slides through a whole plane. */
@inline export function front(): usize { return local + 2880; }
/** For conversions, by lane square: the best, the codes looked up, a copy of these (i16); then the pieces' squares (u8). */
@inline export function bestConversions(): usize { return local + 3392; }
@inline export function lookedUp(): usize { return local + 3520; }
@inline export function plainCodes(): usize { return local + 3648; }
@inline export function pieceSquares(): usize { return local + 3776; }
/** For slab moves: u32 x 8, the planes to be added in one pass. */
@inline export function origins(): usize { return local + 3840; }
/** Eight slabs and 256 bytes. */
@inline export function scratch(): usize { return local + 4160; }

// A word has a bit for each square of the lane piece; a plane has a word for each square of the row piece.
@inline export function dimensions(): i32 { return load<i32>(frame); }
@inline export function slabWords(): i32 { return load<i32>(frame, 4); }
@inline export function slabPlanes(): i32 { return load<i32>(frame, 8); }
@inline export function slabCount(): i32 { return load<i32>(frame, 12); }
@inline export function pieceCount(): i32 { return load<i32>(frame, 16); }
/** Slabs that a worker takes at once. */
@inline export function slabsAtOnce(): i32 { return load<i32>(frame, 20); }
/** u64 per slab: the squares of its fixed pieces. */
@inline export function fixedSquares(slab: i32): u64 { return load<u64>(<usize>load<u32>(frame, 24) + ((<usize>slab) << 3)); }
/** i32 x 8 per slab and colour: `source slab * 8 + symmetry` for each move of its fixed piece, then -1. */
@inline export function neighbours(color: i32, slab: i32): usize {
  return <usize>load<u32>(frame, 28) + ((<usize>(slab * 2 + color)) << 5);
}
/** u8 x 64 per symmetry: the image of each square. */
@inline export function squareMap(symmetry: i32): usize { return <usize>load<u32>(frame, 32) + ((<usize>symmetry) << 6); }
/** Number of placements on the board that one placement of the slab represents. */
@inline export function slabWeight(slab: i32): i32 { return load<u8>(<usize>load<u32>(frame, 36) + <usize>slab); }
/** u8 per slab: the symmetry that leaves its fixed pieces in place, or 0. */
@inline export function slabSymmetry(slab: i32): i32 { return <i32>load<u8>(<usize>load<u32>(frame, 52) + <usize>slab); }
/** Bit 0: the row piece is identical to the outer piece; bit 1: the lane piece to the row piece. */
@inline export function identicalPieces(): i32 { return load<i32>(frame, 56); }
/** Bytes of a code of the table: 1, or 2 if its distances need that. */
@inline export function codeBytes(): i32 { return load<i32>(frame, 60); }
/** Bits of a distance. */
@inline export function distanceBits(): i32 { return codeBytes() == 1 ? 7 : 8; }
/** See barrier.ts. */
@inline export function syncBlock(): usize { return <usize>load<u32>(frame, 40); }
@inline export function workerCount(): i32 { return load<i32>(frame, 44); }

// Pieces: 32 bytes each from offset 64.
const PIECES: usize = 64;
@inline function piece(i: i32): usize { return frame + PIECES + ((<usize>i) << 5); }
@inline export function colorOf(i: i32): i32 { return load<i32>(piece(i)); }
/** How the piece moves: see movement.ts. */
@inline export function movementOf(i: i32): usize { return <usize>load<u32>(piece(i), 4); }
/** The same, backwards. */
@inline export function backwardOf(i: i32): usize { return <usize>load<u32>(piece(i), 8); }
export const LANE = 0;
export const ROW = 1;
export const OUTER = 2;
export const FIXED = 3;
/** LANE, ROW or OUTER for a dimension, FIXED for a piece that the slab fixes. */
@inline export function roleOf(i: i32): i32 { return load<i32>(piece(i), 12); }
/** FIXED pieces only: the square in the slab. */
@inline export function squareIn(i: i32, slab: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(piece(i), 16) + <usize>slab);
}
@inline export function isRoyal(i: i32): bool { return load<i32>(piece(i), 20) != 0; }

// Sets: one address per side and name, from offset 64 + 32 * 8.
const SETS: usize = PIECES + 32 * 8;
export const LEGAL = 0;
export const SAFE = 1;
export const OPEN = 2;
export const WON = 3;
export const LOST = 4;
export const SAFE_CONVERSION = 6;
export const CONVERSION_WINS = 7;
export const CONVERSION_LOSES = 8;
export const CONVERSION_LEGAL = 9;
export const CONVERSION_MATES = 10;
export const MATE = 11;
export const FORBIDDEN = 12;
export const STUCK = 13;
const DISTANCE = 16;
const NAMES = 32;

@inline export function slabBytes(): usize { return (<usize>slabWords()) << 3; }
@inline export function setBase(name: i32, color: i32): usize {
  return <usize>load<u32>(frame + SETS + ((<usize>(color * NAMES + name)) << 2));
}
/** Does the rule set forbid entering some positions? Otherwise FORBIDDEN has no address. */
@inline export function forbids(): bool { return setBase(FORBIDDEN, 0) != 0; }
@inline export function setAt(name: i32, color: i32, slab: i32): usize {
  return setBase(name, color) + (<usize>slab) * slabBytes();
}

/** Sets per slab for the bits of distances; the last is unused with one-byte codes. */
const DISTANCE_BITS = 8;
/**
 * The bits of distances in a slab, one set per bit, lowest first: of an open placement the distance of its best conversion,
 * of a decided one its own.
 */
@inline export function distanceAt(color: i32, slab: i32): usize {
  return setBase(DISTANCE, color) + <usize>(slab * DISTANCE_BITS) * slabBytes();
}

// Flags for the sets LEGAL..LOST: u8 per plane, 1 if any bit is set; then u8 per slab.
const FLAGS: usize = SETS + 4 * NAMES * 2;
@inline export function planeFlags(name: i32, color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + FLAGS + ((<usize>(color * 8 + name)) << 2)) + <usize>(slab * slabPlanes());
}
const SLAB_FLAGS: usize = FLAGS + 4 * 8 * 2;
@inline export function slabFlag(name: i32, color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + SLAB_FLAGS + ((<usize>(color * 8 + name)) << 2)) + <usize>slab;
}
const LISTS: usize = SLAB_FLAGS + 4 * 8 * 2;
/** u8 per plane for each distance of a winning conversion, then of a losing one: see conversionPlanes.ts. */
@inline export function conversionPlaces(color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + LISTS) + (<usize>((slab * 2 + color) * slabPlanes()) << <usize>(distanceBits() + 1));
}
/** u64 x 4 per ply, positions decided: White's on the whole board and up to symmetry, then Black's. */
@inline export function tally(): usize { return <usize>load<u32>(frame + LISTS, 4); }
/** The conversions of a colour: their number, then their records (conversionRecord.ts). */
@inline export function conversionList(color: i32): usize {
  return <usize>load<u32>(frame + LISTS + 8 + ((<usize>color) << 2));
}
/** The finished table's codes, by side to move. */
@inline export function codesAt(color: i32, slab: i32): usize {
  const first = <usize>load<u32>(frame + LISTS + 20 + ((<usize>color) << 2));
  return first + <usize>slab * <usize>load<u32>(frame, 48) * <usize>codeBytes();
}
/** Raises the longest distance of any conversion, which the host reads, to `distance`. */
export function noteLongestConversion(distance: i32): void {
  const place = frame + LISTS + 28;
  let known = atomic.load<i32>(place);
  while (known < distance) {
    const found = atomic.cmpxchg<i32>(place, known, distance);
    if (found == known) return;
    known = found;
  }
}
