import { type Failure, fail, type Result } from '../../board/result.ts';
import type { ByteRange } from './tableFile.ts';

/** A source of table files: memory, a folder, a server. */
export interface Source {
  /**
   * The file of a table, undefined if there is none. Only its first bytes are read.
   * Errors: the source's own (`read`, `http-…`), and `interrupted`.
   */
  open(table: string, options?: OpenOptions): Promise<Result<SourceFile | undefined>>;
  /** The command line that generates a table where this source reads it, if there is one. */
  generateCommand?(table: string): string;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** The file has changed: the source must not use anything that it or a cache has kept of it. */
  readonly fresh?: boolean;
}

/** One version of a file. */
export interface SourceFile {
  /** Bytes of the whole file. */
  readonly size: number;
  /** Identifies this version of the file; undefined if the source cannot. */
  readonly etag: string | undefined;
  /** The file's first bytes: FIRST_BYTES of them, or all if it has fewer. */
  readonly start: Uint8Array;
  /** All bytes, of a file that is in memory: its values need no waiting. */
  readonly whole?: Uint8Array;
  /**
   * Exactly these bytes of this version. Errors: the source's own, `interrupted`, and `changed` where the file is
   * another one by now.
   */
  read(range: ByteRange, signal?: AbortSignal): Promise<Result<Uint8Array>>;
}

/** `where`: the file's path or address, unless the caller puts it before the message. */
export function changed(where?: string): Failure {
  return fail('changed', `${where ?? 'the file'} changes while it is read`, where);
}

export function interrupted(): Failure {
  return fail('interrupted', 'the request was cancelled');
}
