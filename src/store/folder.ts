import {
  constants,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import type { Chunks } from '../format/format.ts';
import type { ByteRange } from '../format/mtb/tableFile.ts';
import { claim, partOf } from './parts.ts';

/**
 * Writes a file under another name and renames it once it is complete and synced to disk: no reader ever sees half a
 * file, and a failure leaves the old one. `patch` returns bytes that are known last but come first. Errors: `write`.
 */
export async function writeWhole(
  path: string,
  chunks: Chunks,
  patch?: Patch,
): Promise<Result<{ bytes: number }>> {
  const part = partOf(path);
  const done = claim(dirname(path));
  try {
    await makeFolder(dirname(path));
    const there = await stat(path).catch(() => undefined);
    // A device or a pipe must not be replaced by a file.
    if (there && !there.isFile() && !there.isDirectory())
      return ok({ bytes: await writeTo(path, 'w', chunks) });
    const bytes = await writeTo(part, 'wx', chunks, patch);
    await rename(part, path);
    return ok({ bytes });
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    return fail('write', `cannot write ${path}: ${reason(error)}`, path);
  } finally {
    done();
  }
}

/** Makes a folder and tries to write in it, to fail before hours of work and not after. Errors: `write`. */
export async function checkWritable(folder: string): Promise<Result<undefined>> {
  const probe = partOf(join(folder, 'writable'));
  try {
    await makeFolder(folder);
    await writeTo(probe, 'wx', []);
    return ok(undefined);
  } catch (error) {
    return fail('write', `cannot write in ${folder}: ${reason(error)}`, folder);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Bytes to write over those at an offset, once all others are written. */
export interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

async function writeTo(
  path: string,
  flags: string,
  chunks: Chunks,
  patch?: Patch,
): Promise<number> {
  const file = await open(path, flags);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    if (patch) await file.write(patch.bytes, 0, patch.bytes.length, patch.at);
    if (flags === 'wx') await file.sync();
  } finally {
    await file.close();
  }
  return bytes;
}

/**
 * Makes a folder and, with `parents`, those above it. mkdir's own `recursive` never returns on a file system that refuses new
 * folders with ENOENT, as /proc does (seen with Node 20.20).
 */
async function makeFolder(path: string, parents = true): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (!parents || above === path || !hasCode(error, 'ENOENT')) throw error;
    if (!(await stat(above).catch(() => undefined))) await makeFolder(above);
    // Also if the folder above is there: another process may have made it since. Once only, because of /proc.
    await makeFolder(path, false);
  }
}

/** The bytes of a file, or undefined if it does not exist. Errors: `read`. */
export async function readWhole(path: string): Promise<Result<Uint8Array | undefined>> {
  try {
    return ok(await readFile(path));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(undefined);
    return fail('read', `cannot read ${path}: ${reason(error)}`, path);
  }
}

/** Up to `length` bytes from the start of a file, and its size; undefined if it does not exist. Errors: `read`. */
export function readStart(path: string, length: number): Promise<Result<FilePart | undefined>> {
  return readPart(path, 0, length);
}

export interface FilePart {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
  /** Identifies this version of the file. */
  readonly version: string;
}

/** `length` bytes of a file, or fewer if it ends before; undefined if it does not exist. Errors: `read`. */
export async function readPart(
  path: string,
  from: number,
  length: number,
): Promise<Result<FilePart | undefined>> {
  return withFile(path, async ({ size, version, read }) => ({
    bytes: await read({ from, bytes: length }),
    size,
    version,
  }));
}

/** A file that is open. */
export interface OpenedFile extends Omit<FilePart, 'bytes'> {
  /** Bytes of the file, fewer if it ends before. */
  read(range: ByteRange): Promise<Uint8Array>;
}

/** Calls `use` with a file while it is open; undefined if it does not exist. Errors: `read`. Rejects with what `use` throws. */
export async function withFile<T>(
  path: string,
  use: (file: OpenedFile) => Promise<T>,
): Promise<Result<T | undefined>> {
  const cannotRead = (why: string) => fail('read', `cannot read ${path}: ${why}`, path);
  try {
    const file = await marked(open(path, READ));
    try {
      const found = await marked(file.stat());
      if (!found.isFile() && !found.isDirectory()) return cannotRead('it is no file');
      const { size, mtimeMs, ino } = found;
      const part = async ({ from, bytes: length }: ByteRange) => {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - from)));
        return bytes.subarray(0, await fill(file, bytes, from));
      };
      const read = (range: ByteRange) => marked(part(range));
      return ok(await use({ size, version: `${ino} ${size} ${mtimeMs}`, read }));
    } finally {
      await marked(file.close());
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (hasCode(error.cause, 'ENOENT')) return ok(undefined);
    return cannotRead(reason(error.cause));
  }
}

/** Marks what the system reports, to tell it from what a caller throws. */
class FileError extends Error {}

async function marked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw new FileError('', { cause });
  }
}

/** Flags to open a file for reading. Opening a pipe does not wait for a writer. */
export const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads into `bytes` from offset `at` until it is full or the file ends. Returns the number of bytes read. */
export async function fill(file: FileHandle, bytes: Uint8Array, at: number): Promise<number> {
  let done = 0;
  // One read may return less than requested.
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ENOENT: 'the folder is missing or cannot be made',
  ELOOP: 'it is a link that leads back to itself',
  EIO: 'the disk or the terminal reports an error',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file stands where the folder should be',
  EISDIR: 'it is a folder',
  EBUSY: 'it is a folder in use',
};

/** The reason for a failed file-system call, in words. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return reasons[code] ?? error.message;
}
