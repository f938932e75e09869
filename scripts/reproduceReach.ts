/**
 * `npm run reproduce:reach`: redoes Table 1 of the Reach Chess paper by self-play of chess and of Reach Chess with both of its
 * ends, and writes the README's table. DIR/NAME.jsonl keeps the games: after an interruption the same command goes on there.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { gameOf } from '../src/rules/gameRef.ts';
import { readWhole, writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { conditionsOf } from './matches/conditions.ts';
import { machineName } from './matches/machineName.ts';
import { MatchFile } from './matches/matchFile.ts';
import { depthPlayer } from './matches/player.ts';
import { playInTerminal } from './matches/playInTerminal.ts';
import { searchSignature } from './matches/searchSignature.ts';
import { type SelfPlay, selfPlayOf, selfPlayTable } from './matches/selfPlay.ts';

const GAMES = ['chess', 'reach', 'reach:nomove=chess'];
/** Surprise: the best move at this depth is not among the best at the depth that is played. */
const SHALLOW = 2;
/** Of each game: the page keeps its table until there are as many. */
const LEAST_GAMES = 1000;
const [BEGIN, END] = ['<!-- reproduce:reach -->', '<!-- /reproduce:reach -->'] as const;

interface Settings {
  readonly games: number;
  readonly depth: number;
  readonly seed: number;
  readonly threads?: number;
  readonly dir: string;
  readonly out: string;
  readonly fresh?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const program = new Command('npm run reproduce:reach --')
  .description('Redoes the self-play of the Reach Chess paper, Table 1.')
  .option('-g, --games <count>', 'of each game', wholeNumber, LEAST_GAMES)
  .option('--depth <plies>', 'of the search', wholeNumber, 4)
  .option('--seed <number>', 'of the openings', wholeNumber, 1)
  .option('-t, --threads <count>', 'games at once (default: one a core)', wholeNumber)
  .option('-d, --dir <folder>', 'where games are kept', join('figures', 'selfPlay'))
  .option('-o, --out <file>', 'the page with the table', 'README.md')
  .option('--fresh', 'discard games of another search, of other rules or of another seed')
  .option('--json', 'print the results as one JSON object')
  .option('-q, --quiet', 'show no progress')
  .action(async (settings: Settings) => {
    const files = await openFiles(settings);
    await playInTerminal(
      files.map((file) => ({ file, games: settings.games })),
      { ...settings, fairy: undefined },
    );
    const rows = files.map((file): [string, SelfPlay] => [
      `${unwrap(gameOf({ name: file.conditions.rules })).title}, depth ${settings.depth}`,
      selfPlayOf(file.games),
    ]);
    const table = selfPlayTable(rows);
    if (files.every(({ games }) => games.length >= LEAST_GAMES)) await putInto(settings.out, table);
    else console.error(`${settings.out} is not changed: it takes ${LEAST_GAMES} games of each`);
    console.log(settings.json ? JSON.stringify(Object.fromEntries(rows)) : table);
  });

async function openFiles({ dir, depth, seed, fresh = false }: Settings): Promise<MatchFile[]> {
  const search = searchSignature();
  const files: MatchFile[] = [];
  for (const rules of GAMES) {
    const surprises = { shallow: SHALLOW, deep: depth };
    const players = [depthPlayer(depth)] as const;
    const conditions = conditionsOf({ rules, search, players, seed, surprises });
    const path = join(dir, `${rules.replace(':', '-').replace('=', '-')}-${depth}.jsonl`);
    files.push(unwrap(await MatchFile.open(path, conditions, machineName(), fresh)));
  }
  return files;
}

/** Writes the table between its marks in a page; without them the page stays as it is. */
async function putInto(path: string, table: string): Promise<void> {
  const text = new TextDecoder().decode(unwrap(await readWhole(path)));
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) return console.error(`${path} has no place for the table: ${BEGIN}`);
  const page = `${text.slice(0, from)}${BEGIN}\n${table}\n${text.slice(to)}`;
  unwrap(await writeWhole(path, [new TextEncoder().encode(page)]));
}

await runScript(program);
