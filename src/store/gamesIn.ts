import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import { nativeFormat } from '../format/mtb/native.ts';
import { parseStart } from '../format/mtb/startParts.ts';
import { allGames, findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { hasCode, reason, withFile } from './folder.ts';
import { wholeStart } from './startedFile.ts';

/**
 * The games of which a folder may hold tables: every built-in game that has its own, the `own` games of a user, and those with other than
 * the usual parameters that have a folder there. Errors: `read`.
 */
export async function gamesIn(
  dir: string,
  own: readonly RuleSet[] = [],
): Promise<Result<readonly RuleSet[]>> {
  const known = [...allGames().filter(({ name, tables }) => tables === name), ...own];
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(known);
    return fail('read', `cannot read ${dir}: ${reason(error)}`, dir);
  }
  const others = await Promise.all(names.map((name) => gameOfFolder(dir, name)));
  return ok([...known, ...others.filter((rules) => rules !== undefined)]);
}

/** Folders of games with parameters: see `folderOf`. */
const WITH_PARAMETERS = /-[0-9a-f]{8}$/;

/** The game whose tables have this folder, as the header of one of them says; undefined of other folders. */
export async function gameOfFolder(dir: string, name: string): Promise<RuleSet | undefined> {
  if (!WITH_PARAMETERS.test(name)) return undefined;
  const files = await readdir(join(dir, name)).catch(() => []);
  for (const file of files.filter((each) => each.endsWith(nativeFormat.extension))) {
    const rules = await gameOfFile(join(dir, name, file));
    if (rules?.folder === name) return rules;
  }
  return undefined;
}

async function gameOfFile(path: string): Promise<RuleSet | undefined> {
  const name = await nameInFile(path);
  const rules = name === undefined ? undefined : findRuleSet(name);
  return rules?.ok ? rules.value : undefined;
}

/** The name of the game that the header of a table's file says. */
async function nameInFile(path: string): Promise<string | undefined> {
  const opened = await withFile(path, ({ read }) => wholeStart(read));
  const start = opened.ok && opened.value ? parseStart(opened.value) : undefined;
  return start?.ok ? start.value.header.rules : undefined;
}

/** A folder with tables of a game that is not known. */
export interface UnknownGame {
  readonly folder: string;
  /** As the header of a table says. */
  readonly rules: string;
  /** The number of files named like tables. */
  readonly tables: number;
}

/** What a folder holds of none of these games; empty if it cannot be read. */
export async function unknownGames(
  dir: string,
  games: readonly RuleSet[],
): Promise<readonly UnknownGame[]> {
  const folders = new Set(games.map(({ folder }) => folder));
  const names = await readdir(dir).catch(() => []);
  const found = names
    .filter((name) => !folders.has(name))
    .map(async (folder): Promise<UnknownGame[]> => {
      const files = await readdir(join(dir, folder)).catch(() => []);
      const tables = files.filter((file) => file.endsWith(nativeFormat.extension));
      for (const file of tables) {
        const rules = await nameInFile(join(dir, folder, file));
        if (rules !== undefined) return [{ folder, rules, tables: tables.length }];
      }
      return [];
    });
  return (await Promise.all(found)).flat();
}
