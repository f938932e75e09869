import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Result } from '../chess/result.ts';
import { nativeFormat } from '../format/native.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { TableStore } from './tableStore.ts';

/** A table's file, as its folder has it: it has not been looked into. */
export interface ListedTable {
  readonly material: Material;
  readonly path: string;
  readonly bytes: number;
}

/**
 * The tables of one rule set in a folder, fewer men first, then by name; none where there is no such folder. Files whose
 * names are no tables' are left out. Errors: `read`.
 */
export async function listTables(
  rules: RuleSet,
  dir: string,
): Promise<Result<readonly ListedTable[]>> {
  const folder = join(dir, rules.name);
  const { extension } = nativeFormat;
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
    const found: ListedTable[] = [];
    for (const name of names) {
      const table = basename(name, extension);
      const parsed = parseMaterial(table, rules.army);
      // `KvkQ` is no table's own name.
      if (!parsed.ok || parsed.value.material.name !== table) continue;
      const path = new TableStore(rules, dir).path(table);
      found.push({ material: parsed.value.material, path, bytes: (await stat(path)).size });
    }
    const men = ({ material }: ListedTable) => material.men.length;
    return ok(found.sort((a, b) => men(a) - men(b) || (a.path < b.path ? -1 : 1)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok([]);
    const why = error instanceof Error ? error.message : String(error);
    return fail('read', `cannot read ${folder}: ${why}`, folder);
  }
}
