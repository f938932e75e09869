import { ok, type Result } from '../board/result.ts';
import type { Source, SourceFile } from '../format/mtb/source.ts';
import { FIRST_BYTES } from '../format/mtb/tableFile.ts';

/** Table files held in memory, by table name. */
export class MemorySource implements Source {
  private readonly files: ReadonlyMap<string, Uint8Array>;

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.files = files;
  }

  async open(table: string): Promise<Result<SourceFile | undefined>> {
    const bytes = this.files.get(table);
    return ok(bytes && memoryFile(bytes));
  }
}

function memoryFile(bytes: Uint8Array): SourceFile {
  return {
    size: bytes.length,
    etag: undefined,
    start: bytes.subarray(0, FIRST_BYTES),
    read: async (range) => ok(bytes.subarray(range.from, range.from + range.bytes)),
  };
}
