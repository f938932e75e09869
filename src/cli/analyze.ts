import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import type { Game } from '../play/game.ts';
import type { Analysis, Limits } from '../search/analysis.ts';
import { interruptedCode, interruptible } from './interrupt.ts';
import { sanOf, scoreText, wordsOf } from './lineText.ts';
import { wholeNumber, wholeNumberIn } from './optionValues.ts';
import { type Output, plural, short } from './output.ts';
import {
  engineOf,
  type GameArguments,
  gameOf,
  type SearchSettings,
  timeOption,
  withGame,
  withSearch,
} from './searchSettings.ts';
import { contextOf } from './settings.ts';

export function addAnalyze(program: Command): void {
  const command = program
    .command('analyze')
    .description('search for the best moves in a position')
    .addOption(new Option('--depth <plies>', 'search so deep').argParser(wholeNumberIn(1, 100)))
    .addOption(new Option('--nodes <count>', 'search so many positions').argParser(wholeNumber))
    .addOption(timeOption('search for so long, such as 10s (default without another limit: 5s)'))
    .addOption(
      new Option('--multipv <count>', 'how many of the best moves to find')
        .argParser(wholeNumberIn(1, 100))
        .default(1),
    )
    .addHelpText('after', help)
    .action(run);
  withSearch(withGame(command));
}

const help = `
Scores are for the side to move, in pawns. A win or a loss is proved, and so is a draw that tables
or the rules know. Tables in --dir are asked wherever they cover a position. Ctrl-C prints what has
been found so far.

Examples:
  metatb analyze startpos --depth 10
  metatb analyze startpos --moves 'e4 e5 Nf3' --time 10s --multipv 3
  metatb analyze '8/8/8/4k3/8/8/8/K2Q4 w - -' --rules chess --json`;

interface AnalyzeSettings extends SearchSettings, GameArguments {
  readonly depth?: number;
  readonly nodes?: number;
  readonly time?: number;
  readonly multipv: number;
}

async function run(
  fen: readonly string[],
  settings: AnalyzeSettings,
  command: Command,
): Promise<void> {
  const { rules, output } = contextOf(settings);
  const game = gameOf(rules, fen, settings);
  const engine = await engineOf(settings, command);
  const showsProgress = process.stderr.isTTY && !output.quiet;
  try {
    await interruptible(async (signal) => {
      signal.addEventListener('abort', () => engine.stop());
      const analyzing = engine.analyze(game, limitsOf(settings), (found) => {
        if (showsProgress) output.remark(progressLine(game, found));
      });
      const found = unwrap(await analyzing);
      output.result(dataOf(game, found), () => describe(game, found, output));
      if (signal.aborted) process.exitCode = interruptedCode();
    });
  } finally {
    engine.close();
  }
}

const USUAL_TIME = 5000;

function limitsOf({ depth, nodes, time, multipv }: AnalyzeSettings): Limits {
  const isLimited = depth !== undefined || nodes !== undefined;
  const milliseconds = time ?? (isLimited ? undefined : USUAL_TIME);
  return {
    lines: multipv,
    ...(depth === undefined ? {} : { depth }),
    ...(nodes === undefined ? {} : { nodes }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
  };
}

/** Nodes a second. */
function speedOf({ nodes, milliseconds }: Analysis): number {
  return Math.round((1000 * nodes) / Math.max(1, milliseconds));
}

function dataOf(game: Game, found: Analysis) {
  const { depth, nodes, milliseconds, lines } = found;
  return {
    fen: game.fen,
    rules: game.rules.name,
    over: game.status.ending?.reason ?? null,
    depth,
    nodes,
    milliseconds: Math.round(milliseconds),
    nps: speedOf(found),
    lines: lines.map(({ score, moves }) => ({ score, uci: moves, san: sanOf(game, moves) })),
  };
}

function describe(game: Game, found: Analysis, output: Output): string {
  const { ending, words } = game.status;
  if (ending) return `The game is over. ${words}`;
  const scores = found.lines.map(({ score }) => scoreText(score));
  const width = Math.max(...scores.map(({ length }) => length));
  const lines = found.lines.map(
    ({ moves }, i) =>
      `${output.paint('bold', scores[i]!.padStart(width))}  ${wordsOf(game, sanOf(game, moves)).join(' ')}`,
  );
  const effort = `${plural(found.depth, 'ply', 'plies')} deep, ${short(found.nodes)} nodes, ${short(speedOf(found))} a second`;
  return [...lines, effort].join('\n');
}

function progressLine(game: Game, found: Analysis): string {
  const [best] = found.lines;
  if (!best) return '';
  const moves = wordsOf(game, sanOf(game, best.moves.slice(0, SHOWN_MOVES)));
  return `${String(found.depth).padStart(3)}  ${scoreText(best.score)}  ${moves.join(' ')}`;
}

/** Of a line in progress. */
const SHOWN_MOVES = 8;
