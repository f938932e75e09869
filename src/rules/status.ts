import type { Move } from '../position/moves.ts';
import { type Position, piecesOn } from '../position/position.ts';
import type { Ending, RuleSet } from './ruleset.ts';

/** How a game has ended, or undefined if it goes on. `history`: every position of the game, from the first on. */
export function endingAfter(rules: RuleSet, history: readonly Position[]): Ending | undefined {
  const position = history.at(-1)!;
  const key = rules.repetitionKey(position);
  const times = history.filter((each) => rules.repetitionKey(each) === key).length;
  return endingOf(rules, position, times);
}

/**
 * How a game has ended, or undefined if it goes on: what the position itself decides, then insufficient material,
 * threefold repetition and the 50-move rule. `times`: how often the position has occurred, this time included.
 */
export function endingOf(
  rules: RuleSet,
  position: Position,
  times: number,
  legal?: readonly Move[],
): Ending | undefined {
  const ending = rules.ending(position, legal);
  if (ending) return ending;
  const men = piecesOn(position);
  if (rules.isInsufficientMaterial(men)) return { reason: 'dead position', wdl: 0 };
  if (rules.repetitions > 0 && times >= rules.repetitions)
    return { reason: repetitionWords(rules), wdl: 0 };
  if (rules.pliesTo50Moves(position) === 0) {
    return { reason: `${rules.variant.moveRule ?? 50}-move rule`, wdl: 0 };
  }
  return undefined;
}

function repetitionWords({ repetitions }: RuleSet): string {
  const names: Readonly<Record<number, string>> = { 2: 'twofold', 3: 'threefold', 4: 'fourfold' };
  return `${names[repetitions] ?? `${repetitions}-fold`} repetition`;
}
