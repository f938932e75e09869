import type { Result } from '../board/result.ts';
import { checkBlocks } from '../format/mtb/checkBlocks.ts';
import type { Header } from '../format/mtb/nativeHeader.ts';
import type { Endgame } from '../table/table.ts';
import { type FileResult, withTableFile } from './startedFile.ts';

/**
 * The header of a table's file of any size, whose every checksum has been compared. Errors: `read` of the file, and in it
 * those of the native format: is it this table of this game, whole and unaltered?
 */
export function checkFile(path: string, endgame: Endgame): Promise<FileResult<Header>> {
  return withTableFile(
    path,
    () => endgame,
    (file): Promise<Result<Header>> => checkBlocks(file),
  );
}
