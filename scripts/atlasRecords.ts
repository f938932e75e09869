import { join } from 'node:path';
import { unwrap } from '../src/board/result.ts';
import { readWhole, writeWhole } from '../src/store/folder.ts';
import type { EndgameStudy } from '../src/study/endgameStudy.ts';

/** The study of one endgame, and which tables were made for it. */
export interface AtlasRecord {
  readonly version: number;
  readonly study: EndgameStudy;
  /** Names of the rule sets whose table the atlas generated, not found. */
  readonly made: readonly string[];
}

/** Raised when the contents of studies change: endgames with older records are studied again. */
const VERSION = 1;

/** One file per endgame in `DIR/atlas/`, from which an interrupted run resumes. */
export class AtlasRecords {
  private readonly folder: string;
  private readonly records = new Map<string, AtlasRecord>();

  constructor(dir: string) {
    this.folder = join(dir, 'atlas');
  }

  /** Reads those records of these endgames that exist. */
  async load(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const bytes = unwrap(await readWhole(this.path(name)));
      if (!bytes) continue;
      const record = JSON.parse(new TextDecoder().decode(bytes)) as AtlasRecord;
      if (record.version === VERSION) this.records.set(name, record);
    }
  }

  get(name: string): AtlasRecord | undefined {
    return this.records.get(name);
  }

  async add(study: EndgameStudy, made: readonly string[]): Promise<void> {
    const record = { version: VERSION, study, made };
    this.records.set(study.table, record);
    const text = `${JSON.stringify(record)}\n`;
    unwrap(await writeWhole(this.path(study.table), [new TextEncoder().encode(text)]));
  }

  private path(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}
