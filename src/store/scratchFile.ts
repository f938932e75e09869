import { open, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../board/result.ts';
import { fill, READ, reason } from './folder.ts';
import { partOf } from './parts.ts';

const CHUNK_BYTES = 1 << 24;

/** Bytes of a run that it does not keep in memory: a hidden file beside a table's, which is removed like a half-written one. */
export class ScratchFile {
  private readonly path: string;

  /** `path`: of the table. */
  constructor(path: string) {
    this.path = partOf(path);
  }

  /** Errors: `write`. */
  async write(bytes: Uint8Array): Promise<Result<undefined>> {
    try {
      const file = await open(this.path, 'wx');
      try {
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          // A copy: files cannot be written from shared memory.
          await file.writeFile(bytes.slice(at, at + CHUNK_BYTES));
        }
      } finally {
        await file.close();
      }
      return ok(undefined);
    } catch (error) {
      await this.remove();
      return fail('write', `cannot write ${this.path}: ${reason(error)}`, this.path);
    }
  }

  /** Reads all of it into `bytes`. Errors: `read`. */
  async read(bytes: Uint8Array): Promise<Result<undefined>> {
    try {
      const file = await open(this.path, READ);
      try {
        const buffer = new Uint8Array(CHUNK_BYTES);
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
          const chunk = buffer.subarray(0, Math.min(CHUNK_BYTES, bytes.length - at));
          if ((await fill(file, chunk, at)) < chunk.length) throw new Error('it ends too soon');
          bytes.set(chunk, at);
        }
      } finally {
        await file.close();
      }
      return ok(undefined);
    } catch (error) {
      return fail('read', `cannot read ${this.path}: ${reason(error)}`, this.path);
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true }).catch(() => {});
  }
}
