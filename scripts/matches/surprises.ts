import type { Game } from '../../src/play/game.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { worth } from '../../src/search/levels.ts';
import { Search } from '../../src/search/search.ts';
import type { Conditions } from './conditions.ts';

/**
 * Counts the surprises of games whose moves are best at depth `deep`: plies at which the best move at depth `shallow` is
 * worth less than the one played, at depth `deep`.
 */
export class SurpriseCounter {
  private readonly depths: NonNullable<Conditions['surprises']>;
  /** Two, so that a shallow search finds nothing that a deeper one has left. */
  private readonly shallow: Search;
  private readonly deep: Search;

  constructor(rules: RuleSet, depths: NonNullable<Conditions['surprises']>) {
    this.depths = depths;
    this.shallow = new Search(rules);
    this.deep = new Search(rules);
  }

  /** `from`: the ply of the first move that was chosen. */
  count(game: Game, from: number): number {
    this.shallow.clear();
    this.deep.clear();
    const stages = game.stages();
    const chosen = game.plies.slice(from);
    return chosen.filter(({ uci }, i) => this.isSurprise(stages[from + i]!, uci)).length;
  }

  private isSurprise(game: Game, played: string): boolean {
    const { shallow, deep } = this.depths;
    const first = this.shallow.analyze(game, { depth: shallow }).lines[0]!.moves[0]!;
    if (first === played) return false;
    const moves = [played, first];
    const { lines } = this.deep.analyze(game, { depth: deep, lines: 2, moves });
    const worthOf = (uci: string) => worth(lines.find((line) => line.moves[0] === uci)!.score);
    return worthOf(first) < worthOf(played);
  }
}
