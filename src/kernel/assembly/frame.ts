// The frame describes one group of slabs to the kernel: which men are fixed, which are dimensions, how they move and
// where the sets lie. The host writes it (see ../frame.ts, which must agree with the offsets here).

// Threads share the memory and have each an instance of this module, whose globals are its own.
let frame: usize = 0;
let local: usize = 0;

/** What to work on, and a block of memory that no other thread uses: 4160 bytes, then eight slabs and 256 bytes. */
export function useFrame(address: usize, block: usize): void {
  frame = address;
  local = block;
}

// The thread's block. For each square a word with all other squares:
@inline export function others(): usize { return local; }
/** For each number of files -8..8 the masks of four pairs: who has a source that many files to the right. */
@inline export function edges(files: i32): usize { return local + 512 + ((<usize>(files + 8)) << 6); }
/** Like others, but nothing on squares where a row man cannot stand. */
@inline export function passable(): usize { return local + 1600; }
/** What slides through each word of a plane, with 128 bytes of room at both ends. */
@inline export function stream(): usize { return local + 2112 + 128; }
/** What slides through a whole plane. */
@inline export function front(): usize { return local + 2880; }
/** For conversions: the best of each lane square, the codes looked up, a second list of them (i16), the men's squares (u8). */
@inline export function bestConversions(): usize { return local + 3392; }
@inline export function lookedUp(): usize { return local + 3520; }
@inline export function plainCodes(): usize { return local + 3648; }
@inline export function menSquares(): usize { return local + 3776; }
/** For slabs' moves: u32 x 8, the planes that are added together. */
@inline export function origins(): usize { return local + 3840; }
/** Eight slabs and some. */
@inline export function scratch(): usize { return local + 4160; }

// Words are 64 bits: one for the lane squares. Planes are 64 words, one for each square of the row man.
@inline export function dimensions(): i32 { return load<i32>(frame); }
@inline export function slabWords(): i32 { return load<i32>(frame, 4); }
@inline export function slabPlanes(): i32 { return load<i32>(frame, 8); }
@inline export function slabCount(): i32 { return load<i32>(frame, 12); }
@inline export function menCount(): i32 { return load<i32>(frame, 16); }
/** Slabs that a worker takes at once. */
@inline export function slabsAtOnce(): i32 { return load<i32>(frame, 20); }
/** u64 a slab: the squares of the men that stand still in it. */
@inline export function fixedSquares(slab: i32): u64 { return load<u64>(<usize>load<u32>(frame, 24) + ((<usize>slab) << 3)); }
/** i32 x 8 a slab and colour: `source slab * 8 + symmetry` for each move of a slab man, -1 where there are no more. */
@inline export function neighbours(color: i32, slab: i32): usize {
  return <usize>load<u32>(frame, 28) + ((<usize>(slab * 2 + color)) << 5);
}
/** u8 x 64 a symmetry: where it takes a square. */
@inline export function squareMap(symmetry: i32): usize { return <usize>load<u32>(frame, 32) + ((<usize>symmetry) << 6); }
/** Board placements that a placement of the slab stands for. */
@inline export function slabWeight(slab: i32): i32 { return load<u8>(<usize>load<u32>(frame, 36) + <usize>slab); }
/** i8 a slab: the symmetry under which its fixed men stay where they are, 0 where there is none. */
@inline export function slabSymmetry(slab: i32): i32 { return <i32>load<u8>(<usize>load<u32>(frame, 52) + <usize>slab); }
/** Is each of these like the man before: row like outer (bit 0), lane like row (bit 1)? */
@inline export function likeMen(): i32 { return load<i32>(frame, 56); }
/** Bytes a code of the table takes: 1, or 2 where its distances ask for that. */
@inline export function codeBytes(): i32 { return load<i32>(frame, 60); }
/** Bits of distances. */
@inline export function distanceBits(): i32 { return codeBytes() == 1 ? 7 : 8; }
/** Synchronisation: see barrier.ts. */
@inline export function syncBlock(): usize { return <usize>load<u32>(frame, 40); }
@inline export function workerCount(): i32 { return load<i32>(frame, 44); }

// Men: 32 bytes each from offset 64.
const MEN: usize = 64;
@inline function man(i: i32): usize { return frame + MEN + ((<usize>i) << 5); }
@inline export function colorOf(i: i32): i32 { return load<i32>(man(i)); }
/** How the man moves: see movement.ts. */
@inline export function movementOf(i: i32): usize { return <usize>load<u32>(man(i), 4); }
/** The same, backwards. */
@inline export function backwardOf(i: i32): usize { return <usize>load<u32>(man(i), 8); }
export const LANE = 0;
export const ROW = 1;
export const OUTER = 2;
export const FIXED = 3;
/** LANE, ROW or OUTER of a dimension, FIXED of a man that the slab fixes. */
@inline export function roleOf(i: i32): i32 { return load<i32>(man(i), 12); }
/** Of a FIXED man: his square in the slab. */
@inline export function squareIn(i: i32, slab: i32): i32 {
  return <i32>load<u8>(<usize>load<u32>(man(i), 16) + <usize>slab);
}
/** Is he the royal man? */
@inline export function isRoyal(i: i32): bool { return load<i32>(man(i), 20) != 0; }

// Sets: one address a side and name, from offset 64 + 32 * 8.
const SETS: usize = MEN + 32 * 8;
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
export const SPARE = 14;
const DISTANCE = 16;
const NAMES = 32;

@inline export function slabBytes(): usize { return (<usize>slabWords()) << 3; }
@inline export function setBase(name: i32, color: i32): usize {
  return <usize>load<u32>(frame + SETS + ((<usize>(color * NAMES + name)) << 2));
}
/** Does the rule set forbid to enter some positions? Else it has no such set. */
@inline export function forbids(): bool { return setBase(FORBIDDEN, 0) != 0; }
@inline export function setAt(name: i32, color: i32, slab: i32): usize {
  return setBase(name, color) + (<usize>slab) * slabBytes();
}

/** Sets a slab for the bits of distances, of which the last may be spare. */
const DISTANCE_BITS = 8;
/**
 * The bits of distances in a slab: a set a bit, one behind the other. Where a placement is open its best conversion's, where
 * it is decided its own.
 */
@inline export function distanceAt(color: i32, slab: i32): usize {
  return setBase(DISTANCE, color) + <usize>(slab * DISTANCE_BITS) * slabBytes();
}

// Flags: u8 a plane (is there a bit in it?), for the sets LEGAL..LOST; then u8 a slab.
const FLAGS: usize = SETS + 4 * NAMES * 2;
@inline export function planeFlags(name: i32, color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + FLAGS + ((<usize>(color * 8 + name)) << 2)) + <usize>(slab * slabPlanes());
}
const SLAB_FLAGS: usize = FLAGS + 4 * 8 * 2;
@inline export function slabFlag(name: i32, color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + SLAB_FLAGS + ((<usize>(color * 8 + name)) << 2)) + <usize>slab;
}
const LISTS: usize = SLAB_FLAGS + 4 * 8 * 2;
/** u8 a plane, for each distance of conversions that win, then of those that lose: see conversionPlanes.ts. */
@inline export function conversionPlaces(color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + LISTS) + (<usize>((slab * 2 + color) * slabPlanes()) << <usize>(distanceBits() + 1));
}
/** u64 x 4 a ply: positions decided, White's on the board and up to symmetry, then Black's. */
@inline export function tally(): usize { return <usize>load<u32>(frame + LISTS, 4); }
/** The conversions of a colour: their number, then their records (see conversions.ts). */
@inline export function conversionList(color: i32): usize { return <usize>load<u32>(frame + LISTS + 8 + ((<usize>color) << 2)); }
/** Codes of the finished table, by side to move. */
@inline export function codesAt(color: i32, slab: i32): usize {
  return <usize>load<u32>(frame + LISTS + 20 + ((<usize>color) << 2)) + <usize>slab * <usize>load<u32>(frame, 48) * <usize>codeBytes();
}
/** Keeps the greatest distance of any conversion, of all that workers tell, for the host. */
export function noteLongestConversion(distance: i32): void {
  const place = frame + LISTS + 28;
  let known = atomic.load<i32>(place);
  while (known < distance) {
    const found = atomic.cmpxchg<i32>(place, known, distance);
    if (found == known) return;
    known = found;
  }
}
