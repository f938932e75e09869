import type { Color } from '../../pieces/army.ts';
import type { ValueCode } from '../../table/value.ts';

/** A plane, decoded. */
export interface DecodedPlane {
  /** Has a value been asked for since this was last set to false? For caches, which else would note it elsewhere. */
  asked: boolean;
  /** UNCOVERED where there is no position. */
  value(side: Color, cell: number): ValueCode;
}
