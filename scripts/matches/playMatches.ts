import { type Failure, fail, ok, type Result } from '../../src/board/result.ts';
import { interrupted } from '../../src/cli/interrupt.ts';
import type { Conditions } from './conditions.ts';
import type { GameRecord } from './gameRecord.ts';
import type { MatchFile } from './matchFile.ts';

/** A match to play, and how many of its games. */
export interface WantedMatch {
  readonly file: MatchFile;
  readonly games: number;
}

export interface PlayingOptions {
  /** Games at once. */
  readonly threads: number;
  readonly play: (conditions: Conditions, number: number) => Promise<Result<GameRecord>>;
  /** After each game, when it is in its file. */
  readonly onGame: (match: WantedMatch) => void;
}

/** Plays the games that the files do not have. Errors: those of `play`, which cost the games under way that it ends. */
export async function playMatches(
  matches: readonly WantedMatch[],
  { threads, play, onGame }: PlayingOptions,
): Promise<Result<unknown>> {
  const ahead = gamesAhead(matches);
  const playOn = async (): Promise<Result<unknown>> => {
    for (const { match, number } of ahead) {
      const { file } = match;
      const game = await play(file.conditions, number);
      // That also ends `ahead` for the others, when they have ended their games.
      if (!game.ok) return inGame(game, file.name, number);
      await file.add(game.value);
      onGame(match);
    }
    return ok(undefined);
  };
  const ends = await Promise.all(Array.from({ length: threads }, playOn));
  const problem = ends.find((end) => !end.ok);
  if (problem) return problem;
  for (const { file } of matches) {
    const written = await file.write();
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/** The problem with the game in which it came up; an interruption is of none. */
function inGame(failure: Failure, name: string, number: number): Failure {
  const { code, message, text } = failure.problem;
  if (code === interrupted.problem.code) return failure;
  return fail(code, `${name}, game ${number}: ${message}`, text);
}

/** The games that are to be played. */
export function* gamesAhead(
  matches: readonly WantedMatch[],
): Generator<{ readonly match: WantedMatch; readonly number: number }> {
  for (const match of matches) {
    const played = new Set(match.file.games.map(({ number }) => number));
    for (let number = 0; number < match.games; number++)
      if (!played.has(number)) yield { match, number };
  }
}
