import { ok, type Result } from '../../src/board/result.ts';
import type { Game } from '../../src/play/game.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { chooseLine, type Level } from '../../src/search/levels.ts';
import { Search } from '../../src/search/search.ts';

/** What chooses a player's moves. Errors: `crash`. */
export interface Mover {
  /** Before each game: nothing is known of earlier ones. */
  begin(): Promise<Result<unknown>>;
  /** In UCI. The game has not ended. `chance`: from 0 to 1, of players that vary. */
  move(game: Game, chance: number): Promise<Result<string>>;
  /** After the last game. */
  end(): void;
}

export class SearchMover implements Mover {
  private readonly level: Level;
  private readonly search: Search;

  constructor(rules: RuleSet, level: Level) {
    this.level = level;
    this.search = new Search(rules, { now: () => performance.now() });
  }

  async begin(): Promise<Result<unknown>> {
    return ok(this.search.clear());
  }

  async move(game: Game, chance: number): Promise<Result<string>> {
    const found = this.search.analyze(game, this.level.limits);
    return ok(found.lines[chooseLine(found, this.level, chance)]!.moves[0]!);
  }

  end(): void {}
}
