// The names of sets of placements; each exists for both sides to move. Compiled by both the host and the kernel.

/** Pieces on squares of their own where they may stand: of side 0 only. */
export const PLACED = 0;
/** By colour: its royal piece is attacked. */
export const CHECK = 1;
/** By colour: it has reached its goal. */
export const GOALS = 2;
/** Positions of the table. */
export const COVERED = 3;
/** Positions that a move may lead to, whether the game is over there or not; absent if all are. */
export const ENTERABLE = 4;
/** The game is over there. */
export const OVER_WON = 5;
export const OVER_DRAWN = 6;
export const OVER_LOST = 7;
/** Not decided so far, and not drawn for want of a move. */
export const OPEN = 8;
/** Positions that a move may lead to and that are not won so far: moves of the other side into these hold out. */
export const SAFE = 9;
/** Decided in an even number of plies, and in an odd one, by the last such ply. */
export const WON = 10;
export const LOST = 12;
/** Has a conversion that does not lose so far. */
export const HOLDS = 14;
export const CONVERSION_WINS = 15;
export const CONVERSION_LOSES = 16;
/** From where moves within the table are allowed; absent: from everywhere. */
export const MOVABLE = 17;
/** Only before the first ply: where a side without a move passes. */
export const PASSING = 18;
/** Has a conversion, or a capture. */
export const CONVERTS = 19;
export const CAPTURES = 20;
/** Has a legal move. */
export const MOVES_ANY = 21;
/** For what is needed for a moment. */
export const FIRST_SPARE = 22;
export const SECOND_SPARE = 23;
export const THIRD_SPARE = 24;
/** What moves that are edges of their own decide in a ply (assembly/edges.ts). */
export const EDGE_WINS = 25;
export const EDGE_NEAR = 26;
export const EDGE_HOLDS = 27;
/** For each piece, of side 0: from where it has moves after which it can be taken en passant. */
export const GIVES_PASSANT = 28;
/** Games with a goal that can be answered: a piece of the side has arrived, attacked or not. */
export const ARRIVED = 36;
