import type { Command } from 'commander';
import { ruleSets } from '../rules/registry.ts';
import { columns } from './output.ts';
import { type OutputSettings, outputOf, withCsv, withOutput } from './settings.ts';

export function addRules(program: Command): void {
  const command = program.command('rules').description('list the rule sets').action(run);
  withCsv(withOutput(command));
}

function run(settings: OutputSettings): void {
  const rules = ruleSets.map(({ name, title, about, board: { files, ranks }, army }) => {
    const board = `${files}x${ranks}`;
    return { name, title, about, board, men: army.map(({ letter }) => letter).join('') };
  });
  const rows = rules.map(({ name, board, men, about }) => [name, board, men, about]);
  outputOf(settings).result(
    { rules },
    () => columns([['rules', 'board', 'men', ''], ...rows]),
    () => [['rules', 'board', 'men', 'about'], ...rows],
  );
}
