import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { digestOf } from '../../store/digest.ts';
import { checkWritable, reason } from '../../store/folder.ts';
import { placeNew } from '../../store/placeNew.ts';

/** Beside its place, with the digest that it is to have, so that an upload goes on after the server has started again. */
const UPLOAD = /^\..+\.[0-9a-f]{64}\.upload$/;
/** An upload to which nothing has come for so long, in milliseconds (a day), has been abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** A table's file that is coming. */
export class UploadedFile {
  readonly path: string;
  readonly sha256: string;
  readonly total: number;
  /** Where it is until it is complete and checked. */
  readonly part: string;

  /** `path`: of the table. */
  constructor(path: string, sha256: string, total: number) {
    this.path = path;
    this.sha256 = sha256;
    this.total = total;
    this.part = join(dirname(path), `.${basename(path)}.${sha256}.upload`);
  }

  /** Is the file under the table's name this one? Undefined if there is none. Errors: `read`. */
  async isThere(): Promise<Result<boolean | undefined>> {
    const found = await digestOf(this.path);
    if (!found.ok) return found;
    return ok(found.value && found.value.sha256 === this.sha256);
  }

  /** Bytes that have come. */
  async received(): Promise<number> {
    const found = await stat(this.part).catch(() => undefined);
    return found?.size ?? 0;
  }

  /** Is there room for the rest? Makes the folder, and removes what others have abandoned. Errors: `write`. */
  async prepare(): Promise<Result<undefined>> {
    const folder = dirname(this.path);
    const writable = await checkWritable(folder);
    if (!writable.ok) return writable;
    await removeAbandoned(folder);
    // Not every file system tells.
    const space = await statfs(folder).catch(() => undefined);
    const needed = this.total - (await this.received());
    if (!space || needed <= space.bavail * space.bsize) return ok(undefined);
    return fail('write', `cannot write ${this.path}: no space left on the disk`, this.path);
  }

  /**
   * Adds what comes to the end. Returns the bytes that the file has then; fewer than are to come if the connection breaks,
   * and none is lost. Errors: `write`; then the file is removed: it could not become complete.
   */
  async append(body: AsyncIterable<Uint8Array>): Promise<Result<number>> {
    try {
      const file = await open(this.part, 'a');
      try {
        await writeAll(file, body);
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.remove();
      return cannotWrite(this.path, error);
    }
    return ok(await this.received());
  }

  /** Gives it its name. False if a file has that name. Errors: `write`. */
  async place(): Promise<Result<boolean>> {
    try {
      const file = await open(this.part, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return ok(await placeNew(this.part, this.path));
    } catch (error) {
      return cannotWrite(this.path, error);
    }
  }

  async remove(): Promise<void> {
    await rm(this.part, { force: true }).catch(() => {});
  }
}

/** Rejects with what the file system reports. */
async function writeAll(
  file: { writeFile(bytes: Uint8Array): Promise<void> },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<Uint8Array>;
    try {
      next = await chunks.next();
    } catch {
      // The client has gone; it comes back with the rest.
      return;
    }
    if (next.done) return;
    await file.writeFile(next.value);
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!UPLOAD.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < ABANDONED_MS) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

function cannotWrite(path: string, error: unknown): Failure {
  return fail('write', `cannot write ${path}: ${reason(error)}`, path);
}
