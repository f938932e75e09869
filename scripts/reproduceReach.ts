/**
 * `npm run reproduce:reach`: redoes Table 1 of the Reach Chess paper by self-play of chess and of Reach Chess with both of its
 * ends, and writes the README's table. DIR/NAME.jsonl keeps the games: after an interruption the same command goes on there.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { readWhole, writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { openMatches } from './matches/openMatches.ts';
import type { PlannedMatch } from './matches/plannedMatches.ts';
import { depthPlayer } from './matches/player.ts';
import { playInTerminal } from './matches/playInTerminal.ts';
import { addPlayingOptions, type PlayingSettings } from './matches/playingOptions.ts';
import { selfPlayRow, selfPlayTable } from './matches/selfPlay.ts';

const GAMES = ['chess', 'reach', 'reach:nomove=chess'];
/** Surprise: the best move at this depth is not among the best at the depth that is played. */
const SHALLOW = 2;
/** The page keeps its table until there are as many games of each, and of this depth. */
const LEAST_GAMES = 1000;
const LEAST_DEPTH = 4;
const [BEGIN, END] = ['<!-- reproduce:reach -->', '<!-- /reproduce:reach -->'] as const;

interface Settings extends PlayingSettings {
  readonly games: number;
  readonly depth: number;
}

const program = new Command('npm run reproduce:reach --')
  .description('Redoes the self-play of the Reach Chess paper, Table 1.')
  .option('-g, --games <count>', 'of each game', wholeNumber, LEAST_GAMES)
  .option('--depth <plies>', 'of the search', wholeNumber, LEAST_DEPTH);
addPlayingOptions(program, { dir: join('figures', 'selfPlay'), out: 'README.md' }).action(
  async (settings: Settings) => {
    const { depth, out } = settings;
    const matches = await openMatches(plan(settings), settings);
    await playInTerminal(matches, { ...settings, fairy: undefined });
    const rows = matches.map(({ file }) => selfPlayRow(file));
    const table = selfPlayTable(rows);
    if (depth >= LEAST_DEPTH && rows.every(([, { games }]) => games >= LEAST_GAMES))
      await putInto(out, table);
    else
      console.error(
        `${out} is not changed: it takes ${LEAST_GAMES} games of each, of depth ${LEAST_DEPTH} at least`,
      );
    console.log(settings.json ? JSON.stringify(Object.fromEntries(rows)) : table);
  },
);

function plan({ games, depth }: Settings): readonly PlannedMatch[] {
  return GAMES.map((rules) => ({
    name: `${rules.replace(':', '-').replace('=', '-')}-${depth}`,
    rules,
    players: [depthPlayer(depth)],
    games,
    surprises: { shallow: SHALLOW, deep: depth },
  }));
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
