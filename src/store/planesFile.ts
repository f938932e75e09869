import { type FileHandle, open, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../board/result.ts';
import { type PlaneParts, partOfPlane } from '../format/planes/planeParts.ts';
import { fill, reason } from './folder.ts';
import type { PlaneRun } from './packTask.ts';
import { partOf } from './parts.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * The coded planes of a table that was coded part by part, in a hidden file beside the table's, which is removed like a
 * half-written one. In it are those of each part, in order of their numbers; they are read in order of the numbers of all.
 */
export class PlanesFile {
  /** By plane number; 0 if there is no plane. */
  readonly lengths: Uint32Array;
  private readonly path: string;
  private readonly parts: PlaneParts;
  private readonly cursors: Cursor[] = [];
  private file: FileHandle | undefined;
  private size = 0;

  /** `path`: of the table. `count`: of plane numbers. */
  constructor(path: string, parts: PlaneParts, count: number) {
    this.path = partOf(path);
    this.parts = parts;
    this.lengths = new Uint32Array(count);
  }

  /** Adds the planes of the next part, in runs of any order. Errors: `write`. */
  async add(runs: readonly PlaneRun[]): Promise<Result<undefined>> {
    try {
      this.file ??= await open(this.path, 'wx+');
      this.cursors.push(new Cursor(this.file, this.size));
      for (const { from, lengths, bytes } of runs.toSorted((a, b) => a.from - b.from)) {
        for (const [i, length] of lengths.entries())
          if (length > 0) this.lengths[from + i] = length;
        await this.file.writeFile(bytes);
        this.size += bytes.length;
      }
      return ok(undefined);
    } catch (error) {
      return fail('write', `cannot write ${this.path}: ${reason(error)}`, this.path);
    }
  }

  /** The planes from one number up to another, after those that were read before. Rejects if they cannot be read. */
  async read(from: number, to: number): Promise<readonly Uint8Array[]> {
    const { lengths, cursors, parts } = this;
    const planes: Uint8Array[] = [];
    for (let number = from; number < to; number++) {
      const length = lengths[number]!;
      if (length === 0) continue;
      const cursor = cursors[partOfPlane(parts, number)]!;
      if (!cursor.has(length)) await cursor.load(length);
      planes.push(cursor.take(length));
    }
    return planes;
  }

  async remove(): Promise<void> {
    await this.file?.close().catch(() => {});
    await rm(this.path, { force: true }).catch(() => {});
  }
}

/** A place in a file up to which it has been read. */
class Cursor {
  private readonly file: FileHandle;
  /** Where the buffer's end is in the file. */
  private end: number;
  private buffer = new Uint8Array();
  private taken = 0;

  constructor(file: FileHandle, at: number) {
    this.file = file;
    this.end = at;
  }

  has(bytes: number): boolean {
    return this.buffer.length - this.taken >= bytes;
  }

  /** Reads at least as many bytes more as are missing. */
  async load(bytes: number): Promise<void> {
    const rest = this.buffer.subarray(this.taken);
    // Not the same memory: what was taken is in use.
    const buffer = new Uint8Array(rest.length + Math.max(CHUNK_BYTES, bytes));
    buffer.set(rest);
    const read = await fill(this.file, buffer.subarray(rest.length), this.end);
    this.buffer = buffer.subarray(0, rest.length + read);
    this.end += read;
    this.taken = 0;
    if (!this.has(bytes)) throw new Error('a hidden file beside it ends too soon');
  }

  take(bytes: number): Uint8Array {
    this.taken += bytes;
    return this.buffer.subarray(this.taken - bytes, this.taken);
  }
}
