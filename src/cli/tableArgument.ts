import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fail, unwrap } from '../board/result.ts';
import { nativeFormat } from '../format/mtb/native.ts';
import { allGames } from '../rules/registry.ts';
import { gameOfFolder } from '../store/gamesIn.ts';
import type { Material } from '../table/material.ts';
import { type Context, contextOf, readName, type Settings } from './settings.ts';
import { findGame, gamesOf } from './variantsFile.ts';

export interface TableContext extends Context {
  readonly material: Material;
}

/**
 * The table that an argument means and what a command works with. `KQvk` is looked up by `--rules` and `--dir`; the
 * path of a table's file, `tables/chess/KQvk.mtb`, stands for all three. Throws InputError.
 */
export async function tableContextOf(
  argument: string,
  settings: Settings,
  command: Command,
): Promise<TableContext> {
  const { name, ...place } = await placeOf(argument, settings);
  checkFlags(argument, place, settings, command);
  const context = contextOf({ ...settings, ...place });
  return { ...context, material: readName(context, name) };
}

type Place = Partial<Pick<Settings, 'rules' | 'dir'>>;

/** Refuses flags that contradict a path. Variables and defaults give way to it. */
function checkFlags(
  argument: string,
  { rules, dir }: Place,
  settings: Settings,
  command: Command,
): void {
  const isFlag = (option: keyof Place) => command.getOptionValueSource(option) === 'cli';
  const contradict = (flag: string, value: string) => {
    const message = `'${argument}' is in another place than ${flag} ${value}: give only one of them`;
    return unwrap(fail('table-path', message, argument));
  };
  if (rules !== undefined && rules !== settings.rules && isFlag('rules')) {
    contradict('--rules', settings.rules.name);
  }
  if (dir !== undefined && resolve(dir) !== resolve(settings.dir) && isFlag('dir')) {
    contradict('--dir', settings.dir);
  }
}

async function placeOf(
  argument: string,
  { variants }: Settings,
): Promise<{ readonly name: string } & Place> {
  const isPath = /[/\\]/.test(argument);
  if (!isPath && !argument.endsWith(nativeFormat.extension)) return { name: argument };
  const name = basename(argument, nativeFormat.extension);
  const folder = dirname(argument);
  const above = join(folder, '..');
  const own = basename(resolve(folder));
  const named = findGame(own, variants);
  if (!named.ok && named.problem.code === 'variants') return unwrap(named);
  const rules = named.ok ? named.value : await gameOfFolder(above, own);
  if (rules) return { name, rules, dir: above };
  // In any other folder, the file's name means only the table.
  if (!isPath) return { name };
  const shape = `FOLDER/RULES/NAME${nativeFormat.extension}`;
  const games = [...allGames(), ...gamesOf(variants)].map((each) => each.name).join(', ');
  const why = `RULES is ${games}, or one of these with a hash, such as hutnik-ad9f314f, and not '${own}'`;
  const yours = variants ? '' : '; a game of your own takes --variants FILE';
  const way = `or name the table alone, such as KQvk, and give --rules and --dir${yours}`;
  const message = `'${argument}' is not the path of a table, ${shape}: ${why}; ${way}`;
  return unwrap(fail('table-path', message, argument));
}
