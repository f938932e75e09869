import { basename, dirname, join, resolve } from 'node:path';
import { fail, unwrap } from '../chess/result.ts';
import { nativeFormat } from '../format/native.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { Material } from '../table/material.ts';
import { type Context, contextOf, readName, type Settings } from './settings.ts';

export interface TableContext extends Context {
  readonly material: Material;
}

/**
 * The table that an argument means and what a command works with. `KQvk` is looked up by `--rules` and `--dir`; the path
 * of a table's file, `tables/chess/KQvk.mtb`, stands for all three. Throws InputError.
 */
export function tableContextOf(argument: string, settings: Settings): TableContext {
  const { name, ...place } = placeOf(argument);
  const context = contextOf({ ...settings, ...place });
  return { ...context, material: readName(context, name) };
}

function placeOf(argument: string): { readonly name: string } & Partial<Settings> {
  const isPath = /[/\\]/.test(argument);
  if (!isPath && !argument.endsWith(nativeFormat.extension)) return { name: argument };
  const name = basename(argument, nativeFormat.extension);
  const folder = dirname(argument);
  const rules = basename(resolve(folder));
  if (findRuleSet(rules).ok) return { name, rules, dir: join(folder, '..') };
  // In any other folder the file's name says no more than that of the table.
  if (!isPath) return { name };
  const shape = `FOLDER/RULES/NAME${nativeFormat.extension}`;
  const message = `'${argument}' is not the path of a table, ${shape}: name the table alone, such as KQvk, and its folder by --dir`;
  return unwrap(fail('table-path', message, argument));
}
