import { parsePgnGames } from '../../play/pgn.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { catalog } from './catalog.ts';
import { addToList, deviceGameOf, listGames, MOST_GAMES, newGameId } from './deviceGames.ts';

/** What came of reading a file of games. */
export interface ReadGames {
  readonly added: number;
  /** Games that the list had already. */
  readonly known: number;
  /** `game 3: move 2: …` */
  readonly problems: readonly string[];
  /** Games of the file beyond what the list holds. */
  readonly isCut: boolean;
}

/** All games of this device in PGN, the latest first. */
export function gamesAsPgn(): string {
  return listGames()
    .map(({ pgn }) => pgn)
    .join('');
}

/** Adds the games of a text in PGN to the list, in their order. `rules`: of games that do not name their own. */
export async function readGames(text: string, rules: RuleSet): Promise<ReadGames> {
  const others = catalog().map((game) => game.rules);
  const listed = new Set(listGames().map(({ pgn }) => pgn));
  const found: ReturnType<typeof deviceGameOf>[] = [];
  const problems: string[] = [];
  let [number, known, isCut] = [0, 0, false];
  for (const read of parsePgnGames(text, rules, others)) {
    number++;
    if (found.length === MOST_GAMES) {
      isCut = true;
      break;
    }
    if (read.ok) {
      const game = deviceGameOf(newGameId(), read.value, Date.now());
      if (listed.has(game.pgn)) known++;
      else found.push(game);
      listed.add(game.pgn);
    } else problems.push(`game ${number}: ${read.problem.message}`);
    // Every game takes a moment, and the page shall not stand still.
    await new Promise((resolve) => setTimeout(resolve));
  }
  // The latest addition comes first in the list.
  for (const game of found.toReversed()) addToList(game);
  return { added: found.length, known, problems, isCut };
}
