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
/** Games in which a side without a move passes only: where it does, and SAFE, WON and LOST for passes. */
export const PASSING = 18;
export const PASS_SAFE = 19;
export const PASS_WON = 20;
export const PASS_LOST = 22;
/** Has a conversion, or a capture. */
export const CONVERTS = 24;
export const CAPTURES = 25;
/** Has a legal move. */
export const MOVES_ANY = 26;
/** For what is needed for a moment. */
export const FIRST_SPARE = 27;
export const SECOND_SPARE = 28;
export const THIRD_SPARE = 29;
/** Only where captures en passant are possible: what such moves decide in a ply (see assembly/passants.ts). */
export const PASSANT_WINS = 30;
export const PASSANT_NEAR = 31;
export const PASSANT_HOLDS = 32;
/** Of these, for each piece, of side 0: from where it can be taken so after a move. */
export const GIVES_PASSANT = 33;
/** Games with a goal that can be answered: a piece of the side has arrived, attacked or not. */
export const ARRIVED = 41;
