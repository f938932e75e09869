import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fail, ok, type Result } from '../board/result.ts';
import { hasCode, reason } from './folder.ts';

/** What tells a file's contents from any other's. */
export interface Digest {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

const CHUNK_BYTES = 1 << 20;

/** The digest of a file, or undefined if it does not exist. Errors: `read`, `interrupted`. */
export async function digestOf(
  path: string,
  signal?: AbortSignal,
): Promise<Result<Digest | undefined>> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const chunks = createReadStream(path, {
      highWaterMark: CHUNK_BYTES,
      ...(signal ? { signal } : {}),
    });
    for await (const chunk of chunks) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    return ok({ bytes, sha256: hash.digest('hex') });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(undefined);
    if (signal?.aborted) return fail('interrupted', 'the request was cancelled');
    return fail('read', `cannot read ${path}: ${reason(error)}`, path);
  }
}
