import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A game to play at random. */
export interface WantedGame {
  readonly variant: string;
  readonly seed: number;
  /** At most so many. */
  readonly plies: number;
  /** By default the initial position. */
  readonly fen?: string;
}

/** A game of random moves that Fairy-Stockfish has played. */
export interface FairyGame {
  /** Its positions; in the last one no move is played, as there is none or the limit is reached. */
  readonly plies: readonly FairyPly[];
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` if the game goes on. */
  readonly result: string;
  /** Could neither side win at the end? Fairy-Stockfish then calls it a draw, even if there are moves. */
  readonly insufficient: boolean;
  /** Why there is no game: it does not know the variant, or refuses the position. */
  readonly problem?: string;
}

export interface FairyPly {
  readonly fen: string;
  /** In UCI, with spaces between them. */
  readonly moves: string;
  readonly check: boolean;
  /** Empty in the last position. */
  readonly played: string;
}

// Found as the package itself, since compiled files are in another folder.
const top = dirname(createRequire(import.meta.url).resolve('metatb/package.json'));

/** The program that asks Fairy-Stockfish, for `node`. */
export const fairyStockfish = join(top, 'tools', 'fairyStockfish.cjs');

/** The program that is Fairy-Stockfish and speaks UCI, for `node`. */
export const fairyEngine = join(top, 'tools', 'fairyEngine.cjs');

/**
 * Lets Fairy-Stockfish play these games, one after another, in a process of its own.
 *
 * @param variants sections of a variants.ini, besides the games that it knows
 */
export async function* playFairyGames(
  games: readonly WantedGame[],
  variants?: string,
): AsyncGenerator<FairyGame> {
  // What it says of a variants.ini is of no interest: of unknown keys, and of how pieces are called elsewhere.
  const program = spawn(process.execPath, [fairyStockfish], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => program.on('close', resolve));
  program.stdin.on('error', () => {});
  program.stdin.end(JSON.stringify({ variants, games }));
  try {
    let played = 0;
    for await (const line of createInterface({ input: program.stdout })) {
      played++;
      yield JSON.parse(line);
    }
    const code = await ended;
    if (played < games.length) {
      const { variant, seed } = games[played]!;
      throw new Error(`Fairy-Stockfish ended (${code}) in ${variant}, seed ${seed}`);
    }
  } finally {
    program.kill();
  }
}
