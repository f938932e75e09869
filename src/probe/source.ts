import type { Result } from '../chess/result.ts';

/** Where the bytes of tables come from: memory, a folder, a server. Undefined is a table that is not there. */
export interface Source {
  readBytes(table: string): Promise<Result<Uint8Array | undefined>>;
}

/** Table files held in memory, by table name. */
export class MemorySource implements Source {
  private readonly files: ReadonlyMap<string, Uint8Array>;

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.files = files;
  }

  async readBytes(table: string): Promise<Result<Uint8Array | undefined>> {
    return { ok: true, value: this.files.get(table) };
  }
}
