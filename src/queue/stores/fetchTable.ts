import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { interrupted, type SourceFile } from '../../format/mtb/source.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { checkFile } from '../../store/checkFile.ts';
import type { Digest } from '../../store/digest.ts';
import { checkWritable, reason } from '../../store/folder.ts';
import { claim, partOf } from '../../store/parts.ts';
import { TableStore } from '../../store/tableStore.ts';
import type { Material } from '../../table/material.ts';
import { withPatience } from './patience.ts';
import type { SharedStore } from './sharedStore.ts';

export interface FetchOptions {
  /** What the caller knows the file to have, in hexadecimal. */
  readonly sha256?: string;
  /** For each piece that does not come, in milliseconds: see withPatience. Default: 30,000. */
  readonly patience?: number;
  readonly signal?: AbortSignal;
  readonly pieceBytes?: number;
}

const PIECE_BYTES = 4 << 20;
const PATIENCE_MS = 30_000;

/**
 * Copies a table of a store to a folder, piece by piece: after a broken connection it goes on where it was. Before the
 * file has its name, it is checked to be this table of this game, whole, and every checksum is compared; what is not is
 * removed. Errors: `missing-table`, `forged` if its SHA-256 is another, `write`, `interrupted`, those of the native format,
 * and those of the store's source.
 */
export async function fetchTable(
  store: SharedStore,
  rules: RuleSet,
  material: Material,
  dir: string,
  options: FetchOptions = {},
): Promise<Result<Digest>> {
  const { name } = material;
  const where = `${store.name}: table ${name} of ${rules.name}`;
  const { signal, patience = PATIENCE_MS } = options;
  const trying = { patience, signal };
  const source = store.source(rules);
  const opened = await withPatience(() => source.open(name, signal ? { signal } : {}), trying);
  if (!opened.ok) return opened;
  if (!opened.value) return fail('missing-table', `${where} is not there`, name);
  const path = new TableStore(rules, dir).path(name);
  const folder = dirname(path);
  const writable = await checkWritable(folder);
  if (!writable.ok) return writable;
  const part = partOf(path);
  const done = claim(folder);
  try {
    const copied = await copyTo(part, opened.value, options, trying);
    if (!copied.ok) return copied;
    if (options.sha256 !== undefined && copied.value.sha256 !== options.sha256.toLowerCase()) {
      const found = `its SHA-256 is ${copied.value.sha256}, not ${options.sha256}`;
      return fail('forged', `${where} is not the one that was made: ${found}`, name);
    }
    const checked = await checkFile(part, endgameOf(rules, material));
    if (!checked.ok) return checked;
    if (!checked.value) return cannotWrite(part, 'it has disappeared');
    if (!checked.value.ok) {
      const { code, message, text } = checked.value.problem;
      return fail(code, `${where}: ${message}`, text);
    }
    await rename(part, path);
    return copied;
  } catch (error) {
    return cannotWrite(path, reason(error));
  } finally {
    await rm(part, { force: true }).catch(() => {});
    done();
  }
}

async function copyTo(
  part: string,
  source: SourceFile,
  { signal, pieceBytes = PIECE_BYTES }: FetchOptions,
  trying: { readonly patience: number; readonly signal: AbortSignal | undefined },
): Promise<Result<Digest>> {
  const hash = createHash('sha256');
  const file = await open(part, 'wx');
  try {
    for (let from = 0; from < source.size; from += pieceBytes) {
      if (signal?.aborted) return interrupted();
      const range = { from, bytes: Math.min(pieceBytes, source.size - from) };
      const piece = await withPatience(() => source.read(range, signal), trying);
      if (!piece.ok) return piece;
      hash.update(piece.value);
      await file.writeFile(piece.value);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return ok({ bytes: source.size, sha256: hash.digest('hex') });
}

function cannotWrite(path: string, why: string): Failure {
  return fail('write', `cannot write ${path}: ${why}`, path);
}
