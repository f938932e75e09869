import { unwrap } from '../../src/board/result.ts';
import { interruptible } from '../../src/cli/interrupt.ts';
import { Output, plural, thousands } from '../../src/cli/output.ts';
import { singleBar } from '../../src/cli/progressBars.ts';
import { threadCount } from '../../src/store/threads.ts';
import { GamePool } from './gamePool.ts';
import { timeOf } from './player.ts';
import { gamesAhead, playMatches, type WantedMatch } from './playMatches.ts';
import type { Command } from './uciProgram.ts';

interface Settings {
  readonly threads?: number;
  readonly fairy: Command | undefined;
  readonly quiet?: boolean;
}

/**
 * Plays what is missing, with a bar on stderr, or a line for each match where there is no terminal; Ctrl-C costs the games
 * under way.
 */
export async function playInTerminal(
  matches: readonly WantedMatch[],
  { threads, fairy, quiet = false }: Settings,
): Promise<void> {
  const output = new Output(false, quiet);
  const count = unwrap(threadCount(threads));
  const ahead = [...gamesAhead(matches)].map(({ match }) => match);
  const there = matches.reduce((sum, { games }) => sum + games, 0) - ahead.length;
  if (there > 0) output.remark(`${plural(there, 'game')} played before`);
  if (ahead.length === 0) return;
  const whole = costOf(ahead);
  const bar = singleBar(output, '{bar} {percentage}%  {games}, {name}  eta {eta_formatted}');
  const played: WantedMatch[] = [];
  const onGame = (match: WantedMatch) => {
    played.push(match);
    const { name } = match.file;
    const games = `${thousands(played.length)} of ${plural(ahead.length, 'game')}`;
    bar?.update(costOf(played) / whole, { games, name });
    const isDone = match.file.games.length >= match.games;
    if (!bar && isDone) output.remark(`${name} is done: ${games}`);
  };
  try {
    await interruptible(async (signal) => {
      const pool = new GamePool(count, fairy, signal);
      try {
        const play = pool.play.bind(pool);
        unwrap(await playMatches(matches, { threads: count, play, onGame }));
      } finally {
        await pool.end();
      }
    });
  } finally {
    bar?.stop();
    output.remark(`${plural(played.length, 'game')} played now`);
  }
}

/** A level with a depth takes about as long for a move, in milliseconds. */
const SHORT = 20;

/** Of a game of each match, for an estimate of what is left: the time for a move of each player. */
function costOf(matches: readonly WantedMatch[]): number {
  const players = matches.flatMap(({ file }) => file.conditions.players);
  return players.reduce((sum, player) => sum + (timeOf(player) ?? SHORT), 0);
}
