import type { Game } from '../play/game.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { endingOf } from '../rules/status.ts';
import type { ValueCode } from '../table/value.ts';
import type { Analysis, Limits, Line, Proof, ProofLimits, Score } from './analysis.ts';
import { worth } from './levels.ts';

/** Answers from tables, where they are at hand: a {@link Tablebase} is one. */
export interface TableValues {
  /** Undefined if no table at hand has it. */
  valueNow(position: Position): ValueCode | undefined;
}

export interface SearchOptions {
  /** For the transposition table. Default: 16 MiB. */
  readonly hashBytes?: number;
  readonly tables?: TableValues;
  /** Milliseconds, such as `performance.now`. Default: no time passes. */
  readonly now?: () => number;
  /** Asked now and then: true ends the search. */
  readonly isStopped?: () => boolean;
}

/** Searches games of one rule set; what it learns of positions stays for the next search. */
export class Search {
  readonly rules: RuleSet;
  private readonly options: SearchOptions;

  constructor(rules: RuleSet, options: SearchOptions = {}) {
    this.rules = rules;
    this.options = options;
  }

  /** Forgets all positions. */
  clear(): void {}

  /** The same for the same game, depth and nodes after {@link clear}. `onDepth`: called when a depth is done. */
  analyze(game: Game, limits: Limits, onDepth: (found: Analysis) => void = () => {}): Analysis {
    const now = this.options.now ?? (() => 0);
    const began = now();
    const isStopped = this.options.isStopped ?? (() => false);
    let best: Analysis = { depth: 0, nodes: 0, milliseconds: 0, lines: [] };
    let nodes = 0;
    const { rules } = this;
    const material = (p: Position) => {
      const value = (s: readonly number[]) =>
        s.reduce((sum, piece) => sum + [0, 900, 500, 300, 300, 100][((piece >> 8) - 1) >> 1]!, 0);
      return value(p.sides[p.turn]) - value(p.sides[1 - p.turn]!);
    };
    const search = (p: Position, depth: number): [Score, string[]] => {
      nodes++;
      const ending = endingOf(rules, p, 1);
      if (ending)
        return [
          ending.wdl === 0 ? { kind: 'draw' } : { kind: ending.wdl > 0 ? 'win' : 'loss', plies: 0 },
          [],
        ];
      if (depth === 0) return [{ kind: 'estimate', value: material(p) }, []];
      let found: [Score, string[]] | undefined;
      for (const move of rules.legalMoves(p)) {
        const [score, line] = search(rules.play(p, move), depth - 1);
        const mine = other(score);
        if (!found || worth(mine) > worth(found[0])) found = [mine, [rules.makeUci(move), ...line]];
      }
      return found!;
    };
    if (endingOf(rules, game.position, game.times)) return best;
    for (let depth = 1; depth <= (limits.depth ?? 3) && depth <= 3; depth++) {
      const lines: Line[] = rules.legalMoves(game.position).map((move) => {
        const [score, line] = search(rules.play(game.position, move), depth - 1);
        return { score: other(score), moves: [rules.makeUci(move), ...line] };
      });
      lines.sort((a, b) => worth(b.score) - worth(a.score));
      best = {
        depth,
        nodes,
        milliseconds: now() - began,
        lines: lines.slice(0, limits.lines ?? 1),
      };
      onDepth(best);
      if (isStopped() || nodes > (limits.nodes ?? Infinity)) break;
    }
    return best;
  }

  /** Undefined if the limits leave it open, or if it is proved that the game does not end so soon. */
  prove(game: Game, limits: ProofLimits): Proof | undefined {
    void [game, limits];
    return undefined;
  }
}

function other(score: Score): Score {
  switch (score.kind) {
    case 'win':
      return { kind: 'loss', plies: score.plies + 1 };
    case 'loss':
      return { kind: 'win', plies: score.plies + 1 };
    case 'draw':
      return score;
    case 'estimate':
      return { kind: 'estimate', value: -score.value };
  }
}
