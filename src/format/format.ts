import type { Result } from '../board/result.ts';
import type { Endgame, Table } from '../table/table.ts';

/** A way to write a table as bytes, and to read it back. */
export interface TableFormat {
  /** Used for `--format`: lower-case letters. */
  readonly name: string;
  /** The extension of its files, with the dot: `.pkl`. */
  readonly extension: string;
  /** One sentence. */
  readonly about: string;
  /** The file's bytes, in chunks of at most some hundred KiB, which the caller owns. */
  encode(table: Table): Chunks;
  /**
   * The table in these bytes. `endgame` is the expected one, since not every format carries its name.
   * Errors: the format's own, whatever the bytes; it does not throw.
   */
  decode(bytes: Uint8Array, endgame: Endgame): Result<Table> | Promise<Result<Table>>;
}

/** A way to write a table for other programs, into one file or several; {@link TableFormat}s are also read back. */
export interface ExportFormat extends Pick<TableFormat, 'name' | 'extension' | 'about'> {
  files(table: Table): readonly ExportedFile[];
}

export interface ExportedFile {
  /** Goes between the table's name and the extension; empty if there is one file. */
  readonly suffix: string;
  readonly chunks: Chunks;
}

/** A file's bytes in chunks. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The size of a chunk, for formats that produce a few bytes at a time. */
export const CHUNK_BYTES = 65536;
