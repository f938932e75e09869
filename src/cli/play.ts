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
import { interruptedCode, interruptible } from './interrupt.ts';
import { duration, wholeNumberIn } from './optionValues.ts';
import { type PlayPorts, PlaySession, sideOf } from './play/session.ts';
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

const perfect = levels.filter(({ usesTables }) => usesTables).map(({ number }) => number);

const help = `
Moves are typed in SAN or UCI; help in the game lists what else can be said. In endgames that the
tables in --dir have, levels ${perfect.join(' and ')} play perfectly.

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
  const start = {
    game: Game.start(rules, position),
    side: unwrap(sideOf(settings.side, Math.random())),
    level: levels[settings.level - 1]!,
    milliseconds: settings.time,
  };
  const engine = await engineOf(settings, command);
  try {
    await interruptible(async (signal) => {
      signal.addEventListener('abort', () => engine.stop());
      const ports: PlayPorts = {
        engine,
        async tableMove({ position }) {
          const [white, black] = position.sides;
          if (!tables || white.length + black.length > MAX_MEN) return undefined;
          const probe = await tables.probe(position);
          return probe.ok ? probe.value.moves[0]?.uci : undefined;
        },
        // The move of a search that was interrupted is of no interest.
        print: (text) => void (signal.aborted || process.stdout.write(`${text}\n`)),
        draw: (game) => drawBoard(rules, game.position, output),
        save,
        chance: Math.random,
      };
      await converse(new PlaySession(ports, start), signal);
      if (signal.aborted) process.exitCode = interruptedCode();
    });
  } finally {
    engine.close();
  }
}

/** Passes on what is typed until the game is left, stdin ends or the signal comes. */
async function converse(session: PlaySession, signal: AbortSignal): Promise<void> {
  unwrap(await session.begin());
  if (signal.aborted) return;
  const isTerminal = process.stdin.isTTY === true;
  // Not before: lines that come while nobody asks for them would be lost.
  const input = createInterface({
    input: process.stdin,
    prompt: '> ',
    signal,
    ...(isTerminal ? { output: process.stdout } : {}),
  });
  // A terminal that is read key by key sends no signal.
  input.on('SIGINT', () => process.emit('SIGINT'));
  let isOpen = true;
  input.on('close', () => {
    isOpen = false;
  });
  let isLeft = false;
  input.prompt();
  for await (const line of input) {
    isLeft = !unwrap(await session.receive(line));
    if (isLeft || signal.aborted) break;
    // It may have ended while the computer was thinking; to prompt would wait for more, or fail.
    if (isOpen) input.prompt();
  }
  input.close();
  // What the shell prints next begins a line.
  if (isTerminal && !isLeft) process.stdout.write('\n');
}

/** Writes a new file. Errors: `exists`, and those of writing. */
async function save(path: string, text: string): Promise<Result<unknown>> {
  const there = await stat(path).catch(() => undefined);
  if (there) return fail('exists', `${path} is there already: name another file`, path);
  return writeWhole(path, [new TextEncoder().encode(text)]);
}
