import { unwrap } from '../board/result.ts';
import { readCodes } from '../format/mtb/readCodes.ts';
import type { Sharing } from '../format/mtb/sharing.ts';
import { endgameOf } from '../rules/endgame.ts';
import { gameOf } from '../rules/gameRef.ts';
import { parseMaterial } from '../table/material.ts';
import type { ReadTask } from './readTask.ts';
import { type FileResult, withTableFile } from './startedFile.ts';

/** More turns than any table has. */
const NO_MORE = 2 ** 30;

/** Reads a thread's share of a table. */
export async function readShare(task: ReadTask): Promise<FileResult<undefined>> {
  const { table, path, checksum, room, next } = task;
  const rules = unwrap(gameOf(task.rules));
  const { material } = unwrap(parseMaterial(table, rules));
  const work: Sharing = {
    take: () => Atomics.add(next, 0, 1),
    agree: (found) => found === checksum,
  };
  const read = await withTableFile(
    path,
    () => endgameOf(rules, material),
    (file) => readCodes(file, room, work),
  );
  // The others need not go on.
  if (!read.ok || !read.value?.ok) Atomics.store(next, 0, NO_MORE);
  return read;
}
