import { unwrap } from '../src/board/result.ts';
import { readWhole, writeWhole } from '../src/store/folder.ts';

/** The result for one table. */
export interface Reproduced {
  /** Up to symmetry, both sides to move. */
  readonly positions: number;
  /** With reading and writing files; null if the table was there already. */
  readonly seconds: number | null;
  readonly solveSeconds: number | null;
  /** A line for each published figure that it does not have. */
  readonly differences: readonly string[];
}

/** The tables compared so far, in a file, from which an interrupted run resumes. */
export class ReproduceRecord {
  private readonly path: string;
  private readonly tables: Map<string, Reproduced>;

  private constructor(path: string, tables: Map<string, Reproduced>) {
    this.path = path;
    this.tables = tables;
  }

  static async open(path: string): Promise<ReproduceRecord> {
    const bytes = unwrap(await readWhole(path));
    const known = bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as object) : {};
    return new ReproduceRecord(path, new Map(Object.entries(known)));
  }

  get(name: string): Reproduced | undefined {
    return this.tables.get(name);
  }

  /** The tables that were generated, not found. */
  get made(): readonly string[] {
    return [...this.tables].flatMap(([name, { seconds }]) => (seconds === null ? [] : [name]));
  }

  async add(name: string, reproduced: Reproduced): Promise<void> {
    this.tables.set(name, reproduced);
    const lines = [...this.tables].map(
      ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    const text = `{\n${lines.join(',\n')}\n}\n`;
    unwrap(await writeWhole(this.path, [new TextEncoder().encode(text)]));
  }
}
