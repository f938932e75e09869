import type { Command } from 'commander';
import { ruleSets } from '../rules/registry.ts';
import { columns } from './output.ts';
import { type OutputSettings, outputOf, withOutput } from './settings.ts';

export function addRules(program: Command): void {
  const command = program.command('rules').description('list the rule sets').action(run);
  withOutput(command);
}

function run(settings: OutputSettings): void {
  const rules = ruleSets.map(({ name, title, about, geometry, army }) => {
    const board = `${geometry.files}x${geometry.ranks}`;
    return { name, title, about, board, men: army.map(({ letter }) => letter).join('') };
  });
  outputOf(settings).result({ rules }, () =>
    columns([
      ['rules', 'board', 'men', ''],
      ...rules.map(({ name, board, men, about }) => [name, board, men, about]),
    ]),
  );
}
