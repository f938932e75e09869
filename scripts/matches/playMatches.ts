import { basename } from 'node:path';
import { Piscina } from 'piscina';
import { ok, type Result, unwrap } from '../../src/board/result.ts';
import { interrupted } from '../../src/cli/interrupt.ts';
import type { Command } from './fairyMover.ts';
import type { GameRecord } from './gameRecord.ts';
import type { MatchFile } from './matchFile.ts';
import type { GameTask } from './matchWorker.ts';

/** A match to play, and how many of its games. */
export interface WantedMatch {
  readonly file: MatchFile;
  readonly games: number;
}

export interface PlayingOptions {
  readonly threads: number;
  readonly fairy: Command | undefined;
  readonly signal: AbortSignal;
  /** After each game, when it is in its file: the file's name. */
  readonly onGame: (name: string) => void;
}

/** The function of matchWorker.ts. */
const PLAY: keyof typeof import('./matchWorker.ts') = 'playGame';

/**
 * Plays the games that the files do not have, on threads. Errors: `interrupted`, which costs the games under way. Rejects if a
 * player makes an illegal move, or dies.
 */
export async function playMatches(
  matches: readonly WantedMatch[],
  { threads, fairy, signal, onGame }: PlayingOptions,
): Promise<Result<undefined>> {
  const filename = new URL('matchWorker.js', import.meta.url).href;
  const pool = new Piscina({ filename, minThreads: 1, maxThreads: threads });
  const ahead = gamesAhead(matches);
  const playOn = async () => {
    for (const { file, number } of ahead) {
      const task: GameTask = { conditions: file.conditions, number, fairy };
      const game: Result<GameRecord> = await pool.run(task, { name: PLAY, signal });
      await file.add(unwrap(game));
      onGame(basename(file.path, '.jsonl'));
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, playOn));
    for (const { file } of matches) {
      const written = await file.write();
      if (!written.ok) return written;
    }
    return ok(undefined);
  } catch (error) {
    if (signal.aborted) return interrupted;
    throw error;
  } finally {
    await pool.destroy();
  }
}

/** How many games are to be played. */
export function countAhead(matches: readonly WantedMatch[]): number {
  return [...gamesAhead(matches)].length;
}

function* gamesAhead(matches: readonly WantedMatch[]) {
  for (const { file, games } of matches) {
    const played = new Set(file.games.map(({ number }) => number));
    for (let number = 0; number < games; number++) if (!played.has(number)) yield { file, number };
  }
}
