import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import type { Game } from '../play/game.ts';
import { wrap } from '../play/moveText.ts';
import { Tablebase } from '../probe/tablebase.ts';
import type { Engine } from '../search/engine.ts';
import { MOST_PROOF_PLIES } from '../search/proofTable.ts';
import { interruptedCode, interruptible } from './interrupt.ts';
import { sanOf, wordsOf } from './lineText.ts';
import { wholeNumberIn } from './optionValues.ts';
import { plural } from './output.ts';
import {
  engineOf,
  type GameArguments,
  gameOf,
  type SearchSettings,
  timeOption,
  withGame,
  withSearch,
} from './searchSettings.ts';
import { contextOf, folderOf, folderSource } from './settings.ts';

export function addMate(program: Command): void {
  const command = program
    .command('mate')
    .description('prove the shortest win, and say whether its first move is the only one')
    .addOption(
      new Option('--plies <count>', 'the most plies to the end of the game')
        .argParser(wholeNumberIn(1, MOST_PROOF_PLIES))
        .default(MOST_PROOF_PLIES),
    )
    .addOption(
      new Option(
        '--within <plies>',
        'list first moves that win so soon, not only the quickest',
      ).argParser(wholeNumberIn(1, MOST_PROOF_PLIES)),
    )
    .addOption(timeOption('give up after so long, such as 10s (default without --plies: 60s)'))
    .addHelpText('after', help)
    .action(run);
  withSearch(withGame(command));
}

const help = `
Looks at every move, and proves that there is no quicker way. If the side to move is lost, lists all
moves, the longest defence first. Draws by repetition and by the 50-move rule are left out, as they
are in tables. A position that tables in --dir cover is answered from them.

Plies count the moves of both sides: a mate in two moves has three.

With --json: "wdl" is 1 (the side to move wins), -1 (it loses), 0 (tables or the rules say that it
is a draw) or null (nothing is proved), "moves" all winning first moves with their plies, "only"
whether there is exactly one.

Examples:
  metatb mate '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' --rules chess
  metatb mate '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' --within 5 --no-tables --json`;

interface MateSettings extends SearchSettings, GameArguments {
  readonly plies: number;
  readonly within?: number;
  readonly time?: number;
}

/** What is proved, and how the moves follow from it. */
interface Proved {
  readonly wdl: -1 | 0 | 1 | null;
  readonly plies: number | null;
  readonly moves: readonly { readonly uci: string; readonly plies: number }[];
  readonly line: readonly string[];
}

const nothing: Proved = { wdl: null, plies: null, moves: [], line: [] };

async function run(
  fen: readonly string[],
  settings: MateSettings,
  command: Command,
): Promise<void> {
  const { rules, output } = contextOf(settings);
  const game = gameOf(rules, fen, settings);
  const isLimited = command.getOptionValueSource('plies') !== 'default';
  const { time = isLimited ? undefined : USUAL_TIME } = settings;
  const engine = await engineOf(settings, command);
  try {
    await interruptible(async (signal) => {
      signal.addEventListener('abort', () => engine.stop());
      const proved =
        provedByRules(game) ??
        (await provedByTables(game, settings)) ??
        (await provedBySearch(engine, game, settings, time));
      output.result(dataOf(game, proved), () => describe(game, proved, settings));
      if (signal.aborted) process.exitCode = interruptedCode();
    });
  } finally {
    engine.close();
  }
}

const USUAL_TIME = 60_000;

function provedByRules({ status: { ending } }: Game): Proved | undefined {
  return ending && { ...nothing, wdl: ending.wdl, plies: 0 };
}

/** Undefined if no table covers the position. */
async function provedByTables(game: Game, settings: MateSettings): Promise<Proved | undefined> {
  if (!settings.tables) return undefined;
  const { rules, position } = game;
  const tablebase = new Tablebase(rules, folderSource(rules, folderOf(settings)));
  const probe = await tablebase.probe(position);
  if (!probe.ok) return undefined;
  const { wdl, dtm } = probe.value.value;
  if (wdl === 0) return { ...nothing, wdl };
  if (dtm > settings.plies) return nothing;
  const most = wdl > 0 ? Math.max(dtm, settings.within ?? 0) : dtm;
  const moves = probe.value.moves.flatMap(({ uci, legal, value }) =>
    legal && value?.wdl === wdl && value.dtm <= most ? [{ uci, plies: value.dtm }] : [],
  );
  const line = unwrap(await tablebase.bestLine(position));
  return { wdl, plies: dtm, moves, line: line.map(({ uci }) => uci) };
}

async function provedBySearch(
  engine: Engine,
  game: Game,
  { plies, within }: MateSettings,
  milliseconds: number | undefined,
): Promise<Proved> {
  const proof = await engine.prove(game, {
    plies,
    ...(within === undefined ? {} : { within }),
    ...(milliseconds === undefined ? {} : { milliseconds }),
  });
  return unwrap(proof) ?? nothing;
}

function isOnly({ wdl, moves }: Proved): boolean {
  return wdl === 1 && moves.length === 1;
}

function dataOf(game: Game, proved: Proved) {
  const { wdl, plies, moves, line } = proved;
  return {
    fen: game.fen,
    rules: game.rules.name,
    wdl,
    plies,
    moves: moves.map(({ uci, plies }) => ({ uci, plies })),
    only: isOnly(proved),
    line,
    san: sanOf(game, line),
  };
}

function describe(game: Game, proved: Proved, { plies: most, within = 0 }: MateSettings): string {
  const { wdl, plies, moves, line } = proved;
  if (game.status.ending) return `The game is over. ${game.status.words}`;
  if (wdl === null) {
    // Without a limit it was time that ended the proof.
    const within = most < MOST_PROOF_PLIES ? ` within ${plural(most, 'ply', 'plies')}` : '';
    return `No win and no loss is proved${within}.`;
  }
  if (plies === null) return 'Drawn: the tables hold that neither side can win.';
  const way = wrap(wordsOf(game, sanOf(game, line)), LINE_WIDTH);
  const count = plural(plies, 'ply', 'plies');
  const sans = moves.map(({ uci }) => sanOf(game, [uci])[0]!);
  if (isOnly(proved)) {
    const soon = within > plies ? `within ${plural(within, 'ply', 'plies')}` : 'so soon';
    return [
      `Won in ${count}:`,
      ...way,
      `${sans[0]} is the only first move that wins ${soon}.`,
    ].join('\n');
  }
  const listed = wrap(
    moves.map(({ plies }, i) => `${sans[i]} (${plies})`),
    LINE_WIDTH,
  );
  const head =
    wdl > 0 ? 'First moves that win, with their plies:' : 'Every move loses, with its plies:';
  return [`${wdl > 0 ? 'Won' : 'Lost'} in ${count}:`, ...way, head, ...listed].join('\n');
}

const LINE_WIDTH = 80;
