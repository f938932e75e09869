import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import { gameNames } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { fileName } from './optionValues.ts';
import { findGame, readVariantsFile, type VariantsFile } from './variantsFile.ts';

/** What the options of games have become when a command runs. */
export interface GameSettings {
  readonly rules: RuleSet;
  readonly variants?: VariantsFile;
}

/** An option whose value is a game: its name, or with parameters (`metatb rules` lists them). */
class GameOption extends Option {}

export function gameOption(flags: string, about: string): Option {
  return new GameOption(flags, about).choices(gameNames).argParser((text) => text);
}

/** Adds `--variants`, and has the games that options name found once all options are known: their order is free. */
export function withVariants(command: Command): Command {
  return command
    .addOption(
      new Option('--variants <file>', 'a variants.ini with further games')
        .argParser(fileName)
        .env('METATB_VARIANTS'),
    )
    .hook('preAction', findGames);
}

async function findGames(command: Command): Promise<void> {
  const replace = (name: string, value: unknown) =>
    command.setOptionValueWithSource(name, value, command.getOptionValueSource(name));
  const { variants, ...settings } = command.opts<Record<string, string>>();
  const file = variants === undefined ? undefined : unwrap(await readVariantsFile(variants));
  if (file) replace('variants', file);
  for (const option of command.options) {
    if (!(option instanceof GameOption)) continue;
    const name = option.attributeName();
    const text = settings[name]!;
    const found = findGame(text, file);
    if (!found.ok && found.problem.code !== 'variants')
      return refuse(command, option, text, found.problem.message);
    replace(name, unwrap(found));
  }
}

/** Refuses a value as commander refuses one that is none of its choices. */
function refuse(command: Command, option: Option, text: string, why: string): void {
  const isVariable = command.getOptionValueSource(option.attributeName()) === 'env';
  const value = isVariable ? `value '${text}' from env '${option.envVar}'` : `argument '${text}'`;
  const message = `error: option '${option.flags}' ${value} is invalid. ${why}.`;
  command.error(message, { code: 'commander.invalidArgument' });
}
