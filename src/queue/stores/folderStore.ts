import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { interrupted, type Source } from '../../format/mtb/source.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Digest, digestOf } from '../../store/digest.ts';
import { FileSource } from '../../store/fileSource.ts';
import { checkWritable, hasCode, reason } from '../../store/folder.ts';
import { claim, partOf, removeParts } from '../../store/parts.ts';
import { placeNew } from '../../store/placeNew.ts';
import { TableStore } from '../../store/tableStore.ts';
import { conflict } from './conflict.ts';
import type { LocalTable, SharedStore, StoredTable } from './sharedStore.ts';

const CHUNK_BYTES = 1 << 20;

/** A folder that all machines see: a network share, or a disk of the only machine. */
export class FolderStore implements SharedStore {
  readonly name: string;

  constructor(dir: string) {
    this.name = dir;
  }

  /** Makes the folder if it is missing. Errors: `store`, `write`. */
  async check(): Promise<Result<undefined>> {
    const found = await stat(this.name).catch(() => undefined);
    if (!found || found.isDirectory()) return checkWritable(this.name);
    return fail('store', `cannot use the store ${this.name}: it is a file`, this.name);
  }

  source(rules: RuleSet): Source {
    return new FileSource(rules, this.name);
  }

  async put(
    { rules, material, dir }: LocalTable,
    signal?: AbortSignal,
  ): Promise<Result<StoredTable>> {
    const path = new TableStore(rules, this.name).path(material.name);
    const local = new TableStore(rules, dir);
    const from = local.path(material.name);
    if (await stat(path).catch(() => undefined)) return compared(path, from, signal);
    const folder = dirname(path);
    const writable = await checkWritable(folder);
    if (!writable.ok) return writable;
    // What a machine that died has left takes space and is of no use.
    await removeParts(folder);
    const part = partOf(path);
    const done = claim(folder);
    try {
      const copied = await copy(from, part, signal);
      if (!copied.ok) return copied;
      // Another machine may have stored the table meanwhile.
      if (await placeNew(part, path)) return ok({ ...copied.value, there: false });
      return compared(path, from, signal);
    } catch (error) {
      return cannotWrite(path, error);
    } finally {
      await rm(part, { force: true }).catch(() => {});
      done();
    }
  }
}

/** Is the file that is in the store the same? */
async function compared(
  path: string,
  from: string,
  signal: AbortSignal | undefined,
): Promise<Result<StoredTable>> {
  const own = await digestOf(from, signal);
  if (!own.ok) return own;
  if (!own.value) return fail('read', `cannot read ${from}: it is missing`, from);
  const found = await digestOf(path, signal);
  if (!found.ok) return found;
  const isSame = found.value?.sha256 === own.value.sha256;
  return isSame ? ok({ ...own.value, there: true }) : conflict(path);
}

/** Copies a file and syncs the copy to disk. Errors: `read`, `write`, `interrupted`. */
async function copy(
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<Result<Digest>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let isReading = false;
  try {
    const file = await open(to, 'wx');
    try {
      isReading = true;
      for await (const chunk of createReadStream(from, { highWaterMark: CHUNK_BYTES })) {
        if (signal?.aborted) return interrupted();
        isReading = false;
        hash.update(chunk as Buffer);
        await file.writeFile(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        isReading = true;
      }
      isReading = false;
      await file.sync();
    } finally {
      await file.close();
    }
    return ok({ bytes, sha256: hash.digest('hex') });
  } catch (error) {
    if (!isReading) return cannotWrite(to, error);
    const why = hasCode(error, 'ENOENT') ? 'it is missing' : reason(error);
    return fail('read', `cannot read ${from}: ${why}`, from);
  }
}

function cannotWrite(path: string, error: unknown): Failure {
  return fail('write', `cannot write ${path}: ${reason(error)}`, path);
}
