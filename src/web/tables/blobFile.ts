import { fail, ok, type Result } from '../../board/result.ts';
import type { SourceFile } from '../../format/mtb/source.ts';
import { type ByteRange, FIRST_BYTES } from '../../format/mtb/tableFile.ts';

/** A table's file that the visitor has chosen or the browser keeps, read in parts. Errors, of reads too: `read`. */
export async function blobFile(blob: Blob): Promise<Result<SourceFile>> {
  const read = async ({ from, bytes }: ByteRange): Promise<Result<Uint8Array>> => {
    try {
      return ok(new Uint8Array(await blob.slice(from, from + bytes).arrayBuffer()));
    } catch {
      // Of a file that has been changed, moved or deleted since.
      return fail('read', 'the file can no longer be read: open it again');
    }
  };
  const start = await read({ from: 0, bytes: FIRST_BYTES });
  return start.ok ? ok({ size: blob.size, etag: undefined, start: start.value, read }) : start;
}
