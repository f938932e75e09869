import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { random } from '../../tools/random.ts';

/** In a game that can be lost in a few plies, some drafts end too early. */
const MOST_DRAFTS = 1000;

/** A game after random legal moves, which has not ended. The same for the same seed. */
export function randomOpening(rules: RuleSet, plies: number, seed: number): Game {
  const number = random(seed);
  for (let draft = 0; draft < MOST_DRAFTS; draft++) {
    let game = Game.start(rules);
    while (game.length < plies && !game.status.ending) {
      const legal = [...game.choices.values()].filter((choice) => choice.legal);
      game = unwrap(game.play(legal[Math.floor(number() * legal.length)]!.uci));
    }
    if (!game.status.ending) return game;
  }
  throw new Error(`${rules.name} has no opening of ${plies} plies`);
}
