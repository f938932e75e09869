import { unwrap } from '../board/result.ts';
import { readCodes } from '../format/mtb/readCodes.ts';
import { endgameOf } from '../rules/endgame.ts';
import { gameOf } from '../rules/gameRef.ts';
import { parseMaterial } from '../table/material.ts';
import { leaveOff, type ReadTask, sharingOf } from './readTask.ts';
import { type FileResult, withTableFile } from './startedFile.ts';

/** Reads a thread's share of a table. */
export async function readShare(task: ReadTask): Promise<FileResult<undefined>> {
  const { table, path, room } = task;
  const rules = unwrap(gameOf(task.rules));
  const { material } = unwrap(parseMaterial(table, rules));
  const read = await withTableFile(
    path,
    () => endgameOf(rules, material),
    (file) => readCodes(file, room, sharingOf(task)),
  );
  if (!read.ok || !read.value?.ok) leaveOff(task);
  return read;
}
