import { join } from 'node:path';
import { fail, ok, type Result } from '../chess/result.ts';
import { nativeFormat } from '../format/native.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import { readWhole, removeParts, writeWhole } from './folder.ts';

/** The tables of one rule set in a folder: `DIR/metachess/KQvk.mtb`. */
export class TableStore {
  readonly rules: RuleSet;
  readonly dir: string;

  constructor(rules: RuleSet, dir: string) {
    this.rules = rules;
    this.dir = dir;
  }

  path(name: string): string {
    return join(this.dir, this.rules.name, `${name}${nativeFormat.extension}`);
  }

  /** A table's file, undefined where there is none. Errors: `read`. */
  readBytes(name: string): Promise<Result<Uint8Array | undefined>> {
    return readWhole(this.path(name));
  }

  /** Errors: `missing-table`, `read`, and those of the native format. */
  async read(material: Material): Promise<Result<Table>> {
    const { name } = material;
    const bytes = await this.readBytes(name);
    if (!bytes.ok) return bytes;
    if (!bytes.value) {
      const make = `metatb generate ${name} --rules ${this.rules.name} --dir ${this.dir}`;
      return fail(
        'missing-table',
        `no table ${name} at ${this.path(name)}: make it with '${make}'`,
        name,
      );
    }
    const table = nativeFormat.decode(bytes.value, endgameOf(this.rules, material));
    if (table.ok) return table;
    const { code, message, text } = table.problem;
    return fail(code, `${this.path(name)}: ${message}`, text);
  }

  /** Errors: `write`. */
  async write(table: Table): Promise<Result<{ path: string; bytes: number }>> {
    const path = this.path(table.material.name);
    const written = await writeWhole(path, nativeFormat.encode(table));
    return written.ok ? ok({ path, bytes: written.value.bytes }) : written;
  }

  /** Clears away what interrupted writes have left. */
  removeParts(): Promise<void> {
    return removeParts(join(this.dir, this.rules.name));
  }
}
