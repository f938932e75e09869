import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fail, InputError } from '../board/result.ts';
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

/** Reads and writes at offsets. Throws InputError: `read`, `write`. */
export class ScratchBytes {
  private readonly scratch: OpenScratch;

  constructor(scratch: OpenScratch) {
    this.scratch = scratch;
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
