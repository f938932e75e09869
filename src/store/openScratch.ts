import {
  closeSync,
  constants,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fail, InputError } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { reason } from './folder.ts';
import { partOf } from './parts.ts';

/** An open file of a run, as plain data: all threads of the process read and write it by its number. */
export interface OpenScratch {
  readonly path: string;
  readonly file: number;
}

/** Makes a file that lasts as long as the run, hidden in a folder like half-written ones. Throws InputError: `write`. */
export function openScratch(folder: string, name: string): OpenScratch {
  const path = partOf(join(folder, name));
  return guarded('write', path, () => ({ path, file: openSync(path, 'wx+') }));
}

export function closeScratch({ path, file }: OpenScratch): void {
  closeSync(file);
  rmSync(path, { force: true });
}

/** The path of a table's log in a folder for scratch files, which tables of several games may share. */
export function logPath(folder: string, { folder: game }: RuleSet, table: string): string {
  return join(folder, `.${game}.${table}.log`);
}

/** Opens a file that outlives the run, with what it has; empty if there is none. Throws InputError: `write`. */
export function openLasting(path: string): OpenScratch {
  const flags = constants.O_RDWR | constants.O_CREAT;
  return guarded('write', path, () => ({ path, file: openSync(path, flags) }));
}

/** Opens a file that another thread has made, for a thread that may be ended before the other closes it. Throws InputError: `write`. */
export function openMade(path: string): OpenScratch {
  return guarded('write', path, () => ({ path, file: openSync(path, 'r+') }));
}

/** Reads and writes at offsets. Throws InputError: `read`, `write`. */
export class ScratchBytes {
  private readonly scratch: OpenScratch;

  constructor(scratch: OpenScratch) {
    this.scratch = scratch;
  }

  get name(): string {
    return this.scratch.path;
  }

  clear(): void {
    const { path, file } = this.scratch;
    guarded('write', path, () => ftruncateSync(file));
  }

  sync(): void {
    const { path, file } = this.scratch;
    guarded('write', path, () => fdatasyncSync(file));
  }

  close(): void {
    closeSync(this.scratch.file);
  }

  read(offset: number, into: Uint8Array): void {
    const { path, file } = this.scratch;
    guarded('read', path, () => {
      for (let done = 0; done < into.length; ) {
        const read = readSync(file, into, done, into.length - done, offset + done);
        if (read === 0) throw new Error('it ends too soon');
        done += read;
      }
    });
  }

  write(offset: number, from: Uint8Array): void {
    const { path, file } = this.scratch;
    guarded('write', path, () => {
      for (let done = 0; done < from.length; ) {
        done += writeSync(file, from, done, from.length - done, offset + done);
      }
    });
  }
}

function guarded<T>(code: 'read' | 'write', path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(fail(code, `cannot ${code} ${path}: ${reason(error)}`, path).problem);
  }
}
