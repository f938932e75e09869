import type { Square } from '../../board/board.ts';
import { fail, ok, type Result } from '../../board/result.ts';
import { alteredBlock } from '../../format/mtb/damage.ts';
import { named, openSourceFile, readExactly } from '../../format/mtb/openSourceFile.ts';
import { changed, type Source, type SourceFile } from '../../format/mtb/source.ts';
import type { ByteRange, TableFile } from '../../format/mtb/tableFile.ts';
import type { Color } from '../../pieces/army.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { planTables } from '../plan.ts';
import { keyOf, partOfKey, spotOfKey, type WantedValues } from './wantedValues.ts';

/** Versions of the files that a sample is compared with, by table: all threads must read the same ones. */
export type Versions = ReadonlyMap<string, string | undefined>;

/** Bytes read at a time: some dozens of blocks. */
const RUN_BYTES = 1 << 20;

/** A table's file that values are read from in the order in which they stand there. */
class SampleTable {
  readonly version: string | undefined;
  private readonly file: TableFile;
  private readonly source: SourceFile;

  private constructor(file: TableFile, source: SourceFile) {
    this.version = source.etag;
    this.file = file;
    this.source = source;
  }

  /** Errors: those of the source and of the native format, and `missing-table`. */
  static async open(
    rules: RuleSet,
    source: Source,
    material: Material,
  ): Promise<Result<SampleTable>> {
    const { name } = material;
    const found = await source.open(name);
    if (!found.ok) return found;
    if (!found.value) {
      const command = source.generateCommand?.(name);
      const make = command ? `: make it with '${command}'` : '';
      return fail('missing-table', `no ${rules.name} table ${name}${make}`, name);
    }
    const file = found.value;
    const read = (range: ByteRange) => readExactly(file, range);
    const opened = await openSourceFile(file, endgameOf(rules, material), read);
    return opened.ok ? ok(new SampleTable(opened.value.file, file)) : opened;
  }

  /** See {@link keyOf}. */
  key(side: Color, squares: ArrayLike<Square>): number {
    return keyOf(side, this.file.spotOf(side, squares));
  }

  /**
   * Stores the values of the keys from number `from` to `to`. Blocks are read in order, those near each other at once, and
   * each part is decoded once. Errors: those of the source, and `mtb-checksum`.
   */
  async read({ keys, values }: WantedValues, from: number, to: number): Promise<Result<undefined>> {
    for (let at = from; at < to; ) {
      const run = await this.nextRun(keys, at, to);
      if (!run.ok) return run;
      const { blocks, range, end } = run.value;
      const bytes = await readExactly(this.source, range);
      if (!bytes.ok) return bytes;
      for (const block of blocks) {
        const { from: start, bytes: length } = this.file.range(block);
        const first = start - range.from;
        const decoded = this.file.decode(block, bytes.value.subarray(first, first + length));
        if (!decoded.ok) return named(this.file.endgame, decoded);
        while (at < end) {
          const { part } = spotOfKey(keys[at]!);
          if (this.file.blockOf(part) !== block) break;
          const found = decoded.value.part(part);
          if (!found) return named(this.file.endgame, alteredBlock());
          for (; at < end && partOfKey(keys[at]!) === part; at++) {
            const { side, cell } = spotOfKey(keys[at]!);
            values[at] = found.value(side, cell);
          }
        }
      }
    }
    return ok(undefined);
  }

  /** The blocks of the keys from number `at` on that are read at once: their bytes, and the number of the key after them. */
  private async nextRun(keys: Float64Array, at: number, to: number) {
    const blocks: number[] = [];
    let range: ByteRange = { from: 0, bytes: 0 };
    let end = at;
    let last = -1;
    for (; end < to; end++) {
      const part = partOfKey(keys[end]!);
      if (part === last) continue;
      last = part;
      const list = this.file.unreadList(part);
      const added = list === undefined ? ok(undefined) : await this.addList(list);
      if (!added.ok) return added;
      const block = this.file.blockOf(part)!;
      if (block === blocks.at(-1)) continue;
      const next = this.file.range(block);
      const first = blocks.length === 0 ? next.from : range.from;
      const bytes = next.from + next.bytes - first;
      if (blocks.length > 0 && bytes > RUN_BYTES) break;
      range = { from: first, bytes };
      blocks.push(block);
    }
    return ok({ blocks, range, end });
  }

  private async addList(list: number): Promise<Result<undefined>> {
    const { file, source } = this;
    const bytes = await readExactly(source, file.rangeOfList(list));
    return bytes.ok ? named(file.endgame, file.addList(list, bytes.value)) : bytes;
  }
}

export type SampleTables = ReadonlyMap<string, SampleTable>;

/**
 * A table and those that a move out of it leads to, by name. `versions`: what their files must be. Errors: those of
 * {@link SampleTable.open}, and `changed`.
 */
export async function openSampleTables(
  rules: RuleSet,
  source: Source,
  material: Material,
  versions?: Versions,
): Promise<Result<SampleTables>> {
  const steps = planTables(rules, [material]);
  const needed = new Set([material.name, ...(steps.at(-1)?.needs ?? [])]);
  const tables = new Map<string, SampleTable>();
  for (const { material } of steps) {
    if (!needed.has(material.name)) continue;
    const table = await SampleTable.open(rules, source, material);
    if (!table.ok) return table;
    const isOther = versions && versions.get(material.name) !== table.value.version;
    if (isOther) return changed(`table ${material.name}`);
    tables.set(material.name, table.value);
  }
  return ok(tables);
}
