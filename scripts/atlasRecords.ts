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
export const VERSION = 1;

/** What atlas.json has. */
export interface AtlasData {
  readonly version: number;
  readonly endgames: readonly EndgameStudy[];
}

/** One file per endgame in `DIR/atlas/`, from which an interrupted run resumes; and what an earlier atlas has. */
export class AtlasRecords {
  private readonly folder: string;
  private readonly earlier: string | undefined;
  private readonly records = new Map<string, AtlasRecord>();

  /** `earlier`: the path of an atlas.json, if there may be one. */
  constructor(dir: string, earlier?: string) {
    this.folder = join(dir, 'atlas');
    this.earlier = earlier;
  }

  /** Reads what the earlier atlas has, and those records of these endgames that exist. */
  async load(names: readonly string[]): Promise<void> {
    const atlas = this.earlier && (await read<AtlasData>(this.earlier));
    for (const study of atlas && atlas.version === VERSION ? atlas.endgames : []) {
      this.records.set(study.table, { version: VERSION, study, made: [] });
    }
    for (const name of names) {
      const record = await read<AtlasRecord>(this.path(name));
      if (record?.version === VERSION) this.records.set(name, record);
    }
  }

  /** Of all endgames that are known, fewer men first. */
  get studies(): readonly EndgameStudy[] {
    const studies = [...this.records.values()].map(({ study }) => study);
    return studies.sort((a, b) => a.men - b.men);
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

async function read<T>(path: string): Promise<T | undefined> {
  const bytes = unwrap(await readWhole(path));
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T);
}
