import { DRAWN, lostIn, UNCOVERED, type ValueCode, wonIn } from './value.ts';

/** The values of a table for one side to move, by index. */
export interface Values {
  readonly length: number;
  at(index: number): ValueCode;
}

/** Values in plies, two bytes each, as the reference solver makes them for any rule set. */
export class PlyValues implements Values {
  readonly plies: Int16Array;

  constructor(plies: Int16Array) {
    this.plies = plies;
  }

  get length(): number {
    return this.plies.length;
  }

  at(index: number): ValueCode {
    return this.plies[index]!;
  }
}

/**
 * The set solver's code of a placement: `d > 0` won in distance d, `-1 - d` lost in distance d, 0 drawn, and the four
 * below. A distance is half the plies, rounded up: won in 2d - 1 plies, lost in 2d. Codes are bytes, or two bytes if a
 * table's distances need that; codes that would collide with the four, and all beyond, are then moved out by {@link
 * STEP}.
 */
export type SlabCode = number;

/** Not a position by the rules of chess. */
export const ILLEGAL: SlabCode = -128;
/** Won in one ply; the rule set forbids moving into this position. */
export const BARRED: SlabCode = 127;
/** Drawn because there is no move. */
export const STALEMATE: SlabCode = 126;
/** Lost in 0 plies by what the rule set's terminal layer calls mated. */
export const MATED: SlabCode = -127;
const STEP = 4;
/** Bytes of each code of a table. */
export type CodeBytes = 1 | 2;
/** The longest distance of a table with such codes. */
export const MOST_DISTANCE: Readonly<Record<CodeBytes, number>> = { 1: 125, 2: 1023 };

export type SlabCodes = Int8Array | Int16Array;

export function valueOfCode(code: SlabCode): ValueCode {
  if (code === ILLEGAL) return UNCOVERED;
  if (code === 0 || code === STALEMATE) return DRAWN;
  if (code === BARRED) return wonIn(1);
  if (code === MATED) return lostIn(0);
  if (code > 0) return wonIn(2 * (code > BARRED ? code - STEP : code) - 1);
  return lostIn(2 * (-1 - (code < ILLEGAL ? code + STEP : code)));
}

/** The code of a win, or of a loss in more than 0 plies. */
export function decidedCode(plies: number): SlabCode {
  const distance = (plies + 1) >> 1;
  const code = plies % 2 === 1 ? distance : -1 - distance;
  if (code >= STALEMATE) return code + STEP;
  return code <= MATED ? code - STEP : code;
}

/** The values of one-byte codes, at `code & 255`: a look-up takes half the time of the comparisons. */
const values = Int16Array.from({ length: 256 }, (_, byte) =>
  valueOfCode(byte < 128 ? byte : byte - 256),
);

/** Values as the set solver makes them. */
export class SlabValues implements Values {
  readonly codes: SlabCodes;
  private readonly narrow: boolean;

  constructor(codes: SlabCodes) {
    this.codes = codes;
    this.narrow = codes instanceof Int8Array;
  }

  get length(): number {
    return this.codes.length;
  }

  at(index: number): ValueCode {
    const code = this.codes[index]!;
    return this.narrow ? values[code & 255]! : valueOfCode(code);
  }
}
