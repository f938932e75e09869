import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { fail, type Result, unwrap } from '../board/result.ts';
import { Game } from '../play/game.ts';
import { Tablebase } from '../probe/tablebase.ts';
import { levels } from '../search/levels.ts';
import { FileSource } from '../store/fileSource.ts';
import { writeWhole } from '../store/folder.ts';
import { MAX_MEN } from '../table/material.ts';
import { drawBoard } from './board.ts';
import { duration, wholeNumberIn } from './optionValues.ts';
import { PlaySession, sideOf } from './play/session.ts';
import { readPosition } from './positions.ts';
import { engineOf, type SearchSettings, withSearch } from './searchSettings.ts';
import { contextOf, folderOf } from './settings.ts';

export function addPlay(program: Command): void {
  const command = program
    .command('play')
    .description('play against the computer in the terminal')
    .argument('[fen...]', 'a FEN to start from (default: the initial position)')
    .addOption(
      new Option('--side <side>', 'the side that you play')
        .choices(['white', 'black', 'random'])
        .default('white'),
    )
    .addOption(
      new Option(
        '--level <number>',
        `1 (${levels[0]!.name}) to ${levels.length} (${levels.at(-1)!.name})`,
      )
        .argParser(wholeNumberIn(1, levels.length))
        .default(2),
    )
    .addOption(
      new Option('--time <time>', 'the most that the computer thinks about a move')
        .argParser(duration)
        .default(1000, '1s'),
    )
    .addHelpText('after', help)
    .action(run);
  withSearch(command);
}

const help = `
Moves are typed in SAN or UCI; help in the game lists what else can be said. In endgames that the
tables in --dir have, levels 4 and 5 play perfectly.

Examples:
  metatb play --rules chess --level 3 --side black
  metatb play '8/8/8/4k3/8/8/8/K2Q4 w - -' --level 5`;

interface PlaySettings extends SearchSettings {
  readonly side: string;
  readonly level: number;
  readonly time: number;
}

async function run(
  fen: readonly string[],
  settings: PlaySettings,
  command: Command,
): Promise<void> {
  const { rules, output } = contextOf(settings);
  const position = unwrap(readPosition(rules, fen.length > 0 ? fen.join(' ') : 'startpos'));
  const tables = settings.tables
    ? new Tablebase(rules, new FileSource(rules, folderOf(settings)))
    : undefined;
  const engine = await engineOf(settings, command);
  const session = new PlaySession(
    {
      engine,
      async tableMove({ position }) {
        const [white, black] = position.sides;
        if (!tables || white.length + black.length > MAX_MEN) return undefined;
        const probe = await tables.probe(position);
        return probe.ok ? probe.value.moves[0]?.uci : undefined;
      },
      print: (text) => process.stdout.write(`${text}\n`),
      draw: (game) => drawBoard(rules, game.position, output),
      save,
      chance: Math.random,
    },
    {
      game: Game.start(rules, position),
      side: unwrap(sideOf(settings.side, Math.random())),
      level: levels[settings.level - 1]!,
      milliseconds: settings.time,
    },
  );
  const isTerminal = process.stdin.isTTY === true;
  const input = createInterface({
    input: process.stdin,
    prompt: '> ',
    ...(isTerminal ? { output: process.stdout } : {}),
  });
  try {
    unwrap(await session.begin());
    input.prompt();
    for await (const line of input) {
      if (!unwrap(await session.receive(line))) break;
      input.prompt();
    }
  } finally {
    input.close();
    engine.close();
  }
}

/** Writes a new file. Errors: `exists`, and those of writing. */
async function save(path: string, text: string): Promise<Result<unknown>> {
  const there = await stat(path).catch(() => undefined);
  if (there) return fail('exists', `${path} is there already: name another file`, path);
  return writeWhole(path, [new TextEncoder().encode(text)]);
}
