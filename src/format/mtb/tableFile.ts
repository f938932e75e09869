import type { Color } from '../../chess/men.ts';
import type { Result } from '../../chess/result.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame } from '../../table/table.ts';
import type { ValueCode } from '../../table/value.ts';

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
  /** The number of the block that holds a placement; undefined while {@link unreadList} is not. */
  blockOf(side: Color, index: number): number | undefined;
  /** The number of the list to read and {@link addList} before the block of a placement is known, or undefined. */
  unreadList(side: Color, index: number): number | undefined;
  rangeOfList(list: number): ByteRange;
  /** Errors: `mtb-checksum`. */
  addList(list: number, bytes: Uint8Array): Result<undefined>;
  /** The bytes of a block that {@link blockOf} gave. */
  range(block: number): ByteRange;
  /** Errors: `mtb-checksum`. */
  decode(block: number, bytes: Uint8Array): Result<TableBlock>;
}

export interface TableBlock {
  /** Bytes of memory that it takes. */
  readonly bytes: number;
  /**
   * UNCOVERED where the placement is no position. It must be one of this block. Undefined if the block turns out to be
   * altered, its checksum notwithstanding.
   */
  value(side: Color, index: number): ValueCode | undefined;
}

/** So many first bytes of a file are enough for most tables. */
export const FIRST_BYTES = 20 * 1024;
