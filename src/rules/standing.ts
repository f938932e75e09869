import type { Man } from '../chess/men.ts';
import type { Ending, RuleSet } from './ruleset.ts';

/** How often a position must occur for a draw. */
const REPETITIONS = 3;

/**
 * How a game stands after its last position, undefined where it goes on: what the position itself decides, then dead
 * positions, threefold repetition and the 50-move rule. `history` holds every position from the first on.
 */
export function standing<P>(rules: RuleSet<P>, history: readonly P[]): Ending | undefined {
  const position = history.at(-1)!;
  const ending = rules.ending(position);
  if (ending) return ending;
  const men: Man[] = [];
  rules.visitMen(position, (_, man) => men.push(man));
  if (rules.isDead(men) || rules.isInsufficient?.(men)) return { reason: 'dead position', wdl: 0 };
  const key = rules.repetitionKey(position);
  const seen = history.filter((each) => rules.repetitionKey(each) === key).length;
  if (seen >= REPETITIONS) return { reason: 'threefold repetition', wdl: 0 };
  if (rules.isExhausted(position)) return { reason: '50-move rule', wdl: 0 };
  return undefined;
}
