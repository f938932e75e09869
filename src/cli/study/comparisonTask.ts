import { asValues } from '../../format/mtb/plainBlocks.ts';
import type { Slices } from '../../index/slices.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import { codesOf } from '../../table/codes.ts';
import type { Table } from '../../table/table.ts';
import { PlyValues } from '../../table/values.ts';

/** A part of two tables that several threads compare. */
export interface ComparisonTask {
  /** Ours: those of the other are not needed to compare. */
  readonly rules: GameRef;
  readonly table: string;
  readonly slices: Slices;
  readonly examples: number;
  readonly ours: SentValues;
  readonly theirs: SentValues;
  /** One element: the next thread's number, and how many there are. */
  readonly next: Int32Array;
  readonly of: number;
}

/** Values by side to move, as threads send them to each other. */
interface SentValues {
  readonly values: 'plies' | 'codes';
  readonly sides: readonly [Int8Array | Int16Array, Int8Array | Int16Array];
}

export function sent([white, black]: Table['values']): SentValues {
  return {
    values: white instanceof PlyValues ? 'plies' : 'codes',
    sides: [codesOf(white).codes, codesOf(black).codes],
  };
}

/** The values that another thread has {@link sent}. */
export function received({ values, sides: [white, black] }: SentValues): Table['values'] {
  return [asValues({ values }, white), asValues({ values }, black)];
}
