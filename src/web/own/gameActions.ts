import { type GameRef, gameOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button } from '../dom.ts';
import { keepOwnGame } from '../games/catalog.ts';
import { endgamesHash, inviteHash, playHash, rulesHash } from '../route.ts';

interface Described extends Required<GameRef> {
  readonly title: string;
  /** Has it a first position? */
  readonly begins: boolean;
}

/** What can be done with a game of one's own. Each keeps it first, so that the other views find it. */
export function makeGameActions(
  { name, ini, title, begins }: Described,
  onProblem: (message: string) => void,
): readonly HTMLElement[] {
  const open = (hashOf: (rules: RuleSet) => string) => {
    const rules = gameOf({ name, ini });
    const kept = rules.ok ? keepOwnGame(rules.value) : rules;
    if (rules.ok && kept.ok) location.hash = hashOf(rules.value);
    else if (!kept.ok) onProblem(kept.problem.message);
  };
  const action = (label: string, hashOf: (rules: RuleSet) => string, primary = false) =>
    button(label, () => open(hashOf), {
      'aria-label': `${label}: ${title}`,
      class: primary ? 'primary' : undefined,
    });
  const start = (rules: RuleSet) => playHash(rules.name, rules.makeFen(rules.start));
  return [
    ...(begins ? [action('Play', start, true)] : []),
    action('Rules', () => rulesHash(name)),
    ...(begins ? [action('By link', () => inviteHash(name))] : []),
    action('Endgames', () => endgamesHash(name)),
  ];
}
