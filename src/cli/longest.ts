import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import { BLACK, WHITE } from '../pieces/army.ts';
import { Game, replayed } from '../play/game.ts';
import { GameTree } from '../play/gameTree.ts';
import { makePgn } from '../play/makePgn.ts';
import { numberedMoves, wrap } from '../play/moveText.ts';
import type { Position } from '../position/position.ts';
import type { ProbedMove } from '../probe/probe.ts';
import { Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { LongWin } from '../study/longest.ts';
import { plural } from './output.ts';
import {
  countOption,
  folderSource,
  type Settings,
  threadsOption,
  withCsv,
  withSettings,
} from './settings.ts';
import { findLongest } from './study/findLongest.ts';
import { tableContextOf } from './tableArgument.ts';

interface LongestSettings extends Settings {
  readonly count: number;
  readonly winner?: 'white' | 'black';
  readonly pgn?: boolean;
  readonly threads?: number;
}

export function addLongest(program: Command): void {
  const command = program
    .command('longest')
    .description('list the longest wins of a table, with the moves of best play')
    .argument('<table>', 'its name, such as KQvk, or its file')
    .addOption(countOption('at most this many', 5))
    .addOption(new Option('-w, --winner <side>', 'wins of one side').choices(['white', 'black']))
    .addOption(
      new Option('--pgn', 'print games in PGN that start from the position').conflicts([
        'json',
        'csv',
      ]),
    )
    .addOption(threadsOption())
    .addHelpText('after', help)
    .action(run);
  withCsv(withSettings(command));
}

const help = `
Positions that the board's symmetry makes equal are listed once, the winner to move. The moves need
the tables that captures and promotions lead to. A table tells its longest win at once, one of six men
its ten longest; more take a pass over the whole file, and no more memory for a larger table.

Examples:
  metatb longest KQvk
  metatb longest KQvkr --count 20 --pgn > KQvkr.pgn`;

async function run(argument: string, settings: LongestSettings, command: Command): Promise<void> {
  const context = await tableContextOf(argument, settings, command);
  const { rules, store, output, material } = context;
  const { count, winner } = settings;
  const side = winner === undefined ? {} : { winner: winner === 'white' ? WHITE : BLACK };
  const found = await findLongest(context, { count, ...side }, settings);
  const tablebase = new Tablebase(rules, folderSource(rules, store.dir));
  const wins: Win[] = [];
  for (const win of found) {
    const position = unwrap(rules.place(material.men, win.squares, win.turn));
    const line = unwrap(await tablebase.bestLine(position));
    wins.push(describe(rules, position, win, line));
  }
  if (settings.pgn) {
    for (const win of wins) process.stdout.write(pgnOf(rules, material.name, win));
    return;
  }
  const text = () => {
    const title = `${material.name}, ${rules.title}`;
    if (wins.length === 0) return `${title}: nothing is won`;
    return [`${title}, the longest wins`, ...wins.flatMap(lines)].join('\n');
  };
  output.result({ table: material.name, rules: rules.name, wins }, text, () => [
    ['to_move', 'plies', 'fen', 'line'],
    ...wins.map(({ turn, plies, fen, san }) => [turn, plies, fen, san.join(' ')]),
  ]);
}

interface Win {
  /** The side to move, which wins. */
  readonly turn: 'white' | 'black';
  readonly plies: number;
  readonly fen: string;
  readonly san: readonly string[];
  readonly uci: readonly string[];
}

function describe(
  rules: RuleSet,
  position: Position,
  { turn, plies }: LongWin,
  line: readonly ProbedMove[],
): Win {
  return {
    turn: turn === WHITE ? 'white' : 'black',
    plies,
    fen: rules.makeFen(position),
    san: line.map(({ san }) => san),
    uci: line.map(({ uci }) => uci),
  };
}

const LINE_WIDTH = 80;
const INDENT = '  ';

function lines({ turn, plies, fen, san }: Win): string[] {
  const side = turn === 'white' ? 'White' : 'Black';
  const moves = wrap(numberedMoves(san, turn === 'black'), LINE_WIDTH - INDENT.length);
  return [
    '',
    `${side} to move wins in ${plural(plies, 'ply', 'plies')}`,
    ...[fen, ...moves].map((line) => INDENT + line),
  ];
}

function pgnOf(rules: RuleSet, table: string, { plies, fen, uci }: Win): string {
  const start = Game.start(rules, unwrap(rules.parseFen(fen)));
  const game = unwrap(
    replayed(
      start,
      uci.map((each) => ({ uci: each })),
    ),
  );
  const event = `${table}, won in ${plural(plies, 'ply', 'plies')}`;
  return makePgn(GameTree.of(game, new Map([['Event', event]])));
}
