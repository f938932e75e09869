import type { Position } from '../position/position.ts';
import type { ValueCode } from '../table/value.ts';

/** Answers from tables, where they are at hand: a {@link Tablebase} is one. */
export interface TableValues {
  /** Undefined if no table at hand has it. */
  valueNow(position: Position): ValueCode | undefined;
}
