// What the kernel works on: a frame that the host lays out (../layout.ts), and a block of scratch memory.
import {
  BLASTS, BOARD, CHAINS, CODES, COLOR, CONVERSION_PLACES, CONVERSION_PLIES, CONVERSIONS, DOUBLINGS, FIXED,
  FIXED_MEN, FIXED_SQUARES, FLAGS, GOAL, IMMUNE, IS_ROYAL, MAPS, MEN, MOST_FLAG_BYTES, NEAR, OWN_INDEX, OWN_PLACES, PIECE_BYTES, PIECES,
  PLANE_BYTES, PLANES, ROLE, ROWS, ROWS_IN_GROUP, SCRATCH_SLABS, SETS, SHELTERED, SLAB_BYTES, SLAB_SQUARES, SLABS, SLIDES, SLOTS, SQUARES,
  STANDS, SWAPS, WEIGHTS, WORD_MAPS,
} from '../layout';
import { LANE_BYTES } from './words';

let frame: usize = 0;
let block: usize = 0;
let tally: usize = 0;

export function useFrame(address: usize, scratch: usize, ownCounts: usize): void {
  frame = address;
  block = scratch;
  tally = ownCounts;
}

/** See finish.ts. */
@inline export function counts(): usize { return tally; }

@inline function field(offset: usize): i32 { return load<i32>(frame + offset); }
@inline function place(offset: usize): usize { return <usize>load<u32>(frame + offset); }

@inline export function squareCount(): i32 { return field(SQUARES); }
@inline export function rowCount(): i32 { return field(ROWS); }
@inline export function planeCount(): i32 { return field(PLANES); }
@inline export function planeBytes(): usize { return place(PLANE_BYTES); }
@inline export function slabBytes(): usize { return place(SLAB_BYTES); }
@inline export function men(): i32 { return field(MEN); }
@inline export function fixedMen(): i32 { return field(FIXED_MEN); }
@inline export function doublings(): i32 { return field(DOUBLINGS); }
@inline function slabCount(): i32 { return field(SLABS); }
@inline export function fixedWord(slab: i32): usize { return place(SLAB_SQUARES) + <usize>slab * LANE_BYTES; }
@inline export function fixedSquare(slab: i32, piece: i32): i32 {
  return <i32>load<u8>(place(FIXED_SQUARES) + <usize>(slab * fixedMen() + piece));
}
@inline export function weightOf(slab: i32): i32 { return <i32>load<u8>(place(WEIGHTS) + <usize>slab); }
@inline export function slotOf(i: i32): i32 { return <i32>load<u8>(place(SLOTS) + <usize>i); }
@inline export function mapOf(symmetry: i32): usize { return place(MAPS) + <usize>(symmetry * squareCount()); }
/** How a word of an 8x8 board is brought back: 1 transposed, 2 files exchanged, 4 ranks; more if by maps. */
@inline export function swapsOf(symmetry: i32): i32 { return <i32>load<u8>(place(SWAPS) + <usize>symmetry); }
@inline export function wordMap(symmetry: i32): usize {
  return place(WORD_MAPS) + <usize>symmetry * ((LANE_BYTES << 8) * LANE_BYTES);
}
@inline export function codesOf(side: i32): usize { return place(CODES + (<usize>side << 2)); }
@inline export function boardWord(): usize { return place(BOARD); }
@inline export function nearWord(square: i32): usize { return place(NEAR) + <usize>square * LANE_BYTES; }
@inline export function conversionsOf(side: i32): usize { return place(CONVERSIONS + (<usize>side << 2)); }
@inline function conversionPlies(): i32 { return field(CONVERSION_PLIES); }
@inline export function rowsInGroup(): i32 { return field(ROWS_IN_GROUP); }
@inline export function blasts(): bool { return field(BLASTS) != 0; }
@inline export function ownPlaces(): usize { return place(OWN_PLACES); }
@inline export function ownIndex(): usize { return place(OWN_INDEX); }
/** `lists`: 2 * side, plus 1 for losing conversions. u64 by plane: a bit for each group of rows. */
@inline export function conversionPlaces(lists: i32, plies: i32, slab: i32): usize {
  const at = ((lists * conversionPlies() + plies) * slabCount() + slab) * planeCount();
  return place(CONVERSION_PLACES) + (<usize>at << 3);
}

@inline function piece(i: i32, offset: usize): usize { return frame + PIECES + (<usize>i) * PIECE_BYTES + offset; }
@inline export function colorOf(i: i32): i32 { return load<i32>(piece(i, COLOR)); }
@inline export function roleOf(i: i32): i32 { return load<i32>(piece(i, ROLE)); }
@inline export function pathsOf(i: i32, which: usize): usize { return <usize>load<u32>(piece(i, which)); }
@inline export function slidesOf(i: i32): usize { return <usize>load<u32>(piece(i, SLIDES)); }
@inline export function chainsOf(i: i32): usize { return <usize>load<u32>(piece(i, CHAINS)); }
@inline export function isRoyal(i: i32): bool { return load<i32>(piece(i, IS_ROYAL)) != 0; }
@inline export function standsWord(i: i32): usize { return <usize>load<u32>(piece(i, STANDS)); }
@inline export function goalWord(i: i32): usize { return <usize>load<u32>(piece(i, GOAL)); }
@inline export function isSheltered(i: i32): bool { return load<i32>(piece(i, SHELTERED)) != 0; }
@inline export function isImmune(i: i32): bool { return load<i32>(piece(i, IMMUNE)) != 0; }
/** The square of any piece but the lane piece. */
@inline export function squareOf(i: i32, slab: i32, plane: i32, row: i32): i32 {
  const role = roleOf(i);
  return role == FIXED ? fixedSquare(slab, i) : role == 1 ? row : plane;
}

@inline export function setBase(set: i32): usize { return place(SETS + (<usize>set << 2)); }
@inline export function setAt(set: i32, slab: i32): usize { return setBase(set) + <usize>slab * slabBytes(); }
/** Flags of a slab's planes: 1 if any bit is set; 0 if the set has none. */
@inline export function flagsAt(set: i32, slab: i32): usize {
  const base = place(FLAGS + (<usize>set << 2));
  return base == 0 ? 0 : base + <usize>slab * flagBytes();
}
/** Bytes of the flags of a slab: a multiple of 8, and 0 beyond the last plane. */
@inline export function flagBytes(): usize { return (<usize>planeCount() + 7) & ~7; }
/** Is any plane flagged? */
@inline export function anyFlag(flags: usize): bool {
  const end = flags + flagBytes();
  let sum: u64 = 0;
  for (let at = flags; at < end; at += 8) sum |= load<u64>(at);
  return sum != 0;
}

// Scratch memory. Words:
@inline export function occupiedWord(): usize { return block; }
@inline export function freeWord(): usize { return block + 32; }
@inline export function firstWord(): usize { return block + 64; }
@inline export function secondWord(): usize { return block + 96; }
@inline export function thirdWord(): usize { return block + 128; }
@inline export function fourthWord(): usize { return block + 160; }
@inline export function fifthWord(): usize { return block + 192; }
@inline export function sixthWord(): usize { return block + 224; }
@inline export function seventhWord(): usize { return block + 256; }
/** u8 by piece: its square after a conversion. Then the same in the table that it leads to, or by slot, and the image of that. */
@inline export function afterSquares(): usize { return block + 320; }
@inline export function slotSquares(): usize { return block + 336; }
@inline export function imageSquares(): usize { return block + 352; }
/** See finish.ts. */
@inline export function numberPrefixes(): usize { return block + 384; }
/** u32 addresses: see addFixedUnmoves of unmoves.ts. */
@inline export function origins(): usize { return block + 512; }
/** u32 by conversion: see keptAt of runs.ts. */
@inline export function keptPlaces(): usize { return block + 2304; }
/** i16 by lane: see conversions.ts. */
@inline export function bestWorths(): usize { return block + 1152; }
@inline export function lookedCodes(): usize { return block + 1152 + 512; }
/** A plane. */
@inline export function carriedPlane(): usize { return block + 2816; }
/** Three slabs and their flags. */
@inline export function slabScratch(i: i32): usize { return block + SCRATCH_SLABS + (<usize>i) * (slabBytes() + MOST_FLAG_BYTES); }
