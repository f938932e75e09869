import type { Command } from 'commander';
import { unwrap } from '../board/result.ts';
import { ROYAL } from '../pieces/army.ts';
import { makeBetza } from '../pieces/makeBetza.ts';
import { findRuleSet, parametersOf, ruleSets } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { rulesPage } from '../rules/rulesPage.ts';
import { columns } from './output.ts';
import { type OutputSettings, outputOf, withCsv, withOutput } from './settings.ts';

export function addRules(program: Command): void {
  const command = program
    .command('rules')
    .description('list the games, or explain one')
    .argument('[game]', 'a game, such as reach, with its parameters after a colon')
    .addHelpText('after', help)
    .action(run);
  withCsv(withOutput(command));
}

const help = `
Movements are in Betza's notation: https://www.chessvariants.com/d.betza/chessvar/pieces/

Examples:
  metatb rules                         every game, a line each
  metatb rules reach                   its pieces, its ends, and what its tables cover
  metatb rules hutnik:Q=QN,N=C         a game with other than its usual parameters`;

function run(game: string | undefined, settings: OutputSettings): void {
  const rules = game === undefined ? ruleSets : [unwrap(findRuleSet(game))];
  const described = rules.map(describe);
  outputOf(settings).result(
    { rules: described },
    () => (game === undefined ? list(rules) : rules.map(pageOf).join('\n')),
    () => [
      ['rules', 'files', 'ranks', 'men', 'about'],
      ...described.map(({ name, files, ranks, pieces, about }) => [
        name,
        files,
        ranks,
        pieces.map(({ letter }) => letter).join(''),
        about,
      ]),
    ],
  );
}

function pageOf(rules: RuleSet): string {
  return rulesPage(rules, parametersOf(rules));
}

function describe({ name, title, about, board, army }: RuleSet) {
  const pieces = army.map(({ letter, name: piece, movement }, kind) => ({
    letter,
    name: piece,
    movement: makeBetza(movement),
    royal: kind === ROYAL,
  }));
  return { name, title, about, files: board.files, ranks: board.ranks, pieces };
}

function list(rules: readonly RuleSet[]): string {
  const rows = rules.map(({ name, about, board: { files, ranks }, army }) => {
    const letters = army.map(({ letter }) => letter).join('');
    return [name, `${files}x${ranks}`, letters, about];
  });
  return columns([['rules', 'board', 'men', ''], ...rows]);
}
