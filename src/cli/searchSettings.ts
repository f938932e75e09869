import { type Command, Option } from 'commander';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { Game } from '../play/game.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { isHidden } from '../rules/variant.ts';
import type { Engine } from '../search/engine.ts';
import { nodeEngine } from './engine/nodeEngine.ts';
import { byteSize, duration } from './optionValues.ts';
import { readPosition } from './positions.ts';
import { checkFolder, folderOf, type Settings, withSettings } from './settings.ts';

/** The settings of a command that searches. */
export interface SearchSettings extends Settings {
  /** Bytes. */
  readonly hash: number;
  /** False: `--no-tables`. */
  readonly tables: boolean;
}

/** Adds `--no-tables --hash` and what {@link withSettings} adds. Refuses games that the computer cannot play. */
export function withSearch(command: Command): Command {
  command
    .option('--no-tables', 'search without tables')
    .addOption(
      new Option('--hash <size>', 'memory for what the search remembers, such as 256MiB')
        .argParser(hashSize)
        .default(HASH_BYTES, '64MiB'),
    );
  return withSettings(command).hook('preAction', (each) => {
    unwrap(checkSearchable(each.opts<SearchSettings>().rules));
  });
}

/** Errors: `hidden` (the game is played by link only). */
export function checkSearchable(rules: RuleSet): Result<RuleSet> {
  if (!isHidden(rules)) return ok(rules);
  const why = 'is played by link only, as a server has to keep its secrets: see metatb serve';
  return fail('hidden', `${rules.name} ${why}; its positions are those of chess`, rules.name);
}

const HASH_BYTES = 1 << 26;
/** More than the transposition table can have. */
const MOST_HASH = 1 << 30;

function hashSize(text: string): number {
  return Math.min(MOST_HASH, byteSize(text));
}

/** The game that a command starts from. */
export interface GameArguments {
  readonly moves?: string;
}

/** Adds the position to start from and `--moves`. */
export function withGame(command: Command): Command {
  return command
    .argument('<fen...>', 'a FEN or startpos')
    .option('--moves <moves>', 'moves from there on, in UCI or SAN, such as "e4 e5"');
}

/** Throws InputError. */
export function gameOf(
  rules: RuleSet,
  fen: readonly string[],
  { moves = '' }: GameArguments,
): Game {
  let game = Game.start(rules, unwrap(readPosition(rules, fen.join(' '))));
  for (const text of moves.split(/[\s,]+/).filter((each) => each !== '')) {
    game = unwrap(played(game, text));
  }
  return game;
}

/** The game after a move in UCI or SAN. Errors: those of reading a move, `illegal`. */
function played(game: Game, text: string): Result<Game> {
  const move = game.rules.parseMove(game.position, text);
  return move.ok ? game.follow(game.rules.makeUci(move.value)) : move;
}

export function timeOption(about: string): Option {
  return new Option('--time <time>', about).argParser(duration);
}

/** Throws InputError if the user has named a folder of tables that is not there. */
export async function engineOf(settings: SearchSettings, command: Command): Promise<Engine> {
  const { hash: hashBytes, tables } = settings;
  if (!tables) return nodeEngine({ hashBytes });
  const dir = folderOf(settings);
  if (command.getOptionValueSource('dir') !== 'default') await checkFolder(dir);
  return nodeEngine({ hashBytes, tables: dir });
}
