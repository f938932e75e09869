import { type Command, Option } from 'commander';
import { InputError, unwrap } from '../chess/result.ts';
import { findRuleSet, ruleSets } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { TableStore } from '../store/tableStore.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { Output } from './output.ts';

/** What every command that works with tables accepts. */
export interface Settings {
  readonly rules: string;
  readonly dir: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds `--rules --dir --json --quiet`: by flag, then by environment, then by default. */
export function withSettings(command: Command): Command {
  return command
    .addOption(
      new Option('-r, --rules <name>', 'the rule set')
        .choices(ruleSets.map(({ name }) => name))
        .default(ruleSets[0]!.name)
        .env('METATB_RULES'),
    )
    .addOption(
      new Option('-d, --dir <folder>', 'where tables are').default('tables').env('METATB_DIR'),
    )
    .addOption(new Option('--json', 'print one JSON object').env('METATB_JSON'))
    .addOption(new Option('-q, --quiet', 'no progress, no remarks').env('METATB_QUIET'));
}

/** Settings made into what commands work with. */
export interface Context {
  readonly rules: RuleSet;
  readonly store: TableStore;
  readonly output: Output;
}

export function contextOf(settings: Settings): Context {
  const rules = unwrap(findRuleSet(settings.rules));
  return {
    rules,
    store: new TableStore(rules, settings.dir),
    output: new Output(settings.json ?? false, settings.quiet ?? false),
  };
}

/** The table that a name means; says so where the colours had to be exchanged. Throws InputError. */
export function readName({ rules, output }: Context, name: string): Material {
  const { material, flipped } = unwrap(parseMaterial(name, rules.army));
  if (flipped) output.remark(`${name} is ${material.name} with the colours exchanged`);
  if (rules.isDead(material.men)) {
    throw new InputError({
      code: 'dead-material',
      message: `${material.name} is always a draw under the rules of ${rules.name}: it has no table`,
      text: name,
    });
  }
  return material;
}
