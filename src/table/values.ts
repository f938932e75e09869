import { DRAWN, lostIn, UNCOVERED, type ValueCode, wonIn } from './value.ts';

/** The values of a table for one side to move, by index. */
export interface Values {
  readonly length: number;
  at(index: number): ValueCode;
}

/** Values in plies, two bytes each: as the reference solver makes them, for any rule set. */
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
 * What the set solver says of a placement, in one byte: `d > 0` won in distance d, `-1 - d` lost in distance d, 0
 * drawn, and the four below. A distance is half the plies, rounded up: won in 2d - 1 plies, lost in 2d.
 */
export type SlabCode = number;

/** No position, by the rules of chess. */
export const ILLEGAL: SlabCode = -128;
/** Won in one ply by a move after which the rule set lets no other move lead here. */
export const BARRED: SlabCode = 127;
/** Drawn, for want of a move. */
export const STALEMATE: SlabCode = 126;
/** Lost in 0 plies by what the rule set's first layer calls mated. */
export const MATED: SlabCode = -127;
/** Distances beyond do not fit a code. */
export const MOST_DISTANCE = 124;

/** The value of each code, at `code & 255`. */
const values = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = byte < 128 ? byte : byte - 256;
  if (code === ILLEGAL) return UNCOVERED;
  if (code === 0 || code === STALEMATE) return DRAWN;
  if (code === BARRED) return wonIn(1);
  if (code === MATED) return lostIn(0);
  return code > 0 ? wonIn(2 * code - 1) : lostIn(2 * (-1 - code));
});

/** Values as the set solver makes them. */
export class SlabValues implements Values {
  readonly codes: Int8Array;

  constructor(codes: Int8Array) {
    this.codes = codes;
  }

  get length(): number {
    return this.codes.length;
  }

  at(index: number): ValueCode {
    return valueOfCode(this.codes[index]!);
  }
}

export function valueOfCode(code: SlabCode): ValueCode {
  return values[code & 255]!;
}
