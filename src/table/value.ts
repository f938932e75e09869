/** The value of a position in a table, for the side to move. */
export interface Value {
  /** 1 won, 0 drawn, -1 lost. */
  readonly wdl: -1 | 0 | 1;
  /** Plies to the end of the game with best play; 0 if it is over or drawn. */
  readonly dtm: number;
}

/** A {@link Value} in 16 bits: 0 drawn, `dtm + 1` won, `-(dtm + 1)` lost; {@link UNCOVERED} for no position. */
export type ValueCode = number;

export const DRAWN: ValueCode = 0;
export const UNCOVERED: ValueCode = -32768;

export function wonIn(plies: number): ValueCode {
  return plies + 1;
}

export function lostIn(plies: number): ValueCode {
  return -(plies + 1);
}

/** Plies to the end of a decided position. */
export function pliesOf(code: ValueCode): number {
  return Math.abs(code) - 1;
}

/** The code of a value. A draw's `dtm` is ignored. */
export function makeValueCode({ wdl, dtm }: Value): ValueCode {
  if (wdl === 0) return DRAWN;
  return wdl > 0 ? wonIn(dtm) : lostIn(dtm);
}

export function parseValueCode(code: ValueCode): Value {
  if (code === DRAWN) return { wdl: 0, dtm: 0 };
  return { wdl: code > 0 ? 1 : -1, dtm: pliesOf(code) };
}

/** The value of a move for the mover, from the value of the position that it leads to. */
export function afterMove(code: ValueCode): ValueCode {
  if (code === DRAWN) return DRAWN;
  return code > 0 ? -(code + 1) : -code + 1;
}

/** A number that is greater for what the side to move prefers: faster wins, then draws, then slower losses. */
export function preference(code: ValueCode): number {
  if (code === DRAWN) return 0;
  return code > 0 ? 65536 - code : -65536 - code;
}
