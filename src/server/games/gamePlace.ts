import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';

/**
 * Checks that a file of games can be kept at `path`, with clearer messages than the database's. Makes the folder if it
 * is missing. Errors: `write`.
 */
export function preparePlace(path: string): Result<undefined> {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true });
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && !found.isFile()) {
      return cannotKeep(path, found.isDirectory() ? 'it is a folder' : 'it is no ordinary file');
    }
    // SQLite's log lies beside the file.
    accessSync(folder, constants.W_OK);
    closeSync(openSync(path, 'a'));
    return ok(undefined);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return cannotKeep(path, reasons[code] ?? message);
  }
}

/** A remedy for users of the command line. */
const advice = 'name another file with --games FILE, or go without games with --no-games';

export function cannotKeep(path: string, why: string, code: 'read' | 'write' = 'write'): Failure {
  return fail(code, `the games cannot be kept in ${path}: ${why}; ${advice}`, path);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'its folder is a file',
  ENOENT: 'its folder cannot be made',
};
