import { fail, ok, type Result } from '../../board/result.ts';
import type { Endgame } from '../../table/table.ts';
import { joined } from './bytes.ts';
import { openTableFile } from './openTableFile.ts';
import type { SourceFile } from './source.ts';
import type { ByteRange, TableFile } from './tableFile.ts';

export interface OpenedFile {
  readonly file: TableFile;
  /** The file's first bytes, as many as opening it took. */
  readonly start: Uint8Array;
}

/**
 * Opens a source's file by its start, of which `read` gives what its first bytes lack. Errors: those of the source and of the
 * native format.
 */
export async function openSourceFile(
  { start: first, size }: Pick<SourceFile, 'start' | 'size'>,
  endgame: Endgame,
  read: (range: ByteRange) => Promise<Result<Uint8Array>>,
): Promise<Result<OpenedFile>> {
  for (let start = first; ; ) {
    const file = named(endgame, openTableFile(start, size, endgame));
    if (!file.ok) return file;
    if (typeof file.value !== 'number') return ok({ file: file.value, start });
    const range = { from: start.length, bytes: file.value - start.length };
    if (range.bytes <= 0) throw new Error(`the format asks for ${file.value} bytes once more`);
    const rest = await read(range);
    if (!rest.ok) return rest;
    start = joined([start, rest.value]);
  }
}

/** A source may be third-party code: a read of the wrong length is an error. */
export async function readExactly(
  source: SourceFile,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<Result<Uint8Array>> {
  const read = await source.read(range, signal);
  if (!read.ok || read.value.length === range.bytes) return read;
  const found = `${read.value.length} bytes came where ${range.bytes} were asked for`;
  return fail('read', `the source is wrong: ${found}`, String(read.value.length));
}

/** Puts the table's name before a problem's message. */
export function named<T>({ material }: Endgame, result: Result<T>): Result<T> {
  if (result.ok) return result;
  const { code, message, text } = result.problem;
  return fail(code, `table ${material.name}: ${message}`, text);
}
