import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../board/result.ts';
import { nativeFormat } from '../format/mtb/native.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { hasCode, reason } from './folder.ts';

/** A table's name in a folder. The file has not been opened. */
export interface ListedTable {
  readonly material: Material;
  readonly path: string;
  readonly bytes: number;
  /** Why there is no file to read under this name: a link that leads nowhere, a folder, a pipe. Code `read`. */
  readonly problem?: Problem;
}

/**
 * The tables of one rule set in a folder, fewer men first, then by name; empty if the folder does not exist. Skips
 * files that are not named like a table. A bad entry is listed with its problem and does not hide the others. Errors:
 * `read`.
 */
export async function listTables(
  rules: RuleSet,
  dir: string,
): Promise<Result<readonly ListedTable[]>> {
  const folder = join(dir, rules.folder);
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok([]);
    return fail('read', `cannot read ${folder}: ${reason(error)}`, folder);
  }
  const found = await Promise.all(names.map((name) => listed(rules, folder, name)));
  const men = ({ material }: ListedTable) => material.men.length;
  return ok(found.flat().sort((a, b) => men(a) - men(b) || (a.path < b.path ? -1 : 1)));
}

/** The material that a file's name stands for; undefined for any other name, such as `KvkQ.mtb`. */
export function materialOfFile(rules: RuleSet, file: string): Material | undefined {
  const { extension } = nativeFormat;
  if (!file.endsWith(extension)) return undefined;
  const table = basename(file, extension);
  const parsed = parseMaterial(table, rules);
  return parsed.ok && parsed.value.material.name === table ? parsed.value.material : undefined;
}

/** No entry or one. */
async function listed(rules: RuleSet, folder: string, name: string): Promise<ListedTable[]> {
  const material = materialOfFile(rules, name);
  if (!material) return [];
  const path = join(folder, name);
  const bad = (why: string): ListedTable[] => {
    const { problem } = fail('read', `cannot read ${path}: ${why}`, path);
    return [{ material, path, bytes: 0, problem }];
  };
  try {
    const found = await stat(path);
    if (found.isFile()) return [{ material, path, bytes: found.size }];
    return bad(found.isDirectory() ? 'it is a folder' : 'it is not a file');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) return bad(reason(error));
    // A file removed since it was listed no longer exists; a dangling link still does.
    const link = await lstat(path).catch(() => undefined);
    return link ? bad('it is a link that leads nowhere') : [];
  }
}
