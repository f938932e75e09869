import type { Command } from 'commander';
import type { Color, Man } from '../chess/men.ts';
import { unwrap } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { SideStatistics } from '../table/statistics.ts';
import { columns, plural } from './output.ts';
import { contextOf, readName, type Settings, withSettings } from './settings.ts';

export function addStats(program: Command): void {
  const command = program
    .command('stats')
    .description('count the positions of a table')
    .argument('<name>', 'the table, such as KQvk')
    .addHelpText('after', help)
    .action(run);
  withSettings(command);
}

const help = `
Counts are of the whole board, for the side to move, with every order of like men, as the pickle has
them; "unique" counts positions up to the board's symmetry. Distances are in plies.

Example:
  metatb stats KQvk --json`;

async function run(name: string, settings: Settings): Promise<void> {
  const context = contextOf(settings);
  const { rules, store, output } = context;
  const material = readName(context, name);
  const counted = unwrap(await store.statistics(material));
  const white = withFens(rules, material.men, counted.white, 0);
  const black = withFens(rules, material.men, counted.black, 1);
  const data = { table: material.name, rules: rules.name, men: material.men.length, white, black };
  output.result(data, () => {
    const row = (side: string, s: typeof white) => [side, s.wins, s.draws, s.losses, longest(s)];
    const unique = (side: string, s: typeof white) => [
      side,
      s.unique.wins,
      s.unique.draws,
      s.unique.losses,
      '',
    ];
    const head = `${material.name}, ${rules.title}, ${plural(material.men.length, 'man', 'men')}`;
    const table = columns([
      ['to move', 'won', 'drawn', 'lost', 'longest'],
      row('White', white),
      row('Black', black),
      unique('White, unique', white),
      unique('Black, unique', black),
    ]);
    return [head, '', table, ...fens('White', white), ...fens('Black', black)].join('\n');
  });
}

function withFens(rules: RuleSet, men: readonly Man[], side: SideStatistics, turn: Color) {
  const fen = (squares: readonly number[] | null) =>
    squares && rules.makeFen(unwrap(rules.place(men, squares, turn)));
  const { wins, draws, losses, longestWin, longestLoss, histogram, unique } = side;
  return {
    wins,
    draws,
    losses,
    longestWin,
    longestLoss,
    longestWinFen: fen(side.longestWinSquares),
    longestLossFen: fen(side.longestLossSquares),
    histogram,
    unique,
  };
}

type Side = ReturnType<typeof withFens>;

function longest({ longestWin, longestLoss }: Side): string {
  const parts = [
    ...(longestWin === null ? [] : [`win in ${longestWin}`]),
    ...(longestLoss === null ? [] : [`loss in ${longestLoss}`]),
  ];
  return parts.join(', ') || '-';
}

function fens(
  name: string,
  { longestWin, longestLoss, longestWinFen, longestLossFen }: Side,
): string[] {
  return [
    ...(longestWin === null
      ? []
      : ['', `${name} to move, longest win (${longestWin} plies):`, `  ${longestWinFen}`]),
    ...(longestLoss === null
      ? []
      : ['', `${name} to move, longest loss (${longestLoss} plies):`, `  ${longestLossFen}`]),
  ];
}
