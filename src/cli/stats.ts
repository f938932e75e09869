import type { Command } from 'commander';
import { unwrap } from '../board/result.ts';
import type { Color, Piece } from '../pieces/army.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { SideStatistics } from '../table/statistics.ts';
import { drawHistogram } from './histogram.ts';
import { columns, plural, type Rows } from './output.ts';
import { type Settings, withCsv, withSettings } from './settings.ts';
import { tableContextOf } from './tableArgument.ts';

export function addStats(program: Command): void {
  const command = program
    .command('stats')
    .description('count the positions of a table')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .addHelpText('after', help)
    .action(run);
  withCsv(withSettings(command));
}

const help = `
Counts are of the whole board, for the side to move, with every order of identical pieces, as in the
pickle; "unique" counts positions up to the board's symmetry. Distances are in plies.

Examples:
  metatb stats KQvk
  metatb stats KQvk --csv    a row for each side, result and distance`;

async function run(table: string, settings: Settings, command: Command): Promise<void> {
  const { rules, store, output, material } = await tableContextOf(table, settings, command);
  const counted = unwrap(await store.statistics(material));
  const white = withFens(rules, material.men, counted.white, 0);
  const black = withFens(rules, material.men, counted.black, 1);
  const data = { table: material.name, rules: rules.name, men: material.men.length, white, black };
  const text = () => {
    const row = (side: string, s: typeof white) => [side, s.wins, s.draws, s.losses, longest(s)];
    const unique = (side: string, s: typeof white) => [
      side,
      s.unique.wins,
      s.unique.draws,
      s.unique.losses,
      '',
    ];
    const passed = (side: string, { afterPass }: typeof white) =>
      afterPass ? [[side, afterPass.wins, afterPass.draws, afterPass.losses, '']] : [];
    const head = `${material.name}, ${rules.title}, ${plural(material.men.length, 'man', 'men')}`;
    const counts = columns([
      ['to move', 'won', 'drawn', 'lost', 'longest'],
      row('White', white),
      row('Black', black),
      unique('White, unique', white),
      unique('Black, unique', black),
      ...passed('White, after a pass', white),
      ...passed('Black, after a pass', black),
    ]);
    return [
      head,
      '',
      counts,
      ...described('White', white, output.width),
      ...described('Black', black, output.width),
    ].join('\n');
  };
  output.result(data, text, () => [
    ['to_move', 'result', 'plies', 'positions', 'unique'],
    ...rowsOf('white', white),
    ...rowsOf('black', black),
  ]);
}

function withFens(rules: RuleSet, men: readonly Piece[], side: SideStatistics, turn: Color) {
  const fen = (squares: readonly number[] | null) =>
    squares && rules.makeFen(unwrap(rules.place(men, squares, turn)));
  const { wins, draws, losses, longestWin, longestLoss, histogram, unique, afterPass } = side;
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
    ...(afterPass ? { afterPass } : {}),
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

/** A row for each distance won and lost in, and one for draws. */
function rowsOf(name: string, side: Side): Rows {
  const decided = (['win', 'loss'] as const).flatMap((result) =>
    Object.entries(side.histogram[result]).map(([plies, count]) => {
      const unique = side.unique.histogram[result][Number(plies)] ?? 0;
      return [name, result, Number(plies), count, unique];
    }),
  );
  return [...decided, [name, 'draw', null, side.draws, side.unique.draws]];
}

/** The distances of one side's wins and losses, drawn, and the longest of each. */
function described(name: string, side: Side, width: number): string[] {
  const { histogram, longestWin, longestLoss, longestWinFen, longestLossFen } = side;
  return [
    ...(longestWin === null
      ? []
      : [
          '',
          `${name} to move, wins by plies:`,
          ...drawHistogram(histogram.win, width),
          '',
          `${name} to move, longest win (${plural(longestWin, 'ply', 'plies')}):`,
          `  ${longestWinFen}`,
        ]),
    ...(longestLoss === null
      ? []
      : [
          '',
          `${name} to move, losses by plies:`,
          ...drawHistogram(histogram.loss, width),
          '',
          `${name} to move, longest loss (${plural(longestLoss, 'ply', 'plies')}):`,
          `  ${longestLossFen}`,
        ]),
  ];
}
