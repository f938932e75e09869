import { open } from 'node:fs/promises';
import { fail, ok, type Result } from '../../board/result.ts';
import { fill, READ, reason } from '../../store/folder.ts';

/** Exactly these bytes of a file. Errors: `read`. */
export async function readBytes(
  path: string,
  from: number,
  length: number,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  try {
    const file = await open(path, READ);
    try {
      const bytes = new Uint8Array(length);
      if ((await fill(file, bytes, from)) === length) return ok(bytes);
      return fail('read', `cannot read ${path}: it has become shorter`, path);
    } finally {
      await file.close();
    }
  } catch (error) {
    return fail('read', `cannot read ${path}: ${reason(error)}`, path);
  }
}
