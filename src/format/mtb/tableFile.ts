import type { Square } from '../../board/board.ts';
import type { Result } from '../../board/result.ts';
import type { Color } from '../../pieces/army.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame } from '../../table/table.ts';
import type { DecodedPlane } from '../planes/decodedPlane.ts';

/** A run of a file's bytes. */
export interface ByteRange {
  readonly from: number;
  readonly bytes: number;
}

/**
 * A table's file for a reader that takes it in parts: its first bytes have been read and checked, its blocks have not.
 * A large file's list of blocks is in parts too, which are added on demand and kept.
 */
export interface TableFile {
  readonly endgame: Endgame;
  readonly statistics: Statistics | undefined;
  /** The whole file. */
  readonly bytes: number;
  readonly blocks: number;
  /** Where the value of a placement is, given in slot order: an object that the next call overwrites. */
  spotOf(side: Color, squares: ArrayLike<Square>): Spot;
  /** The number of the block that holds a part; undefined while {@link unreadList} is not. */
  blockOf(part: number): number | undefined;
  /** The number of the list to read and {@link addList} before the block of a part is known, or undefined. */
  unreadList(part: number): number | undefined;
  rangeOfList(list: number): ByteRange;
  /** Errors: `mtb-checksum`. */
  addList(list: number, bytes: Uint8Array): Result<undefined>;
  /** The bytes of a block that {@link blockOf} gave. */
  range(block: number): ByteRange;
  /** Errors: `mtb-checksum`. */
  decode(block: number, bytes: Uint8Array): Result<TableBlock>;
}

/** Where a table's file has a value: in which of its parts, and where in that. */
export interface Spot {
  readonly part: number;
  readonly cell: number;
}

export interface TableBlock {
  /** Bytes of memory that it takes. */
  readonly bytes: number;
  /** A part of this block, decoded. Undefined if it turns out to be altered, the block's checksum notwithstanding. */
  part(number: number): TablePart | undefined;
}

/** A plane, or what else is decoded at a time. */
export type TablePart = DecodedPlane;

/** So many first bytes of a file are enough for most tables. */
export const FIRST_BYTES = 20 * 1024;
