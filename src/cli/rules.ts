import type { Command } from 'commander';
import { ruleSets } from '../rules/registry.ts';
import { columns, Output } from './output.ts';

export function addRules(program: Command): void {
  program
    .command('rules')
    .description('list the rule sets')
    .option('--json', 'print one JSON object')
    .action(({ json = false }: { json?: boolean }) => {
      const rows = ruleSets.map(({ name, title, about, geometry, army }) => {
        const board = `${geometry.files}x${geometry.ranks}`;
        return { name, title, about, board, men: army.map(({ letter }) => letter).join('') };
      });
      new Output(json, false).result({ rules: rows }, () =>
        columns(rows.map(({ name, board, men, about }) => [name, board, men, about])),
      );
    });
}
