// How the host and the kernel lay out memory: compiled by both. Offsets and sizes are in bytes.

// The frame: i32 fields.
export const SQUARES = 0;
export const ROWS = 4;
export const PLANES = 8;
export const PLANE_BYTES = 12;
export const SLAB_BYTES = 16;
export const MEN = 20;
/** Pieces that a slab fixes. */
export const FIXED_MEN = 24;
/** Doubling steps that carry a slide across the board. */
export const DOUBLINGS = 28;
/** A word for each slab: the squares of its fixed pieces; all ones if two of them coincide. */
export const SLAB_SQUARES = 32;
/** u8 for each slab and fixed piece: its square. */
export const FIXED_SQUARES = 36;
/** u8 by slab: how many ways to place its fixed pieces it stands for. */
export const WEIGHTS = 40;
/** Where the table's placements lie: see places.ts. */
export const OWN_PLACES = 44;
/** u8 by symmetry and square: where the square goes. */
export const MAPS = 48;
/** A word by symmetry, byte of a word and value of that byte: the squares that the symmetry takes to those. */
export const WORD_MAPS = 52;
/** i16 by side to move and place: see conversions.ts. */
export const CODES = 56;
/** A word: all squares of the board. */
export const BOARD = 64;
/** A word by square: the squares next to it. */
export const NEAR = 68;
/** i32 by side to move: its conversions. */
export const CONVERSIONS = 72;
/** By side and whether it wins, distance and slab of conversions: u64 per plane, a bit for each group of rows. */
export const CONVERSION_PLACES = 80;
/** One more than the longest distance of a conversion. */
export const CONVERSION_PLIES = 84;
export const SLABS = 88;
/** Rows that share a bit of a place. */
export const ROWS_IN_GROUP = 92;
/** Do captures remove what stands around? */
export const BLASTS = 96;
/** The table's index: see numbers.ts. */
export const OWN_INDEX = 100;
/** u8 by piece: its slot. */
export const SLOTS = 104;
/** u8 by symmetry: 1 transposes a board of 8x8, then 2 exchanges files, 4 ranks; NO_SWAPS if it is of another size. */
export const SWAPS = 108;
export const NO_SWAPS = 8;

/** Pieces: i32 fields each. */
export const PIECES = 128;
export const PIECE_BYTES = 96;
export const COLOR = 0;
export const ROLE = 4;
/** Addresses of paths: taking, moving within the table, those of these that are not slides, and moving at all. */
export const TAKES = 8;
export const MOVES = 12;
export const LEAPS = 16;
export const ALL_MOVES = 20;
/** Addresses of slides, and of what the lane piece does besides. */
export const SLIDES = 24;
export const CHAINS = 28;
/** Is it royal? */
export const IS_ROYAL = 32;
/** A word: the squares where it may stand. */
export const STANDS = 36;
/** A word: the squares of its goal; 0 if it has none. */
export const GOAL = 40;
/** Is it spared by a blast beside it? */
export const SHELTERED = 44;
/** And in the middle of one? */
export const IMMUNE = 48;
/** TAKES by target: the squares that they come from. And u32 by `from * SQUARES + to`: the first of TAKES that leads there, or 0. */
export const TAKES_INTO = 52;
export const TAKES_AT = 68;
/** Addresses, or 0: paths after which the piece can be taken en passant; words by square of where it takes so itself. */
export const PASSING_MOVES = 56;
export const PASSANTS = 60;
/** What {@link PASSING_MOVES} are when the piece is the lane piece. */
export const PASSING_CHAINS = 64;
const MOST_PIECES = 8;

export const LANE = 0;
export const ROW = 1;
export const OUTER = 2;
export const FIXED = 3;

/** Sets: u32 addresses by `name * 2 + side`; then the same for their flags, u8 per slab and plane; 0 for none. */
export const SETS = PIECES + PIECE_BYTES * MOST_PIECES;
export const MOST_SETS = 76;
export const FLAGS = SETS + 4 * MOST_SETS;
export const FRAME_BYTES = FLAGS + 4 * MOST_SETS;

/** Paths: i32 by square, where those from it begin, and the end; then the paths. */
export const PATH_FLAGS = 2;
export const PATH_WORDS = 8;

/** Conversions: their number, then each. */
export const MOVER = 0;
export const VICTIM = 4;
/** u32 address: i32 by the set of men removed, an outcome. */
export const OUTCOMES = 8;
/** Is a capture of this kind what {@link ANSWERS} asks for? */
export const ANSWERS = 12;
/** Its place in the list, or MOST_KEPT if that is less: see keptAt of runs.ts. */
export const NUMBER = 16;
/** Does an explosion spare the mover, as what it becomes? */
export const OUTLASTS = 20;
/** A word: the squares where the conversion may end. */
export const WHERE = 32;
export const CONVERSION_BYTES = 64;
/** Conversions of which what a table has may be kept. */
export const MOST_KEPT = 127;

/** Outcomes: i32 fields. A kind of 0: not legal; 1: the code is known; 2: in a table. */
export const KIND = 0;
export const CODE = 4;
/** i16 by place, and the descriptor of places. */
export const TABLE_CODES = 8;
export const TABLE = 12;
/** u8 by square, or 0: where squares go when colours are exchanged. */
export const FLIP = 16;
/** u8 by piece of the table, in the order of its places: which piece of the table solved it was. */
export const SOURCES = 20;
/**
 * Of a known code: u32 address, or 0: u32 by man, the address of a word: its goal, or 0. If at least GOAL_LEAST men are there, the code is
 * GOAL_CODE.
 */
export const GOALS_LEFT = 24;
export const GOAL_LEAST = 28;
export const GOAL_CODE = 32;
export const OUTCOME_BYTES = 36;

/** Descriptors of places: i32 fields. */
export const PLACES_SQUARES = 0;
export const PLACES_MEN = 4;
export const PLACES_FIXED = 8;
/** i32 by the fixed pieces' squares, the digits of a number: `slab * 8 + symmetry` that takes them to the slab's, or -1. */
export const PLACES_ENTRIES = 12;
/** u8 by symmetry and square: where the square goes. */
export const PLACES_MAPS = 16;
export const PLACES_BYTES = 24;

/** Descriptors of indices: i32 fields. */
export const INDEX_SQUARES = 0;
export const INDEX_MEN = 4;
/** u8 by square: its place in the region of the first slot. */
export const INDEX_REGION = 8;
/** i32 by square: where its carriers begin, and the end; then u32 addresses of maps. */
export const INDEX_CARRIERS = 12;
export const FIRST_RUN = 16;
export const RUN_STARTS = 20;
export const INDEX_BYTES = 32;

/** Codes: value codes of table/value.ts, and these. */
export const UNCOVERED = -32768;
/** Undecided, and without a conversion. */
export const NO_CONVERSION = -32767;

// An edge (assembly/edges.ts); the i32 code of the best capture is at EDGE_CODE.
export const EDGE_CODE = 8;
export const EDGE_BYTES = 16;

/**
 * Lists of u64 by `code + 32768`: positions of the whole board, those up to symmetry, and those of the whole board that are counted apart.
 * Then those up to symmetry that no symmetry keeps, on even lane squares and on odd ones, which are in none of the others.
 */
export const COUNTS_BYTES = 8 << 16;
export const COUNT_LISTS = 5;

// Scratch memory of a thread: words, squares and a plane (assembly/frame.ts), then slabs with their flags.
export const SCRATCH_SLABS = 11264;
export const MOST_FLAG_BYTES = 512;
export const SCRATCH_SLAB_COUNT = 3;

// An operation on sets: i32, one of these; the sets on the left and on the right; where to.
export const AND = 0;
export const OR = 1;
export const AND_NOT = 2;
export const OPERATION_BYTES = 16;
