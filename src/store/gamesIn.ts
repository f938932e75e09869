import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../board/result.ts';
import { nativeFormat } from '../format/mtb/native.ts';
import { parseStart } from '../format/mtb/startParts.ts';
import { findRuleSet, ruleSets } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { hasCode, reason, withFile } from './folder.ts';
import { wholeStart } from './startedFile.ts';

/**
 * The games of which a folder may hold tables: every game, and those with other than the usual parameters that have a
 * folder there. Errors: `read`.
 */
export async function gamesIn(dir: string): Promise<Result<readonly RuleSet[]>> {
  let names: string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(ruleSets);
    return fail('read', `cannot read ${dir}: ${reason(error)}`, dir);
  }
  const others = await Promise.all(names.map((name) => gameOfFolder(dir, name)));
  return ok([...ruleSets, ...others.filter((rules) => rules !== undefined)]);
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
  const opened = await withFile(path, ({ read }) => wholeStart(read));
  const start = opened.ok && opened.value ? parseStart(opened.value) : undefined;
  const rules = start?.ok ? findRuleSet(start.value.header.rules) : undefined;
  return rules?.ok ? rules.value : undefined;
}
