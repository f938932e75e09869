import type { Result } from '../board/result.ts';
import { startBytes } from '../format/mtb/native.ts';
import { openStart } from '../format/mtb/nativeStart.ts';
import type { StartedFile } from '../format/mtb/readCodes.ts';
import { FIRST_BYTES } from '../format/mtb/tableFile.ts';
import type { Endgame } from '../table/table.ts';
import { type OpenedFile, withFile } from './folder.ts';
import { zlibCodec } from './zlibCodec.ts';

/** What came of reading a table's file: undefined if it does not exist, a failure if the system cannot read it. */
export type FileResult<T> = Result<Result<T> | undefined>;

/** Calls `use` with a table's file whose start is read, unless that is not sound. */
export function withTableFile<T>(
  path: string,
  endgameOfIt: () => Endgame,
  use: (file: StartedFile, endgame: Endgame) => Promise<Result<T>>,
): Promise<FileResult<T>> {
  return withFile(path, async ({ size, read }) => {
    const bytes = await wholeStart(read);
    const endgame = endgameOfIt();
    const start = openStart(bytes, size, endgame);
    return start.ok ? use({ start: start.value, read, codec: zlibCodec }, endgame) : start;
  });
}

/** The first bytes of a file, with its whole start. */
export async function wholeStart(read: OpenedFile['read']): Promise<Uint8Array> {
  const first = await read({ from: 0, bytes: FIRST_BYTES });
  const needed = startBytes(first);
  return needed > FIRST_BYTES ? read({ from: 0, bytes: needed }) : first;
}
