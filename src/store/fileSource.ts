import { ok, type Result } from '../board/result.ts';
import {
  changed,
  interrupted,
  type OpenOptions,
  type Source,
  type SourceFile,
} from '../format/mtb/source.ts';
import { FIRST_BYTES } from '../format/mtb/tableFile.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { readPart } from './folder.ts';
import { TableStore } from './tableStore.ts';

/**
 * The tables of one rule set in a folder, read in parts: `DIR/metachess/KQvk.mtb`. A file is open only while it is
 * read, so there is nothing to close. Errors: `read`, `changed`, `interrupted`.
 */
export class FileSource implements Source {
  private readonly store: TableStore;

  constructor(rules: RuleSet, dir: string) {
    this.store = new TableStore(rules, dir);
  }

  generateCommand(table: string): string {
    return this.store.generateCommand(table);
  }

  open(table: string, options?: OpenOptions): Promise<Result<SourceFile | undefined>> {
    return fileAt(this.store.path(table), options);
  }
}

/** A file read in parts, undefined if there is none. Errors: those of {@link FileSource}. */
export async function fileAt(
  path: string,
  { signal }: OpenOptions = {},
): Promise<Result<SourceFile | undefined>> {
  if (signal?.aborted) return interrupted();
  const first = await readPart(path, 0, FIRST_BYTES);
  if (!first.ok) return first;
  if (!first.value) return ok(undefined);
  const { bytes, size, version } = first.value;
  return ok({
    size,
    etag: version,
    start: bytes,
    async read(range, signal) {
      if (signal?.aborted) return interrupted();
      const part = await readPart(path, range.from, range.bytes);
      if (!part.ok) return part;
      return part.value?.version === version ? ok(part.value.bytes) : changed(path);
    },
  });
}
