import { unwrap } from '../src/board/result.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { type FairyGame, playFairyGames, type WantedGame } from './fairyGames.ts';
import { type Difference, replay } from './fairyReplay.ts';
import { sparseFens } from './sparsePositions.ts';

/** A game here, and the same game as Fairy-Stockfish has it. */
export interface Pair {
  readonly rules: RuleSet;
  /** Its name there. */
  readonly variant: string;
  /** Ends that come sooner here than there: see {@link replay}. */
  readonly early?: readonly string[];
  /** May games begin with few pieces? By default half of them do. */
  readonly sparse?: boolean;
}

export interface Depth {
  /** Of each pair. */
  readonly games: number;
  /** Of each game, at most. */
  readonly plies: number;
  readonly seed: number;
}

/** What the random games of one pair have shown. */
export interface Compared {
  readonly differences: readonly Difference[];
  readonly games: number;
  readonly plies: number;
  /** Positions of few pieces that Fairy-Stockfish refuses. */
  readonly refused: number;
  /** How often games ended in which way: `checkmate 1-0`, or `none` if they did not. */
  readonly ends: ReadonlyMap<string, number>;
  /** Why Fairy-Stockfish does not play it at all. */
  readonly problem?: string;
}

/**
 * Compares random games of each pair, in their order. All are played by one process of Fairy-Stockfish.
 *
 * @param variants sections of a variants.ini that pairs need
 */
export async function compareGames(
  pairs: readonly Pair[],
  depth: Depth,
  variants?: string,
): Promise<readonly Compared[]> {
  const wanted = pairs.flatMap((pair, i) => gamesOf(pair, depth).map((game) => ({ i, game })));
  const tallies = pairs.map((pair) => new Tally(pair));
  const games = playFairyGames(
    wanted.map(({ game }) => game),
    variants,
  );
  let count = 0;
  for await (const played of games) {
    const { i, game } = wanted[count++]!;
    tallies[i]!.add(game, played);
  }
  return tallies;
}

function gamesOf({ rules, variant, sparse = true }: Pair, { games, plies, seed }: Depth) {
  const fens = sparse ? sparseFens(rules, games >> 1, seed) : [];
  const full = games - fens.length;
  return Array.from({ length: games }, (_, i): WantedGame => {
    const game = { variant, seed: seed + i, plies };
    return i < full ? game : { ...game, fen: fens[i - full]! };
  });
}

class Tally implements Compared {
  readonly differences: Difference[] = [];
  readonly ends = new Map<string, number>();
  games = 0;
  plies = 0;
  refused = 0;
  problem?: string;
  readonly #pair: Pair;

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  add({ fen }: WantedGame, game: FairyGame): void {
    if (game.problem !== undefined) {
      if (fen === undefined) this.problem = game.problem;
      else this.refused++;
      return;
    }
    const { rules, early } = this.#pair;
    const from = fen === undefined ? rules.start : unwrap(rules.parseFen(fen));
    const { difference, plies, end = 'none' } = replay(rules, from, game, early);
    this.games++;
    this.plies += plies;
    if (difference) this.differences.push(difference);
    else this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
  }
}
