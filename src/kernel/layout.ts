// How the host and the kernel lay out memory: compiled by both. Offsets and sizes are in bytes.

// The frame: i32 fields.
/** Pieces that are dimensions of a slab: 1 to 3. */
export const DIMENSIONS = 0;
export const SLAB_WORDS = 4;
export const SLAB_PLANES = 8;
export const SLABS = 12;
export const MEN = 16;
/** The slabs that are worked on: from this one on, and before the end (SLABS). A window works on a few at a time. */
export const FIRST_SLAB = 96;
/** Slabs that a worker takes at once. */
export const SLABS_AT_ONCE = 20;
/** u64 per slab: the squares of its fixed pieces. */
export const FIXED_SQUARES = 24;
/** i32 x 8 per slab and colour: `slab * 8 + symmetry` for each move of its fixed piece, in the order of symmetries, then -1. */
export const NEIGHBOURS = 28;
/** u8 x 64 per symmetry: the image of each square. */
export const SQUARE_MAPS = 32;
/** u8 per slab: how many placements on the board one of its placements represents. */
export const WEIGHTS = 36;
/** What workers share: see assembly/barrier.ts. */
export const SYNC = 40;
export const WORKERS = 44;
/** u8 per slab: the symmetry that leaves its fixed pieces in place, or 0. */
export const SYMMETRIES = 48;
/**
 * Bit 0: the row piece is identical to the one before it, the outer piece; bit 1: the lane piece to the row piece; bit 2: the
 * outer piece to the third that a slab fixes.
 */
export const IDENTICAL_PIECES = 52;
/** Bytes of a code of the table: 1 or 2. */
export const CODE_BYTES = 56;
/** Bits of a distance, one set each; and the sets per slab that they have room for, which codes may overwrite. */
export const DISTANCE_BITS = 60;
export const DISTANCE_SETS = 64;
/** u8 per plane for each distance of a winning conversion, then of a losing one: see assembly/conversionPlanes.ts. */
export const CONVERSION_PLACES = 68;
/** The longest distance of any conversion, once conversions are found. */
export const LONGEST_CONVERSION = 72;
/** u64 x 4 per ply, positions decided: White's on the whole board and up to symmetry, then Black's; at the end, draws. */
export const TALLY = 76;
/** By colour: its conversions, their number and then their records. */
export const CONVERSIONS = 80;
/** By side to move: the finished table's codes. */
export const CODES = 88;

/** 1 if decisions are logged as they are made (src/solve/window): then there are no bits of their distances. */
export const LOGGED = 100;

/**
 * Of a window: u32 per slab and side, the address of the record of what was decided there last (assembly/records.ts). 0 if
 * frontiers are not kept as records.
 */
export const FRONTIER_RECORDS = 104;
/** Of a ply through a window: what findThirdMoves has found for a pair of kings (assembly/thirdPass.ts), 0 if it has not. */
export const THIRD_MOVES = 108;

/**
 * Of a window: the lists of conversions of a slab and side, and the room for their entries, 16 bytes each after 16 more
 * (assembly/conversionLists.ts).
 */
export const CONVERSION_LISTS = 112;
export const CONVERSION_ENTRIES = 116;

/** The role of a piece that slabs fix as the last digit of their number: it moves as any piece, from slab to slab. */
export const THIRD = 4;

export const PIECES = 128;
export const PIECE_BYTES = 32;
export const MOST_PIECES = 8;

/** By side and name: the address of u32 per slab, the address of the set there; 0 if there is no such set. */
export const SETS = PIECES + PIECE_BYTES * MOST_PIECES;
export const SETS_A_SIDE = 32;
/** By side and name, of the first sets only: the address of flags, u8 per plane; then u8 per slab. */
export const PLANE_FLAGS = SETS + 4 * 2 * SETS_A_SIDE;
export const FLAGGED_SETS = 8;
export const SLAB_FLAGS = PLANE_FLAGS + 4 * 2 * FLAGGED_SETS;
export const FRAME_BYTES = SLAB_FLAGS + 4 * 2 * FLAGGED_SETS;

// Lists of conversions: their number, and from here on the conversions. Fields of these are i32 unless it says otherwise.
export const CONVERSIONS_BEGIN = 16;
/** The piece that moves. */
export const MOVER = 0;
/** The piece that is captured, or -1. */
export const VICTIM = 4;
/** The square that the mover goes to if it is the same for all placements, else -1: the victim's. */
export const LANDING = 8;
/** Address of codes of the target with the opponent to move. */
export const TARGET_CODES = 12;
/** Slots of the target. */
export const TARGET_SLOTS = 16;
/** u64: squares that must be empty besides `LANDING` (a double step passes over one). */
export const MUST_BE_EMPTY = 24;
/** Address of i32 x 4096 by the squares of the first two slots (the kings): `place * 8 + symmetry`, negative for none. */
export const KING_TABLE = 32;
/** 1 if the target has the colours exchanged: its squares are mirrored. */
export const MIRRORED = 36;
/** En passant captures that this double step allows: their number, and the address of their records, conversions of the other side. */
export const PASSANT_COUNT = 40;
export const PASSANTS = 44;
/** The code of a position whose side to move can mate at once: the double step's if it can be captured with mate. */
export const MATE_IN_ONE = 48;
/** Bytes of the target's codes: 1 or 2. */
export const TARGET_BYTES = 52;
/** How many codes of the target one place of the kings has. */
export const KING_STRIDE = 56;
/** Of each slot: the piece in it, or -2 - square; then the slot's stride in the index. */
export const SLOT_PIECES = 64;
export const SLOT_STRIDES = 68;
export const SLOT_BYTES = 8;
export const CONVERSION_BYTES = 192;

// Names of sets; each exists for both sides to move.
export const LEGAL = 0;
/** Legal and not won so far: a move of the other side into these holds out. */
export const SAFE = 1;
/** Not decided so far, and not stalemate. */
export const OPEN = 2;
/** Frontiers: decided by the last ply that decides wins, or losses. */
export const WON = 3;
export const LOST = 4;
/** Holds out by a conversion. */
export const SAFE_CONVERSION = 6;
export const CONVERSION_WINS = 7;
export const CONVERSION_LOSES = 8;
export const CONVERSION_LEGAL = 9;
export const CONVERSION_MATES = 10;
export const MATE = 11;
export const FORBIDDEN = 12;
export const STUCK = 13;
/** Only the terminal layer uses these. */
export const SPARE = 14;
export const SECOND_SPARE = 5;
export const THIRD_SPARE = 15;
/** The bits of distances, lowest first: of an open placement those of its best conversion, of a decided one its own. */
export const DISTANCE = 16;

/** The most bits of distances. */
export const MOST_DISTANCE_BITS = 11;
/** Of a thread's block: 10240 of tables, then room for the distances of a slab of the largest size. */
export const BLOCK_BYTES = 10240 + 512 + MOST_DISTANCE_BITS * 32768;
