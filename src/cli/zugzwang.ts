import type { Command } from 'commander';
import { unwrap } from '../board/result.ts';
import { BLACK, type Piece, WHITE } from '../pieces/army.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Zugzwang, ZugzwangKind } from '../study/zugzwang.ts';
import { columns, plural, worth } from './output.ts';
import { countOption, type Settings, threadsOption, withCsv, withSettings } from './settings.ts';
import { findZugzwangs } from './study/findZugzwangs.ts';
import { tableContextOf } from './tableArgument.ts';

interface ZugzwangSettings extends Settings {
  readonly count: number;
  readonly threads?: number;
}

export function addZugzwang(program: Command): void {
  const command = program
    .command('zugzwang')
    .description('list the mutual zugzwangs of a table')
    .argument('<table>', 'its name, such as KPvk, or its file')
    .addOption(countOption('at most this many of each kind, the deepest first', 3))
    .addOption(threadsOption())
    .addHelpText('after', help)
    .action(run);
  withCsv(withSettings(command));
}

const help = `
In a mutual zugzwang either side would rather not be to move: both lose with the move (a full point),
or one loses with the move and the other cannot win with it (half a point). A stalemated side counts
as one that cannot win. "unique" counts placements up to the board's symmetry. A table of six men
tells their numbers and ten of each kind; otherwise it takes a pass over the whole file, and no more
memory for a larger table.

Examples:
  metatb zugzwang KPvk --rules chess
  metatb zugzwang KPvk --count 1000 --csv    all of them`;

async function run(argument: string, settings: ZugzwangSettings, command: Command): Promise<void> {
  const context = await tableContextOf(argument, settings, command);
  const { rules, output, material } = context;
  const found = await findZugzwangs(context, { examples: settings.count }, settings);
  const kinds = found.map((kind) => ({
    ...kind,
    examples: kind.examples.map((each) => withFen(rules, material.men, each)),
  }));
  const text = () => {
    const counts = columns([
      ['', 'points', 'unique', 'board'],
      ...kinds.map((kind) => [titleOf(kind), String(kind.points), kind.unique, kind.board]),
    ]);
    const examples = kinds.flatMap((kind) => [
      ...(kind.examples.length > 0 ? ['', `${titleOf(kind)}:`] : []),
      ...kind.examples.map(
        ({ fen, white, black }) =>
          `  ${fen}  White to move: ${worth(white)}, Black to move: ${worth(black)}`,
      ),
    ]);
    const total = kinds.reduce((sum, { unique }) => sum + unique, 0);
    const head = `${material.name}, ${rules.title}: ${plural(total, 'mutual zugzwang')}`;
    return [head, '', counts, ...examples].join('\n');
  };
  output.result({ table: material.name, rules: rules.name, kinds }, text, () => [
    ['points', 'fen', 'white_to_move', 'white_plies', 'black_to_move', 'black_plies'],
    ...kinds.flatMap(({ points, white, black, examples }) =>
      examples.map((each) => [points, each.fen, white, each.white.dtm, black, each.black.dtm]),
    ),
  ]);
}

/** FENs of the placement with White to move and with Black. */
function withFen(rules: RuleSet, men: readonly Piece[], { squares, white, black }: Zugzwang) {
  const fen = (turn: 0 | 1) => rules.makeFen(unwrap(rules.place(men, squares, turn)));
  return { fen: fen(WHITE), blackFen: fen(BLACK), white, black };
}

function titleOf({ white, black }: Pick<ZugzwangKind, 'white' | 'black'>): string {
  if (white === 'loss' && black === 'loss') return 'whoever is to move loses';
  const loser = white === 'loss' ? 'White' : 'Black';
  return `${loser} to move loses, else a draw`;
}
