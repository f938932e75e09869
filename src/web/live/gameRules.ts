import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { makeRulesBody } from '../rules/rulesBody.ts';

/** A game's rules, to open or open already. Closed ones are written when they are first opened. */
export function makeGameRules(rules: RuleSet, open = false): HTMLElement {
  const write = () => {
    if (details.open && details.childElementCount === 1) details.append(makeRulesBody(rules));
  };
  const details = element(
    'details',
    { class: 'game-rules', open, ontoggle: write },
    element('summary', {}, `The rules of ${rules.title}`),
  );
  // At once: what is below must not move.
  write();
  return details;
}
