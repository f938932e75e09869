import { UNCOVERED, type ValueCode } from './value.ts';
import { PlyValues, SlabValues, type Values, valueOfCode } from './values.ts';

/** A side's values as raw codes: loops over whole tables read numbers and look up what they mean. */
export interface Codes {
  readonly codes: Int8Array | Int16Array;
  valueOf(code: number): ValueCode;
}

export function codesOf(values: Values): Codes {
  if (values instanceof SlabValues) return { codes: values.codes, valueOf: valueOfCode };
  if (values instanceof PlyValues) return { codes: values.plies, valueOf: (code) => code };
  const codes = Int16Array.from({ length: values.length }, (_, index) => values.at(index));
  return { codes, valueOf: (code) => code };
}

/** What a position is to the side to move. */
const WIN = 0;
export const DRAW = 1;
export const LOSS = 2;
/** No position. */
export const NONE = 3;
export type Outcome = 0 | 1 | 2 | 3;
export const outcomeNames = ['win', 'draw', 'loss'] as const;
export type OutcomeName = (typeof outcomeNames)[number];

export function outcomeOf(value: ValueCode): Outcome {
  if (value === UNCOVERED) return NONE;
  if (value === 0) return DRAW;
  return value > 0 ? WIN : LOSS;
}

/** The result of `of` for each value, at `code & 0xffff`: a look-up is faster than the comparisons. */
export function lookUp(side: Codes, of: (value: ValueCode) => number): Int16Array {
  const found = new Int16Array(0x10000);
  const [least, most] = side.codes instanceof Int8Array ? [-0x80, 0x7f] : [-0x8000, 0x7fff];
  for (let code = least; code <= most; code++) found[code & 0xffff] = of(side.valueOf(code));
  return found;
}
