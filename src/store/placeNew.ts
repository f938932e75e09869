import { link, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './folder.ts';

/** What file systems say that have no hard links: FAT, some network shares, some containers. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'];
/** A lock is held for milliseconds: one of this age, in milliseconds, is of a machine that died. */
const STALE_MS = 30_000;
const LOOK_AGAIN_MS = 25;

/**
 * Gives a finished file its name beside it, unless a file has that name: it is never replaced, also if two machines do so at
 * once. False if the name is taken; then `part` stays. Rejects with what the file system reports.
 */
export async function placeNew(
  part: string,
  path: string,
  makeLink: typeof link = link,
): Promise<boolean> {
  try {
    // Unlike renaming, this fails if the name is taken.
    await makeLink(part, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (NO_LINKS.some((code) => hasCode(error, code))) return renameNew(part, path);
    throw error;
  }
  await rm(part, { force: true });
  return true;
}

/** The same under a lock, a file that only one machine can make. */
async function renameNew(part: string, path: string): Promise<boolean> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  await take(lock);
  try {
    if (await stat(path).catch(() => undefined)) return false;
    await rename(part, path);
    return true;
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<void> {
  for (;;) {
    try {
      await (await open(lock, 'wx')).close();
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const found = await stat(lock).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(lock, { force: true });
    else await pause(LOOK_AGAIN_MS);
  }
}
